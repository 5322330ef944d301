import CWebP
import Glibc
import ViewerCore

/// A WebP picture, or the first of an animation (libwebp).
struct WebPPicture: Picture {
  let header: PictureHeader

  init(_ descriptor: Int32) throws(ImageError) {
    let bytes = try PictureFile.bytes(descriptor, limit: ImageLimits.fileBytes)
    var features = WebPBitstreamFeatures()
    guard WebPGetFeatures(bytes, bytes.count, &features) == VP8_STATUS_OK else {
      throw .damaged("the header cannot be read")
    }
    var header = PictureHeader(
      format: .webp, size: PixelSize(width: Int(features.width), height: Int(features.height)),
      layout: features.has_alpha != 0 || features.has_animation != 0 ? .alpha : .colour)
    header.isAnimated = features.has_animation != 0
    if features.format == 2 { header.note = "lossless" }
    let chunks = WebPChunks(bytes)
    let exif = ExifBlock(chunks.exif)
    header.orientation = exif.orientation
    header.density = exif.density
    header.date = exif.date
    header.hasProfile = !chunks.profile.isEmpty
    header = try header.checked(isWhole: true)
    // The library keeps an animation's canvas twice.
    if header.isAnimated, header.size.width * header.size.height > ImageLimits.wholePixels / 4 {
      throw .tooLarge("an animation of \(header.size.width) x \(header.size.height) pixels")
    }
    self.header = header
  }

  func decode(_ plan: RasterPlan, from descriptor: Int32) throws(ImageError) -> Raster {
    let bytes = try PictureFile.bytes(descriptor, limit: ImageLimits.fileBytes)
    let raster = try Raster(plan, layout: header.layout)
    let profile = WebPChunks(bytes).profile
    raster.transform = profile.withUnsafeBytes { ColourTransform(profile: $0, layout: header.layout) }
    if header.isAnimated {
      try decodeFirst(bytes, raster)
    } else {
      try decodeStill(bytes, raster)
    }
    return raster
  }

  private func decodeStill(_ bytes: [UInt8], _ raster: Raster) throws(ImageError) {
    let plan = raster.plan
    let whole = RasterPlan(header.size, reduction: plan.reduction)
    let target = plan == whole ? raster : try Raster(whole, layout: header.layout)
    var config = WebPDecoderConfig()
    guard WebPInitDecoderConfig(&config) != 0 else { throw .outOfMemory("") }
    if plan.reduction > 1 {
      config.options.use_scaling = 1
      config.options.scaled_width = Int32(whole.part.width)
      config.options.scaled_height = Int32(whole.part.height)
    }
    config.output.colorspace = header.layout == .alpha ? MODE_bgrA : MODE_BGRA
    config.output.is_external_memory = 1
    config.output.u.RGBA.rgba = target.pixels
    config.output.u.RGBA.stride = Int32(target.stride)
    config.output.u.RGBA.size = target.stride * whole.part.height
    let status = WebPDecode(bytes, bytes.count, &config)
    WebPFreeDecBuffer(&config.output)
    switch status {
    case VP8_STATUS_OK: break
    case VP8_STATUS_OUT_OF_MEMORY: throw .outOfMemory("the library has no memory")
    case VP8_STATUS_NOT_ENOUGH_DATA, VP8_STATUS_SUSPENDED:
      guard !target.isUntouched else { throw .damaged("the file ends too soon") }
      raster.complaint = "the file ends too soon"
    default: throw .damaged("the picture cannot be decoded (status \(status.rawValue))")
    }
    if plan != whole { raster.take(target) }
  }

  private func decodeFirst(_ bytes: [UInt8], _ raster: Raster) throws(ImageError) {
    var options = WebPAnimDecoderOptions()
    guard WebPAnimDecoderOptionsInit(&options) != 0 else { throw .outOfMemory("") }
    options.color_mode = MODE_bgrA
    let problem = bytes.withUnsafeBufferPointer { bytes -> ImageError? in
      var data = WebPData(bytes: bytes.baseAddress, size: bytes.count)
      guard let decoder = WebPAnimDecoderNew(&data, &options) else {
        return .damaged("the animation cannot be read")
      }
      defer { WebPAnimDecoderDelete(decoder) }
      var pixels: UnsafeMutablePointer<UInt8>?
      var moment: Int32 = 0
      guard WebPAnimDecoderGetNext(decoder, &pixels, &moment) != 0, let pixels else {
        return .damaged("the animation's first picture cannot be decoded")
      }
      do throws(ImageError) {
        var reducer = try RowReducer(
          into: raster, rows: header.size, factor: raster.plan.reduction, isMultiplied: true)
        for row in 0..<header.size.height { reducer.add(pixels + row * header.size.width * 4) }
        reducer.end()
        return nil
      } catch {
        return error
      }
    }
    if let problem { throw problem }
  }
}

/// What a WebP file holds beside its pixels; empty where there is none.
private struct WebPChunks {
  var profile: [UInt8] = []
  var exif: [UInt8] = []

  init(_ bytes: [UInt8]) {
    let found = bytes.withUnsafeBufferPointer { bytes -> ([UInt8], [UInt8]) in
      var data = WebPData(bytes: bytes.baseAddress, size: bytes.count)
      var state = WEBP_DEMUX_PARSING_HEADER
      guard let demuxer = WebPDemuxInternal(&data, 1, &state, WEBP_DEMUX_ABI_VERSION) else { return ([], []) }
      defer { WebPDemuxDelete(demuxer) }
      return (Self.chunk("ICCP", demuxer), Self.chunk("EXIF", demuxer))
    }
    profile = found.0
    exif = found.1
    // Some writers keep JPEG's prefix.
    if exif.starts(with: Array("Exif\0\0".utf8)) { exif.removeFirst(6) }
  }

  private static func chunk(_ name: String, _ demuxer: OpaquePointer) -> [UInt8] {
    var iterator = WebPChunkIterator()
    guard WebPDemuxGetChunk(demuxer, name, 1, &iterator) != 0 else { return [] }
    defer { WebPDemuxReleaseChunkIterator(&iterator) }
    guard iterator.chunk.size <= 4 << 20 else { return [] }
    return Array(UnsafeBufferPointer(start: iterator.chunk.bytes, count: iterator.chunk.size))
  }
}
