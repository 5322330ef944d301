package import ViewerCore

/// Numbers of the kernel's input events that clips and keyboards need (linux/input-event-codes.h).
package enum EvdevCode {
  package enum EventType {
    package static let synchronisation: UInt16 = 0
    package static let key: UInt16 = 1
    package static let absolute: UInt16 = 3
  }

  package enum Synchronisation {
    package static let report: UInt16 = 0
    package static let contactReport: UInt16 = 2
  }

  package enum Absolute {
    package static let x: UInt16 = 0x00
    package static let y: UInt16 = 0x01
    package static let slot: UInt16 = 0x2f
    package static let touchMajor: UInt16 = 0x30
    package static let positionX: UInt16 = 0x35
    package static let positionY: UInt16 = 0x36
    package static let toolType: UInt16 = 0x37
    package static let trackingID: UInt16 = 0x39
  }

  /// BTN_TOUCH.
  package static let touchButton: UInt16 = 0x14a
  /// MT_TOOL_PALM, a value of ABS_MT_TOOL_TYPE.
  package static let palm: Int32 = 2

  /// What a key means to the reader, on the main block or the keypad; nil for every other key.
  package static func key(_ code: UInt16) -> Key? {
    switch code {
    case 103: .up
    case 108: .down
    case 105: .left
    case 106: .right
    case 104: .pageUp
    case 109: .pageDown
    case 102: .home
    case 107: .end
    // KEY_EQUAL carries the plus sign of most layouts; KEY_KPPLUS, KEY_ZOOMIN.
    case 13, 78, 418: .plus
    // KEY_MINUS, KEY_KPMINUS, KEY_ZOOMOUT.
    case 12, 74, 419: .minus
    default: nil
    }
  }
}
