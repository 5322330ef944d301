/// How much one worker may say at once. Both sides hold to it: the worker cuts, the viewer refuses.
package enum WorkerLimits {
  /// First byte of every message; both programs are built together, so there is one version only.
  package static let version: UInt8 = 1
  /// A packet of the socket. The kernel's limit is about 200 kB; bulk results travel in a memfd.
  package static let messageBytes = 48 * 1024
  package static let passwordBytes = 1024
  package static let detailBytes = 512
  package static let warnings = 16
  package static let warningBytes = 200
  package static let labelBytes = 64
  /// Page sizes in one reply, 8 bytes each.
  package static let sizes = 4096
  /// Pages of a document: beyond this it is taken as damaged.
  package static let pages: Int32 = 2_000_000
  /// Text, links or facts of one answer that come within its packet: what is longer travels in a memfd.
  package static let attachedBytes = 40 * 1024
  /// Pages whose words are read by one request.
  package static let pagesAtOnce: Int32 = 16
  /// What is looked for.
  package static let queryBytes = 4096
  /// Text, links or facts of one answer in a memfd.
  package static let bulkBytes = 32 * 1024 * 1024
  /// Text that comes along with a page's pixels.
  package static let harvestBytes = 256 * 1024
  package static let textBytes = 4 * 1024 * 1024
  package static let characters = 1024 * 1024
  package static let links = 65536
  /// Lines of an outline, how deep they may stand, and how long one may be.
  package static let outlineItems = 100_000
  package static let outlineDepth = 64
  package static let outlineTitleBytes = 256
  /// Fields of a form, places that they are shown at, and how long their names, lines and texts may be.
  package static let formFields = 10_000
  package static let formWidgets = 20_000
  package static let fieldNameBytes = 4096
  package static let optionBytes = 4096
  package static let options = 4096
  package static let fieldValueBytes = 65536
  /// What was put into a form, handed to a worker in a memfd.
  package static let editBytes = 8 * 1024 * 1024
  package static let addressBytes = 8192
  package static let metadataBytes = 65536
  /// Side of a bitmap: cairo's limit.
  package static let bitmapSide = 32767
}
