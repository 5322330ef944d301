internal import CInput
internal import Glibc
internal import ViewerCore

/// libinput's context on udev's seat, with what it borrows: libinput keeps the address of its interface and of the
/// opener, so both live as long as it does.
struct LibinputContext: ~Copyable {
  let pointer: OpaquePointer
  let devices: OpenDevices
  private let interface: UnsafeMutablePointer<libinput_interface>

  /// - Parameter seat: udev's name of it, `seat0`.
  /// - Throws: `no-seat` when udev cannot be asked.
  init(seat: String) throws(Failure) {
    let devices = OpenDevices()
    let interface = UnsafeMutablePointer<libinput_interface>.allocate(capacity: 1)
    interface.initialize(
      to: libinput_interface(
        open_restricted: { path, flags, data in
          guard let path, let data else { return -EINVAL }
          return Unmanaged<OpenDevices>.fromOpaque(data).takeUnretainedValue()
            .open(String(cString: path), flags: flags)
        },
        close_restricted: { descriptor, data in
          guard let data else { return }
          Unmanaged<OpenDevices>.fromOpaque(data).takeUnretainedValue().close(descriptor)
        }))
    let udev = udev_new()
    defer { if let udev { udev_unref(udev) } }
    guard
      let pointer = libinput_udev_create_context(
        interface, Unmanaged.passUnretained(devices).toOpaque(), udev)
    else {
      interface.deallocate()
      throw Failure(.noSeat, seat, "libinput cannot reach udev; is libudev installed and /run/udev readable?")
    }
    cinput_log_to_standard_error(pointer)
    guard libinput_udev_assign_seat(pointer, seat) == 0 else {
      libinput_unref(pointer)
      interface.deallocate()
      throw Failure(.noSeat, seat, "libinput cannot take the input devices of this seat")
    }
    self.pointer = pointer
    self.devices = devices
    self.interface = interface
  }

  deinit {
    // Closes the devices through the interface: it goes last.
    libinput_unref(pointer)
    interface.deallocate()
  }
}
