internal import CInput
internal import ViewerCore
internal import Wire

/// One input device of the machine, as far as a document's reader cares.
struct TouchDevice {
  let number: Int32
  let name: String
  /// Of `/dev/input/`.
  let node: String
  /// The connector that udev's property LECTERN_OUTPUT names; empty for the first screen.
  let output: String
  let isTouchscreen: Bool
  /// Moves a pointer and has a left button; CEC remotes claim motion, but have no button.
  let isPointer: Bool
  private let x: AxisRange?
  private let y: AxisRange?
  /// Units a mm of the contact's size; nil where the device does not tell it.
  private let major: AxisRange?
  private let calibration: Calibration
  private(set) var geometry: DeviceGeometry
  var ledger: ContactLedger

  /// - Parameters:
  ///   - device: libinput's, alive.
  ///   - descriptor: of the open device node.
  init(_ device: OpaquePointer, number: Int32, descriptor: Int32?, screen: (String) -> Screen) {
    self.number = number
    name = libinput_device_get_name(device).map { String(cString: $0) } ?? ""
    node = libinput_device_get_sysname(device).map { String(cString: $0) } ?? ""
    output = Self.property("LECTERN_OUTPUT", of: device)
    isTouchscreen = libinput_device_has_capability(device, LIBINPUT_DEVICE_CAP_TOUCH) != 0
    isPointer =
      libinput_device_has_capability(device, LIBINPUT_DEVICE_CAP_POINTER) != 0
      && libinput_device_pointer_has_button(device, UInt32(BTN_LEFT)) > 0
    x = Self.axis(EvdevCode.Absolute.positionX, EvdevCode.Absolute.x, descriptor)
    y = Self.axis(EvdevCode.Absolute.positionY, EvdevCode.Absolute.y, descriptor)
    major = Self.axis(EvdevCode.Absolute.touchMajor, nil, descriptor)
    var matrix: [Float] = [1, 0, 0, 0, 1, 0]
    _ = libinput_device_config_calibration_get_matrix(device, &matrix)
    calibration = Calibration(
      a: Double(matrix[0]), b: Double(matrix[1]), c: Double(matrix[2]), d: Double(matrix[3]),
      e: Double(matrix[4]), f: Double(matrix[5]))
    ledger = ContactLedger(device: number)
    let screen = screen(output)
    geometry = DeviceGeometry(
      x: isTouchscreen ? x : nil, y: isTouchscreen ? y : nil, panel: screen.panel,
      rotation: screen.rotation, calibration: calibration)
  }

  /// Maps the device to another screen. libinput applies the calibration to its places: it must not be applied
  /// again, but tells along which side of the glass the device's axes run.
  mutating func map(to screen: Screen) {
    geometry = DeviceGeometry(
      x: isTouchscreen ? x : nil, y: isTouchscreen ? y : nil, panel: screen.panel,
      rotation: screen.rotation, calibration: calibration)
  }

  /// The length of a contact's longer axis in mm. libinput does not pass it on: the kernel is asked.
  /// - Parameter slot: the device's own; -1 for single-touch devices.
  func majorAxis(slot: Int32, descriptor: Int32?) -> Double? {
    guard let major, let descriptor, slot >= 0 else { return nil }
    var value: Int32 = 0
    guard cinput_slot_value(descriptor, UInt32(EvdevCode.Absolute.touchMajor), slot, &value) == 0 else {
      return nil
    }
    let unit =
      geometry.isBelievable && major.resolution > 1
      ? 1 / Double(major.resolution) : geometry.unitMillimetres
    return Double(value) * unit
  }

  private static func axis(_ code: UInt16, _ other: UInt16?, _ descriptor: Int32?) -> AxisRange? {
    guard let descriptor else { return nil }
    for code in [code, other].compactMap({ $0 }) {
      var info = input_absinfo()
      guard cinput_axis(descriptor, UInt32(code), &info) == 0, info.maximum > info.minimum else { continue }
      return AxisRange(
        minimum: info.minimum, maximum: info.maximum, fuzz: info.fuzz, resolution: max(0, info.resolution))
    }
    return nil
  }

  private static func property(_ name: String, of device: OpaquePointer) -> String {
    guard let udev = libinput_device_get_udev_device(device) else { return "" }
    defer { udev_device_unref(udev) }
    return udev_device_get_property_value(udev, name).map { String(cString: $0) } ?? ""
  }
}
