import ImageRendering
import ViewerCore
import Wire
import WorkerApp

/// Pictures and archives of them.
final class ImageEngine: DocumentEngine {
  private let document: ImageDocument

  /// - Parameter descriptor: stays the caller's, and open.
  init(descriptor: Int32) throws(EngineFailure) {
    guard let format = ImageDocument.format(of: descriptor) else {
      throw EngineFailure(.unsupportedDocument, "the file is no picture")
    }
    do throws(ImageError) {
      document = try ImageDocument(format, descriptor: descriptor)
    } catch {
      throw EngineFailure(error.code, error.detail)
    }
  }

  func facts() -> DocumentFacts { document.facts() }
  func pageSizes(first: Int32, count: Int32) -> [Size] { document.pageSizes(first: first, count: count) }
  func info() -> DocumentInfo { document.info() }
  func outline() throws(EngineFailure) -> [OutlineItem] { [] }
  func forms() -> (kind: FormKind, fields: Int32) { (.none, 0) }
  func trim() { document.trim() }

  func joiner() throws(EngineFailure) -> any DocumentJoiner { PictureWhole() }

  func append(to joiner: any DocumentJoiner, title: String) throws(EngineFailure) {
    guard let whole = joiner as? PictureWhole else {
      throw EngineFailure(.unsupportedDocument, "documents of two kinds are not put together")
    }
    whole.documents.append(document)
  }

  /// Pictures have no words: none is the answer, not a failure.
  func text(of page: Int32) throws(EngineFailure) -> PageText {
    try check(page)
    return .empty
  }

  func links(of page: Int32) throws(EngineFailure) -> [PageLink] {
    try check(page)
    return []
  }

  func draw(
    _ order: RenderOrder, into lent: UnsafeMutableRawPointer, by memory: inout PageMemory
  ) throws(EngineFailure) -> DrawnPage {
    do throws(ImageError) {
      let (format, warnings) = try memory.draw(order, into: lent) { [document] place throws(ImageError) in
        try document.render(order, into: place)
      }
      return DrawnPage(
        format: format, warnings: warnings, text: order.harvest.contains(.text) ? .empty : nil,
        links: order.harvest.contains(.links) ? [] : nil)
    } catch {
      throw EngineFailure(error.code, error.detail)
    }
  }

  private func check(_ page: Int32) throws(EngineFailure) {
    do throws(ImageError) {
      try document.check(page: page)
    } catch {
      throw EngineFailure(error.code, error.detail)
    }
  }
}

/// Documents of pictures that become one PDF document.
private final class PictureWhole: DocumentJoiner {
  var documents: [ImageDocument] = []

  func write(to output: Int32) throws(EngineFailure) {
    do throws(ImageError) {
      let writer = PicturePDF(output)
      for document in documents { try writer.append(document) }
      try writer.finish()
    } catch {
      throw EngineFailure(error.code, error.detail)
    }
  }
}
