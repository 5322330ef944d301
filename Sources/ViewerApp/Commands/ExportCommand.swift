import Posix
import ViewerCore

/// `lectern export SOURCE -o FILE`: the document as it is, byte for byte, as nothing is put into its form here.
package enum ExportCommand {
  package static func run(_ input: DocumentInput, to path: String, report: inout CommandReport) {
    do throws(Failure) {
      let files = try input.files()
      guard files.count == 1 else {
        throw Failure(.unsupportedDocument, input.name, "several documents cannot be put together")
      }
      let file = try files[0].file.get()
      let copy = try DocumentCopy(path)
      try copy.take(file.descriptor)
      try copy.publish()
    } catch {
      report.complain(error)
    }
  }
}
