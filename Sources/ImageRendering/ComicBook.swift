import Posix
import ViewerCore

/// The pages of an archive of pictures, in the natural order of their names.
final class ComicBook {
  private let descriptor: Int32
  /// For each page the number of its entry in the archive.
  private let entries: [Int]
  private var sizes: [Int: Size] = [:]
  private var latest: (page: Int, content: OpenPage)?

  /// A page that is unpacked.
  final class OpenPage {
    let file: FileDescriptor
    let content: PageContent

    init(file: consuming FileDescriptor) throws(ImageError) {
      content = try PageContent.single(file.rawValue)
      self.file = file
    }
  }

  /// How much of an entry is unpacked to know its size; more where that is not enough.
  private static let peek = 1 << 16

  init(_ descriptor: Int32) throws(ImageError) {
    self.descriptor = descriptor
    let archive = try Archive.open(descriptor)
    var pages: [(name: String, entry: Int)] = []
    var number = 0
    while pages.count < ImageLimits.pages, let entry = try Self.next(archive, isFirst: number == 0) {
      if entry.isFile, Self.isPage(entry.name) { pages.append((entry.name, number)) }
      number += 1
    }
    guard !pages.isEmpty else { throw .empty }
    entries = pages.sorted { NaturalOrder.precedes($0.name, $1.name) }.map(\.entry)
  }

  /// The rest of a broken archive is left out, as long as something came before.
  private static func next(_ archive: borrowing Archive, isFirst: Bool) throws(ImageError) -> Archive.Entry? {
    do throws(ImageError) {
      return try archive.next()
    } catch {
      if isFirst { throw error }
      return nil
    }
  }

  /// Pictures by the ends of their names; not what systems hide in folders.
  private static func isPage(_ name: String) -> Bool {
    FileFormat.isLikelyPage(name: name)
      && !name.split(separator: "/").contains { $0.hasPrefix(".") || $0 == "__MACOSX" }
  }

  var pageCount: Int { entries.count }

  /// Points; zero for a page that cannot be read.
  func size(of page: Int) -> Size {
    if let size = sizes[page] { return size }
    var size = Size.zero
    for limit in [Self.peek, Int.max] {
      guard let file = try? unpack(page, limit: limit), let content = try? PageContent.single(file.rawValue)
      else { continue }
      size = content.size
      break
    }
    sizes[page] = size
    return size
  }

  func open(_ page: Int) throws(ImageError) -> OpenPage {
    if let latest, latest.page == page { return latest.content }
    latest = nil
    let content = try OpenPage(file: try unpack(page, limit: Int.max))
    sizes[page] = content.content.size
    latest = (page, content)
    return content
  }

  /// Gives the unpacked page back.
  func trim() {
    latest = nil
  }

  private func unpack(_ page: Int, limit: Int) throws(ImageError) -> FileDescriptor {
    let archive = try Archive.open(descriptor)
    for _ in 0...entries[page] {
      guard try archive.next() != nil else { throw .damaged("the entry is missing") }
    }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: min(limit, 1 << 18), alignment: 16)
    defer { buffer.deallocate() }
    do {
      let file = try FileDescriptor.growingMemory(name: "lectern-page")
      var total = 0
      while total < limit {
        let count = archive.read(buffer)
        guard count > 0 else { break }
        total += count
        try file.writeAll(Array(buffer[..<count]))
      }
      return file
    } catch {
      throw .tooLarge("\(error)")
    }
  }
}
