import CLCMS

/// From the colours that an embedded profile describes to sRGB (lcms2).
final class ColourTransform {
  private let handle: cmsHTRANSFORM
  private let isDirect: Bool

  /// Nil for a profile that is broken, is of other colours than the picture, or changes nothing that can be seen.
  init?(profile: UnsafeRawBufferPointer, layout: PixelLayout) {
    guard !profile.isEmpty, let source = cmsOpenProfileFromMem(profile.baseAddress, UInt32(profile.count))
    else {
      return nil
    }
    defer { cmsCloseProfile(source) }
    let wanted: cmsColorSpaceSignature
    var input = clcms_bgrx
    var output = clcms_bgrx
    switch layout {
    case .grey:
      wanted = cmsSigGrayData
      input = clcms_grey
    case .colour: wanted = cmsSigRgbData
    case .alpha:
      wanted = cmsSigRgbData
      input = clcms_bgra_premultiplied
      output = clcms_bgra_premultiplied
    case .inks:
      wanted = cmsSigCmykData
      input = clcms_cmyk
    case .invertedInks:
      wanted = cmsSigCmykData
      input = clcms_cmyk_inverted
    }
    guard cmsGetColorSpace(source) == wanted, let target = cmsCreate_sRGBProfile() else { return nil }
    defer { cmsCloseProfile(target) }
    let hasOpacity = layout == .colour || layout == .alpha
    let flags = hasOpacity ? UInt32(cmsFLAGS_COPY_ALPHA) : 0
    guard
      let handle = cmsCreateTransform(
        source, input, target, output, UInt32(INTENT_PERCEPTUAL), flags)
    else { return nil }
    self.handle = handle
    isDirect = hasOpacity
    if hasOpacity, Self.changesNothing(handle) { return nil }
  }

  deinit {
    cmsDeleteTransform(handle)
  }

  /// - Parameters:
  ///   - row: pixels of the picture's layout.
  ///   - target: room for `count` pixels of 4 bytes: blue, green, red, and the opacity if the picture has one.
  func apply(_ row: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>, count: Int) {
    if !isDirect { target.initialize(repeating: 0xFF, count: count * 4) }
    cmsDoTransform(handle, row, target, UInt32(count))
  }

  /// Most profiles describe sRGB itself: then each colour of a coarse grid stays what it is, give or take rounding.
  private static func changesNothing(_ handle: cmsHTRANSFORM) -> Bool {
    var colours: [UInt8] = []
    let levels: [UInt8] = [0, 51, 102, 153, 204, 255]
    for blue in levels {
      for green in levels {
        for red in levels { colours += [blue, green, red, 255] }
      }
    }
    var result = [UInt8](repeating: 255, count: colours.count)
    cmsDoTransform(handle, colours, &result, UInt32(colours.count / 4))
    return zip(colours, result).allSatisfy { abs(Int($0) - Int($1)) <= 3 }
  }
}
