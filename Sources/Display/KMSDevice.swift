package import Posix
package import ViewerCore

/// A graphics card that can set modes: the kernel's KMS calls and nothing more.
///
/// Two things stand behind it: `LibDRMDevice` and, for tests, `SimulatedDevice`. Every rule about modes, buffers
/// and flips lives above this line, so that tests run the very code that drives a real screen. Errors carry the
/// kernel's errno: EBUSY (a commit is in flight), EACCES (not the master), ENODEV (the card is gone).
package protocol KMSDevice: AnyObject {
  /// `vc4`, `virtio_gpu`, ...
  var driverName: String { get }
  /// Readable when a flip has happened; `nil` where nothing can be polled.
  var eventDescriptor: Int32? { get }

  // What there is.
  func enable(_ capability: KMSCapability) -> Bool
  func resources() throws(SystemError) -> KMSResources
  /// - Parameter probe: asks the monitor itself, which may take tens of milliseconds.
  func connector(_ id: UInt32, probe: Bool) throws(SystemError) -> ConnectorState
  /// A probe to be run on another thread.
  func makeProbe(of connector: UInt32) -> ConnectorProbe?
  func crtc(_ id: UInt32) throws(SystemError) -> CRTCState
  func planes() throws(SystemError) -> [PlaneState]
  func properties(of id: UInt32, _ kind: KMSObjectKind) throws(SystemError) -> [String: KMSProperty]

  // Buffers and blobs.
  func makeBuffer(_ size: PixelSize) throws(SystemError) -> DumbBuffer
  func destroyBuffer(_ buffer: DumbBuffer)
  func makeModeBlob(_ mode: DisplayMode) throws(SystemError) -> UInt32
  /// - Parameter rects: not empty, in framebuffer pixels, not overlapping.
  func makeDamageBlob(_ rects: [PixelRect]) throws(SystemError) -> UInt32
  func destroyBlob(_ id: UInt32)

  // Atomic.
  /// - Parameter cookie: comes back with the flip.
  func commit(_ request: AtomicRequest, _ flags: CommitFlags, cookie: UInt64) throws(SystemError)

  // Legacy.
  func setCRTC(_ state: CRTCState, connectors: [UInt32]) throws(SystemError)
  func pageFlip(crtc: UInt32, framebuffer: UInt32, cookie: UInt64) throws(SystemError)
  func markDirty(framebuffer: UInt32, _ rects: [PixelRect]) throws(SystemError)
  func disablePlane(_ id: UInt32) throws(SystemError)
  func setProperty(of connector: UInt32, _ property: UInt32, to value: UInt64) throws(SystemError)

  // Events and rights.
  /// Appends the flips of one CRTC that have happened. Flips of others are kept for their own caller, so after
  /// the descriptor was readable every output of the card has to ask.
  func readFlips(of crtc: UInt32, into flips: inout [FlipEvent]) throws(SystemError)
  var isMaster: Bool { get }
  func setMaster() throws(SystemError)
  func dropMaster() throws(SystemError)
}

package enum KMSCapability: Hashable, Sendable {
  /// Primary and cursor planes are listed too.
  case universalPlanes
  case atomic
}

package enum KMSObjectKind: Hashable, Sendable {
  case crtc, connector, plane
}

/// The parts of a card, by their object ids; a CRTC's place in the list is its bit in every mask.
package struct KMSResources: Hashable, Sendable {
  package var crtcs: [UInt32]
  package var connectors: [UInt32]
  /// The largest framebuffer.
  package var limit: PixelSize

  package init(crtcs: [UInt32], connectors: [UInt32], limit: PixelSize) {
    self.crtcs = crtcs
    self.connectors = connectors
    self.limit = limit
  }
}

/// A property's number on its card, and the value it had when it was read.
package struct KMSProperty: Hashable, Sendable {
  package var id: UInt32
  package var value: UInt64

  package init(id: UInt32, value: UInt64) {
    self.id = id
    self.value = value
  }
}

package struct PlaneState: Hashable, Sendable {
  package var id: UInt32
  /// 0 when it shows nothing.
  package var crtc: UInt32
  package var possibleCRTCs: UInt32

  package init(id: UInt32, crtc: UInt32, possibleCRTCs: UInt32) {
    self.id = id
    self.crtc = crtc
    self.possibleCRTCs = possibleCRTCs
  }
}

/// What a CRTC scans out: also the shape in which it is put back on exit.
package struct CRTCState: Hashable, Sendable {
  package var id: UInt32
  /// 0: nothing.
  package var framebuffer: UInt32
  package var x: UInt32
  package var y: UInt32
  /// `nil`: off.
  package var mode: DisplayMode?

  package init(id: UInt32, framebuffer: UInt32, x: UInt32 = 0, y: UInt32 = 0, mode: DisplayMode?) {
    self.id = id
    self.framebuffer = framebuffer
    self.x = x
    self.y = y
    self.mode = mode
  }
}

/// A buffer that the card can scan out, mapped for writing.
package struct DumbBuffer {
  package var handle: UInt32
  package var framebuffer: UInt32
  /// The mapping; its stride is the driver's pitch. It may be write-combined: write whole rows, never read.
  package var pixels: PixelView
  /// Bytes mapped.
  package var length: Int

  package init(handle: UInt32, framebuffer: UInt32, pixels: PixelView, length: Int) {
    self.handle = handle
    self.framebuffer = framebuffer
    self.pixels = pixels
    self.length = length
  }
}

/// A commit has reached the screen.
package struct FlipEvent: Hashable, Sendable {
  package var cookie: UInt64
  /// `CLOCK_MONOTONIC` of the vblank, or of the completion where a driver has none.
  package var time: Timestamp
  /// Counts vblanks; stays 0 on drivers without them.
  package var sequence: UInt32
  package var crtc: UInt32

  package init(cookie: UInt64, time: Timestamp, sequence: UInt32, crtc: UInt32) {
    self.cookie = cookie
    self.time = time
    self.sequence = sequence
    self.crtc = crtc
  }
}

package struct CommitFlags: OptionSet, Hashable, Sendable {
  package var rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// `DRM_MODE_PAGE_FLIP_EVENT`.
  package static let flipEvent = CommitFlags(rawValue: 0x01)
  /// `DRM_MODE_ATOMIC_TEST_ONLY`.
  package static let testOnly = CommitFlags(rawValue: 0x100)
  /// `DRM_MODE_ATOMIC_NONBLOCK`.
  package static let nonBlocking = CommitFlags(rawValue: 0x200)
  /// `DRM_MODE_ATOMIC_ALLOW_MODESET`.
  package static let allowModeset = CommitFlags(rawValue: 0x400)
}

/// Property changes that take effect together or not at all.
package struct AtomicRequest: Hashable, Sendable {
  package struct Change: Hashable, Sendable {
    package var object: UInt32
    package var property: UInt32
    package var value: UInt64
  }

  package private(set) var changes: [Change] = []

  package init() {}

  package mutating func set(_ property: KMSProperty, of object: UInt32, to value: UInt64) {
    changes.append(Change(object: object, property: property.id, value: value))
  }
}
