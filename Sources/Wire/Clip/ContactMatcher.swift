/// Multitouch protocol A: every frame tells all contacts, each ended by SYN_MT_REPORT, without saying which one
/// was which before (kernel: multi-touch-protocol.rst). Contacts keep their slot by their tracking ID where the
/// device gives one, else by the shortest distances, nearest pair first.
struct ContactMatcher: Sendable {
  struct Contact: Sendable {
    var slot = 0
    var x: Int32 = 0
    var y: Int32 = 0
    var trackingID: Int32?
    var tool: Int32?
    var major: Int32?
  }

  struct Frame: Sendable {
    /// Slots whose contacts are gone.
    var ended: [Int]
    /// All contacts that are down, by slot.
    var contacts: [Contact]
  }

  /// libinput gives such a device ten slots; further contacts of a frame are dropped.
  static let limit = 10

  private var down: [Contact] = []
  private var frame: [Contact] = []
  private var packet = Contact()
  private var hasPosition = false

  mutating func take(_ event: LibinputRecording.Event) {
    switch event.code {
    case EvdevCode.Absolute.positionX:
      packet.x = event.value
      hasPosition = true
    case EvdevCode.Absolute.positionY:
      packet.y = event.value
      hasPosition = true
    case EvdevCode.Absolute.trackingID: packet.trackingID = event.value
    case EvdevCode.Absolute.toolType: packet.tool = event.value
    case EvdevCode.Absolute.touchMajor: packet.major = event.value
    default: break
    }
  }

  /// SYN_MT_REPORT. A packet without a place is how drivers say that nothing touches.
  mutating func endPacket() {
    if hasPosition, frame.count < Self.limit { frame.append(packet) }
    packet = Contact()
    hasPosition = false
  }

  /// SYN_REPORT: which contacts are gone, and where all others are.
  mutating func endFrame() -> Frame {
    var contacts = frame
    frame.removeAll(keepingCapacity: true)
    packet = Contact()
    hasPosition = false
    var isNew = Array(repeating: true, count: contacts.count)
    var isGone = Array(repeating: true, count: down.count)
    for pair in pairs(contacts) where isNew[pair.new] && isGone[pair.old] {
      isNew[pair.new] = false
      isGone[pair.old] = false
      contacts[pair.new].slot = down[pair.old].slot
    }
    let ended = down.indices.filter { isGone[$0] }.map { down[$0].slot }
    var taken = Set(contacts.indices.filter { !isNew[$0] }.map { contacts[$0].slot })
    for index in contacts.indices where isNew[index] {
      // A slot that ends in this frame may not begin in it again: libinput would take both for one contact.
      let slot = (0...).first { !taken.contains($0) && !ended.contains($0) } ?? 0
      contacts[index].slot = slot
      taken.insert(slot)
    }
    contacts.sort { $0.slot < $1.slot }
    down = contacts
    return Frame(ended: ended.sorted(), contacts: contacts)
  }

  /// Which old contact may be which new one, the likeliest first.
  private func pairs(_ contacts: [Contact]) -> [(new: Int, old: Int)] {
    var pairs: [(new: Int, old: Int, distance: Double)] = []
    for new in contacts.indices {
      for old in down.indices {
        let dx = Double(contacts[new].x) - Double(down[old].x)
        let dy = Double(contacts[new].y) - Double(down[old].y)
        if let one = contacts[new].trackingID, let other = down[old].trackingID {
          if one == other { pairs.append((new, old, -1)) }
        } else {
          pairs.append((new, old, dx * dx + dy * dy))
        }
      }
    }
    return pairs.sorted { ($0.distance, $0.new, $0.old) < ($1.distance, $1.new, $1.old) }
      .map { ($0.new, $0.old) }
  }
}
