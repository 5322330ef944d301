import CForms
import CJoin

/// Several documents put together into one by libqpdf: pages in their order, with what leads to them, one outline, the
/// fields of all forms. The whole is not protected; who may do that is decided elsewhere.
///
/// | of a document | in the whole |
/// |---|---|
/// | links, named destinations | lead to the same page; a name that is taken gets a number behind it |
/// | outline | stands below a line for the document |
/// | labels | stay; where only others have some, pages are called by their own numbers |
/// | fields | stay; a name that another document has as well gets a number behind it |
/// | attachments, layers | stay |
/// | signatures, scripts, structure of the text, articles | are left out |
/// | title, author and so on | of the first document |
package final class PDFJoiner {
  private let join: OpaquePointer
  /// What is read again when all is written.
  private var sources: [QPDFBytes] = []

  package init() throws(PDFError) {
    guard let join = cjoin_new() else { throw .outOfMemory("there is no memory for a document") }
    self.join = join
  }

  deinit {
    cjoin_free(join)
  }

  /// Puts a document behind those that are there. After a failure the whole is of no use.
  /// - Parameters:
  ///   - bytes: are read until all is written.
  ///   - password: its bytes; nil when none is known.
  ///   - pages: as many as its reader sees.
  ///   - title: of its line in the outline.
  package func append(
    _ bytes: any DocumentBytes, password: [UInt8]?, pages: Int32, title: String
  ) throws(PDFError) {
    let source = QPDFBytes(bytes)
    sources.append(source)
    var status = Int32(cforms_ok)
    for spelling in QPDFBytes.spellings(of: password) {
      status = cjoin_append(
        join, QPDFBytes.read, source.context, source.byteCount, spelling, title, Int64(pages))
      // A wrong password is found out before anything else is done.
      if status != Int32(cforms_locked) { break }
    }
    switch status {
    case Int32(cforms_ok): break
    case Int32(cforms_locked): throw .unsupportedEncryption("its protection cannot be taken away")
    case Int32(cforms_no_memory):
      throw .outOfMemory("the document is too large to be put together with others")
    default: throw .damaged("it can be shown, but its pages cannot be taken out of it")
    }
  }

  /// - Parameter output: an empty regular file; stays the caller's.
  package func write(to output: Int32) throws(PDFError) {
    switch cjoin_write(join, output) {
    case Int32(cforms_ok): break
    case Int32(cforms_unwritable): throw .unwritable("the document cannot be written")
    case Int32(cforms_no_memory): throw .outOfMemory("the documents are too large to be put together")
    default: throw .damaged("a part of the documents cannot be read")
    }
  }
}
