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

  /// How much of an entry is unpacked to know its size, and how much more where that is not enough.
  private static let peeks = [1 << 14, 1 << 18, Int.max]

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

  /// Points; zero for pages that cannot be read.
  func sizes(of wanted: Range<Int>) -> [Size] {
    readSizes(of: Set(wanted.filter { sizes[$0] == nil }))
    return wanted.map { sizes[$0] ?? .zero }
  }

  /// Goes through the archive once, however many pages are asked for: each way to an entry leads by all before it.
  private func readSizes(of missing: Set<Int>) {
    guard !missing.isEmpty, let archive = try? Archive.open(descriptor) else { return }
    let pages = Dictionary(uniqueKeysWithValues: missing.map { (entries[$0], $0) })
    var rest = missing.count
    var number = 0
    while rest > 0, case .some(.some) = try? archive.next() {
      if let page = pages[number] {
        sizes[page] = Self.size(in: archive)
        rest -= 1
      }
      number += 1
    }
  }

  /// The size of the entry that comes next, from as few of its bytes as tell it.
  private static func size(in archive: borrowing Archive) -> Size {
    guard let file = try? FileDescriptor.growingMemory(name: "lectern-page") else { return .zero }
    for limit in peeks {
      let isWhole = (try? archive.read(into: file, upTo: limit)) ?? true
      if let content = try? PageContent.single(file.rawValue), isWhole || content.beginsWithItsFacts {
        return content.size
      }
      if isWhole { break }
    }
    return .zero
  }

  func open(_ page: Int) throws(ImageError) -> OpenPage {
    if let latest, latest.page == page { return latest.content }
    latest = nil
    let content = try OpenPage(file: try unpack(page))
    sizes[page] = content.content.size
    latest = (page, content)
    return content
  }

  /// Gives the unpacked page back.
  func trim() {
    latest = nil
  }

  private func unpack(_ page: Int) throws(ImageError) -> FileDescriptor {
    let archive = try Archive.open(descriptor)
    for _ in 0...entries[page] {
      guard try archive.next() != nil else { throw .damaged("the entry is missing") }
    }
    do throws(SystemError) {
      let file = try FileDescriptor.growingMemory(name: "lectern-page")
      _ = try archive.read(into: file, upTo: Int.max)
      return file
    } catch {
      throw .tooLarge("\(error)")
    }
  }
}

extension Archive {
  /// Appends at most so many bytes of the entry to a file.
  /// - Returns: whether that was all of it.
  fileprivate borrowing func read(
    into file: borrowing FileDescriptor, upTo limit: Int
  ) throws(SystemError) -> Bool {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: min(limit, 1 << 18), alignment: 16)
    defer { buffer.deallocate() }
    var total = 0
    while total < limit {
      let count = read(UnsafeMutableRawBufferPointer(rebasing: buffer[..<min(buffer.count, limit - total)]))
      guard count > 0 else { return true }
      total += count
      try file.writeAll(Array(buffer[..<count]))
    }
    return false
  }
}
