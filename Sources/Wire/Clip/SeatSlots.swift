internal import ViewerCore

/// Gives every contact the lowest slot of the seat that is free, as libinput does: slots of different devices
/// never meet. The seat has 32; a contact beyond them is dropped whole.
struct SeatSlots: Sendable {
  private struct Contact: Hashable {
    var device: Int32
    var slot: Int32
  }

  private var slots: [Contact: Int32] = [:]
  private var taken: UInt32 = 0

  /// The frame with the seat's slots, nil when nothing of it is left.
  mutating func seated(_ frame: TouchFrame) -> TouchFrame? {
    var result = frame
    result.changes.removeAll(keepingCapacity: true)
    for change in frame.changes {
      guard let slot = slot(of: change, device: frame.device) else { continue }
      var seated = change
      seated.slot = slot
      result.changes.append(seated)
    }
    return result.changes.isEmpty ? nil : result
  }

  private mutating func slot(of change: TouchChange, device: Int32) -> Int32? {
    let contact = Contact(device: device, slot: change.slot)
    switch change.phase {
    case .down:
      guard slots[contact] == nil, taken != .max else { return nil }
      let slot = Int32((~taken).trailingZeroBitCount)
      slots[contact] = slot
      taken |= 1 << UInt32(slot)
      return slot
    case .move:
      return slots[contact]
    case .up, .cancel:
      guard let slot = slots.removeValue(forKey: contact) else { return nil }
      taken &= ~(1 << UInt32(slot))
      return slot
    }
  }
}
