package import ViewerCore

/// A file of `libinput record`, read: the devices and their kernel events, nothing interpreted yet.
package struct LibinputRecording: Hashable, Sendable {
  package struct Event: Hashable, Sendable {
    /// The device's clock, absolute or from the first event.
    package var microseconds: Int64
    package var type: UInt16
    package var code: UInt16
    package var value: Int32

    package init(microseconds: Int64, type: UInt16, code: UInt16, value: Int32) {
      self.microseconds = microseconds
      self.type = type
      self.code = code
      self.value = value
    }
  }

  package struct Device: Hashable, Sendable {
    /// Where its entry begins in the file.
    package var line: Int
    package var name = ""
    /// Event codes by event type; empty when the file has none.
    package var codes: [UInt16: Set<UInt16>] = [:]
    /// Axes by ABS code.
    package var axes: [UInt16: AxisRange] = [:]
    /// INPUT_PROP numbers.
    package var properties: [UInt16] = []
    /// udev's properties of the device.
    package var udev: [String: String] = [:]
    package var events: [Event] = []

    package init(line: Int) {
      self.line = line
    }

    /// Whether the device can send this event; libevdev drops what it did not announce.
    package func announces(type: UInt16, code: UInt16) -> Bool {
      codes.isEmpty || type == EvdevCode.EventType.synchronisation || codes[type]?.contains(code) == true
    }

    /// Whether libinput would treat it as a touchscreen. udev's word counts; without it, the axes decide.
    package var isTouchscreen: Bool {
      if udev["LIBINPUT_IGNORE_DEVICE"] == "1" { return false }
      if udev.keys.contains(where: { $0.hasPrefix("ID_INPUT") }) {
        return udev["ID_INPUT_TOUCHSCREEN"] == "1"
      }
      return axes[EvdevCode.Absolute.positionX] != nil
        || (axes[EvdevCode.Absolute.x] != nil
          && announces(type: EvdevCode.EventType.key, code: EvdevCode.touchButton))
    }
  }

  package var devices: [Device]

  /// Reads a file's whole content.
  package init(_ bytes: [UInt8]) throws(ClipError) {
    var parser = RecordingParser()
    for line in ClipLines(bytes) { try parser.read(line) }
    devices = try parser.finish()
  }
}
