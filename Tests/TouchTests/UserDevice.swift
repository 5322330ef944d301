import Glibc

/// A device of our own that the kernel shows to everybody (uinput). Gone with `deinit`.
struct UserDevice: ~Copyable {
  struct Axis {
    var code: UInt16
    var minimum: Int32 = 0
    var maximum: Int32
    var fuzz: Int32 = 0
    var resolution: Int32
  }

  struct Unavailable: Error {
    var call: String
    var code: Int32
  }

  private let descriptor: Int32

  /// - Parameters:
  ///   - keys: codes of EV_KEY.
  ///   - axes: absolute ones, from 0.
  ///   - relative: codes of EV_REL.
  ///   - isDirect: a touchscreen, no touchpad.
  init(name: String, keys: [Int] = [], axes: [Axis] = [], relative: [Int] = [], isDirect: Bool = false) throws
  {
    descriptor = open("/dev/uinput", O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Unavailable(call: "open", code: errno) }
    // linux/uinput.h: _IOW('U', n, size) and _IO('U', n).
    func call(_ request: UInt, _ value: Int) { _ = ioctl(descriptor, request, CInt(value)) }
    for (type, isThere) in [(1, !keys.isEmpty), (2, !relative.isEmpty), (3, !axes.isEmpty)] where isThere {
      call(0x4004_5564, type)
    }
    for key in keys { call(0x4004_5565, key) }
    for axis in relative { call(0x4004_5566, axis) }
    if isDirect { call(0x4004_556E, 1) }
    for axis in axes {
      call(0x4004_5567, Int(axis.code))
      // struct uinput_abs_setup: code, then value, minimum, maximum, fuzz, flat, resolution.
      var setup: [Int32] = [
        Int32(axis.code), 0, axis.minimum, axis.maximum, axis.fuzz, 0, axis.resolution,
      ]
      _ = ioctl(descriptor, 0x401C_5504, &setup)
    }
    // struct uinput_setup: bus, vendor, product, version, a name of 80 bytes, one count.
    var setup = [UInt8](repeating: 0, count: 92)
    setup[0] = 3
    for (index, byte) in name.utf8.prefix(79).enumerated() { setup[8 + index] = byte }
    guard ioctl(descriptor, 0x405C_5503, &setup) == 0, ioctl(descriptor, 0x5501, CInt(0)) == 0 else {
      let code = errno
      throw Unavailable(call: "ioctl", code: code)
    }
  }

  deinit {
    if descriptor >= 0 { _ = close(descriptor) }
  }

  /// Sends events, each type, code, value, and a SYN_REPORT.
  /// - Parameter ended: they bring their own SYN_REPORT.
  func send(_ events: [(UInt16, UInt16, Int32)], ended: Bool = false) {
    for (type, code, value) in ended ? events : events + [(0, 0, 0)] {
      // struct input_event: the kernel stamps the time.
      var bytes = [UInt8](repeating: 0, count: 24)
      bytes.withUnsafeMutableBytes { raw in
        raw.storeBytes(of: type, toByteOffset: 16, as: UInt16.self)
        raw.storeBytes(of: code, toByteOffset: 18, as: UInt16.self)
        raw.storeBytes(of: value, toByteOffset: 20, as: Int32.self)
      }
      _ = write(descriptor, bytes, bytes.count)
    }
  }
}
