import CLate
import Glibc
import ViewerCore

/// A ZIP archive that is read from its start to its end (libarchive), by position in its file.
struct Archive: ~Copyable {
  private let library: clate_archive
  private let archive: OpaquePointer
  private let place: UnsafeMutablePointer<Place>
  private static let bufferBytes = 1 << 14

  private struct Place {
    var descriptor: Int32
    var offset: Int64 = 0
    var size: Int64
    var buffer: UnsafeMutableRawPointer
  }

  /// One file in it.
  struct Entry: Hashable {
    var name: String
    var isFile: Bool
  }

  static func open(_ descriptor: Int32) throws(ImageError) -> Archive {
    let size = try PictureFile.size(descriptor)
    guard let library = clate_archive()?.pointee else { throw .unsupported("libarchive is not installed") }
    guard let pointer = library.archive_read_new() else { throw .outOfMemory("") }
    let archive = Archive(pointer, by: library, descriptor, size)
    guard library.archive_read_open1(pointer) == ARCHIVE_OK else { throw .damaged(archive.words) }
    return archive
  }

  private init(_ archive: OpaquePointer, by library: clate_archive, _ descriptor: Int32, _ size: Int) {
    let place = UnsafeMutablePointer<Place>.allocate(capacity: 1)
    place.initialize(
      to: Place(
        descriptor: descriptor, size: Int64(size),
        buffer: .allocate(byteCount: Self.bufferBytes, alignment: 16)))
    self.library = library
    self.archive = archive
    self.place = place
    _ = library.archive_read_support_format_zip_seekable(archive)
    _ = library.archive_read_set_callback_data(archive, place)
    _ = library.archive_read_set_read_callback(archive) { _, data, bytes in
      guard let place = data?.assumingMemoryBound(to: Place.self), let bytes else { return -1 }
      let got = pread(
        place.pointee.descriptor, place.pointee.buffer, Archive.bufferBytes, off_t(place.pointee.offset))
      if got > 0 { place.pointee.offset += Int64(got) }
      bytes.pointee = UnsafeRawPointer(place.pointee.buffer)
      return got
    }
    _ = library.archive_read_set_seek_callback(archive) { _, data, offset, whence in
      guard let place = data?.assumingMemoryBound(to: Place.self) else { return -1 }
      let base = whence == SEEK_CUR ? place.pointee.offset : whence == SEEK_END ? place.pointee.size : 0
      let (target, overflows) = base.addingReportingOverflow(offset)
      guard !overflows, target >= 0 else { return -1 }
      place.pointee.offset = target
      return target
    }
    _ = library.archive_read_set_skip_callback(archive) { _, data, count in
      guard let place = data?.assumingMemoryBound(to: Place.self), count > 0 else { return 0 }
      let step = min(count, max(0, place.pointee.size - place.pointee.offset))
      place.pointee.offset += step
      return step
    }
  }

  deinit {
    _ = library.archive_read_free(archive)
    place.pointee.buffer.deallocate()
    place.deallocate()
  }

  private var words: String {
    library.archive_error_string(archive).map { String(cString: $0) } ?? "the archive cannot be read"
  }

  /// The next entry, whose bytes can be read then; nil at the end.
  func next() throws(ImageError) -> Entry? {
    var entry: OpaquePointer?
    switch library.archive_read_next_header(archive, &entry) {
    case ARCHIVE_EOF: return nil
    case ARCHIVE_OK, ARCHIVE_WARN: break
    default: throw .damaged(words)
    }
    let bytes = library.archive_entry_pathname_utf8(entry) ?? library.archive_entry_pathname(entry)
    let name = bytes.map { String(cString: $0) } ?? ""
    // Names without a kind are folders where they end so.
    return Entry(name: name, isFile: !name.hasSuffix("/") && library.archive_entry_size(entry) != 0)
  }

  /// Bytes of the entry's content; 0 at its end, or where it is broken.
  func read(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    max(0, library.archive_read_data(archive, buffer.baseAddress, buffer.count))
  }
}
