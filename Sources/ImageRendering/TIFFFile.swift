import CLate
import Glibc
import ViewerCore

/// An open TIFF file, read by position; the library's memory is bounded.
struct TIFFFile: ~Copyable {
  let library: UnsafePointer<clate_tiff>
  let tiff: OpaquePointer
  private let place: UnsafeMutablePointer<Place>
  private let fault: UnsafeMutablePointer<clate_tiff_fault>

  /// What the library takes for its file.
  private struct Place {
    var descriptor: Int32
    var offset: UInt64 = 0
    var size: UInt64
  }

  init(_ descriptor: Int32) throws(ImageError) {
    guard let library = clate_tiff() else { throw .unsupported("libtiff is not installed") }
    let size = try PictureFile.size(descriptor)
    let place = UnsafeMutablePointer<Place>.allocate(capacity: 1)
    place.initialize(to: Place(descriptor: descriptor, size: UInt64(size)))
    let options = library.pointee.TIFFOpenOptionsAlloc()
    defer { library.pointee.TIFFOpenOptionsFree(options) }
    library.pointee.TIFFOpenOptionsSetMaxSingleMemAlloc(options, tmsize_t(ImageLimits.wholePixels * 4))
    let fault = UnsafeMutablePointer<clate_tiff_fault>.allocate(capacity: 1)
    fault.initialize(to: clate_tiff_fault())
    if let options { clate_tiff_listen(library, options, fault) }
    let tiff = library.pointee.TIFFClientOpenExt(
      "", "rm", place,
      { handle, bytes, count in
        guard let handle, let bytes, count > 0 else { return 0 }
        let place = handle.assumingMemoryBound(to: Place.self)
        var done = 0
        while done < count {
          guard let offset = off_t(exactly: place.pointee.offset) else { break }
          let got = pread(place.pointee.descriptor, bytes + done, Int(count) - done, offset)
          if got < 0, errno == EINTR { continue }
          guard got > 0 else { break }
          done += got
          place.pointee.offset += UInt64(got)
        }
        return tmsize_t(done)
      },
      { _, _, _ in 0 },
      { handle, offset, whence in
        guard let handle else { return UInt64.max }
        let place = handle.assumingMemoryBound(to: Place.self)
        switch whence {
        case SEEK_SET: place.pointee.offset = offset
        case SEEK_CUR: place.pointee.offset &+= offset
        case SEEK_END: place.pointee.offset = place.pointee.size &+ offset
        default: return UInt64.max
        }
        return place.pointee.offset
      },
      { _ in 0 },
      { handle in handle.map { $0.assumingMemoryBound(to: Place.self).pointee.size } ?? 0 },
      { _, _, _ in 0 }, { _, _, _ in }, options)
    guard let tiff else {
      place.deallocate()
      fault.deallocate()
      throw .damaged("the directory cannot be read")
    }
    self.library = library
    self.tiff = tiff
    self.place = place
    self.fault = fault
  }

  deinit {
    library.pointee.TIFFClose(tiff)
    place.deallocate()
    fault.deallocate()
  }

  /// The first fault that the library has found, else empty.
  var complaint: String {
    withUnsafeBytes(of: fault.pointee.words) { words in
      String(decoding: words.prefix { $0 != 0 }.map { (0x20..<0x7F).contains($0) ? $0 : 0x3F }, as: UTF8.self)
    }
  }

  func number(_ tag: Int32) -> Int { Int(clate_tiff_u32(library, tiff, UInt32(tag))) }
  func short(_ tag: Int32) -> Int { Int(clate_tiff_u16(library, tiff, UInt32(tag))) }
  func real(_ tag: Int32) -> Double { Double(clate_tiff_float(library, tiff, UInt32(tag))) }

  var hasAlpha: Bool {
    var count: UInt16 = 0
    guard let kinds = clate_tiff_extra_samples(library, tiff, &count) else { return false }
    return (0..<Int(count)).contains {
      kinds[$0] == UInt16(EXTRASAMPLE_ASSOCALPHA) || kinds[$0] == UInt16(EXTRASAMPLE_UNASSALPHA)
    }
  }

  /// The directories' offsets; one that leads back to another ends the list.
  func directories() -> [UInt64] {
    var offsets: [UInt64] = []
    var seen: Set<UInt64> = []
    repeat {
      let offset = library.pointee.TIFFCurrentDirOffset(tiff)
      guard seen.insert(offset).inserted else { break }
      offsets.append(offset)
    } while offsets.count < ImageLimits.pages && library.pointee.TIFFReadDirectory(tiff) != 0
    return offsets
  }

  func transform(_ layout: PixelLayout) -> ColourTransform? {
    var count: UInt32 = 0
    guard let bytes = clate_tiff_profile(library, tiff, &count) else { return nil }
    return ColourTransform(profile: UnsafeRawBufferPointer(start: bytes, count: Int(count)), layout: layout)
  }
}
