import Posix
import ViewerCore

/// `lectern export SOURCE -o FILE`: the document as it is, byte for byte, as nothing is put into its form here.
package enum ExportCommand {
  package static func run(_ input: DocumentInput, to path: String, report: inout CommandReport) {
    do throws(Failure) {
      let file = try input.open()
      let copy = try DocumentCopy(path)
      try copy.take(file)
      try copy.publish()
    } catch {
      report.complain(error)
    }
  }
}
