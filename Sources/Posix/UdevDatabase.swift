import CUdev
import CPosix
import Glibc

/// A device as sysfs and udev's database know it.
package struct DeviceRecord: Hashable, Sendable {
  /// The kernel's name, such as `event3`.
  package var name: String
  /// Such as `/dev/input/event3`, whether it can be seen from here or not; nil for devices that have none.
  package var node: String?
  /// Whether udev's rules have run for it.
  package var isInitialized: Bool
  /// Those that were asked for and are there.
  package var properties: [String: String]
  /// Of the device or, where it has none of that name, of its parent in the same subsystem.
  package var attributes: [String: String]
}

/// Which devices there are (libudev's enumeration); works without udevd, and needs no right to open them.
package enum UdevDatabase {
  /// - Parameters:
  ///   - name: a pattern of names, such as `event*`.
  ///   - properties: udev's, such as `ID_INPUT_TOUCHSCREEN`.
  ///   - attributes: files of sysfs, such as `capabilities/abs`.
  package static func devices(
    subsystem: String, name: String, properties: [String] = [], attributes: [String] = []
  ) throws(SystemError) -> [DeviceRecord] {
    guard let context = udev_new() else { throw SystemError(call: "udev_new", code: ENOMEM) }
    defer { udev_unref(context) }
    guard let list = udev_enumerate_new(context) else {
      throw SystemError(call: "udev_enumerate_new", code: ENOMEM)
    }
    defer { udev_enumerate_unref(list) }
    try checked("udev_enumerate", udev_enumerate_add_match_subsystem(list, subsystem))
    try checked("udev_enumerate", udev_enumerate_add_match_sysname(list, name))
    try checked("udev_enumerate", udev_enumerate_scan_devices(list))
    var result: [DeviceRecord] = []
    var entry = udev_enumerate_get_list_entry(list)
    while let current = entry {
      entry = udev_list_entry_get_next(current)
      // One that has just gone is no device any more.
      guard let device = udev_device_new_from_syspath(context, udev_list_entry_get_name(current)) else {
        continue
      }
      defer { udev_device_unref(device) }
      let parent = udev_device_get_parent_with_subsystem_devtype(device, subsystem, nil)
      var record = DeviceRecord(
        name: text(udev_device_get_sysname(device)) ?? "", node: text(udev_device_get_devnode(device)),
        isInitialized: udev_device_get_is_initialized(device) > 0, properties: [:], attributes: [:])
      for key in properties { record.properties[key] = text(udev_device_get_property_value(device, key)) }
      for key in attributes {
        record.attributes[key] =
          text(udev_device_get_sysattr_value(device, key))
          ?? parent.flatMap { text(udev_device_get_sysattr_value($0, key)) }
      }
      result.append(record)
    }
    return result
  }

  private static func text(_ pointer: UnsafePointer<CChar>?) -> String? {
    pointer.map { String(cString: $0) }
  }
}
