import CUdev
import CPosix
import Glibc

/// Something happened to a device, as udev tells it.
package struct DeviceEvent: Hashable, Sendable {
  /// `add`, `remove`, `change`, `bind`...
  package var action: String
  package var subsystem: String
  /// The kernel's name, such as `card0` or `event3`.
  package var name: String
  /// Such as `/dev/dri/card0`; connectors have none.
  package var node: String?
  /// Those that were asked for and are there.
  package var properties: [String: String]
}

/// Tells of devices that come, go and change (libudev's monitor).
package struct UdevMonitor: ~Copyable {
  package enum Source: String, Hashable, Sendable {
    /// After udev's rules have run: nodes have their permissions.
    case udev
    /// Straight from the kernel, for machines without udevd.
    case kernel
  }

  private let context: OpaquePointer
  private let monitor: OpaquePointer
  private let properties: [String]

  /// - Parameters:
  ///   - subsystems: such as `drm` and `input`; filtered in the kernel.
  ///   - properties: which properties events carry (such as `HOTPLUG`, `CONNECTOR`).
  package init(
    subsystems: [String], properties: [String] = [], source: Source = .udev
  ) throws(SystemError) {
    guard let context = udev_new() else { throw SystemError(call: "udev_new", code: ENOMEM) }
    guard let monitor = udev_monitor_new_from_netlink(context, source.rawValue) else {
      let code = errno
      udev_unref(context)
      throw SystemError(call: "udev_monitor_new_from_netlink", code: code)
    }
    var result: Int32 = 0
    for subsystem in subsystems where result >= 0 {
      result = udev_monitor_filter_add_match_subsystem_devtype(monitor, subsystem, nil)
    }
    if result >= 0 { result = udev_monitor_enable_receiving(monitor) }
    if result < 0 {
      udev_monitor_unref(monitor)
      udev_unref(context)
      throw SystemError(call: "udev_monitor_enable_receiving", code: -result)
    }
    self.context = context
    self.monitor = monitor
    self.properties = properties
  }

  deinit {
    udev_monitor_unref(monitor)
    udev_unref(context)
  }

  /// To poll; belongs to the monitor. Non-blocking and close-on-exec.
  package var rawValue: Int32 { udev_monitor_get_fd(monitor) }

  /// The next event; nil when none waits.
  package borrowing func next() -> DeviceEvent? {
    guard let device = udev_monitor_receive_device(monitor) else { return nil }
    defer { udev_device_unref(device) }
    var found: [String: String] = [:]
    for name in properties {
      if let value = udev_device_get_property_value(device, name) { found[name] = String(cString: value) }
    }
    return DeviceEvent(
      action: text(udev_device_get_action(device)) ?? "",
      subsystem: text(udev_device_get_subsystem(device)) ?? "",
      name: text(udev_device_get_sysname(device)) ?? "",
      node: text(udev_device_get_devnode(device)),
      properties: found)
  }

  private func text(_ pointer: UnsafePointer<CChar>?) -> String? {
    pointer.map { String(cString: $0) }
  }
}
