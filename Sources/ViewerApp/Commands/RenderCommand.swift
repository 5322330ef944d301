import Pictures
import Posix
package import ViewerCore
import Wire

/// `lectern render SOURCE --page N -o FILE.png`: one page, or a crop of it, as a picture.
package enum RenderCommand {
  /// How large, which part, how turned, and where to.
  package struct Picture: Sendable {
    package enum Extent: Hashable, Sendable {
      /// Pixels of the whole upright page's width.
      case width(Int)
      /// Pixels a point.
      case scale(Double)
    }

    /// Counted from 1.
    package var page: Int
    package var extent: Extent
    /// Pixels of the upright page at that size; nil for all of it.
    package var clip: PixelRect?
    package var rotation: Rotation
    /// 0xRRGGBB.
    package var background: UInt32
    /// 1-100, for JPEG.
    package var quality: Int
    /// Ends in `.png`, `.jpg` or `.jpeg`.
    package var path: String

    package init(
      page: Int = 1, extent: Extent = .scale(2), clip: PixelRect? = nil, rotation: Rotation = .none,
      background: UInt32 = 0xFFFFFF, quality: Int = 90, path: String
    ) {
      self.page = page
      self.extent = extent
      self.clip = clip
      self.rotation = rotation
      self.background = background
      self.quality = quality
      self.path = path
    }

    init(_ options: RenderOptions) {
      var quality = 90
      if case .jpeg(let wanted) = options.format { quality = wanted }
      let extent: Extent =
        switch options.extent {
        case .width(let pixels): .width(pixels)
        case .scale(let factor): .scale(factor)
        }
      self.init(
        page: options.page, extent: extent, clip: options.clip, rotation: options.rotation,
        background: options.background, quality: quality, path: options.output)
    }
  }

  private enum Format {
    case png, jpeg
  }

  package static func run(_ input: DocumentInput, _ picture: Picture, report: inout CommandReport) {
    do throws(Failure) {
      // Before any work: a mistake in the name should not cost a render.
      let format = try format(of: picture.path)
      let document = try input.converse(&report)
      let page = try document.index(ofPage: picture.page)
      let size = try size(of: page, document)
      let place = try document.place(page)
      let order = try order(picture, page: place.page, size: size, document.members[place.member].name)
      let memory: SharedMemory
      do {
        memory = try SharedMemory(byteCount: order.byteCount, name: "lectern-picture")
      } catch {
        throw Failure(.outOfMemory, input.name, "there is no memory for the picture: \(error.reason)")
      }
      let bitmap = memory.descriptor.rawValue
      let warnings = try document.ask(forPage: page) { worker, _ throws(WorkFailure) in
        try worker.render(order, into: bitmap).warnings
      }
      for warning in warnings {
        report.warn(document.members[place.member].name, "page \(place.page + 1): \(warning)")
      }
      try write(memory, order, picture, format)
    } catch {
      report.complain(error)
    }
  }

  private static func format(of path: String) throws(Failure) -> Format {
    let name = path.lowercased()
    if name.hasSuffix(".png") { return .png }
    if name.hasSuffix(".jpg") || name.hasSuffix(".jpeg") { return .jpeg }
    throw Failure(.usage, path, "the picture's name must end in .png or .jpg")
  }

  private static func size(of page: Int32, _ document: DocumentConversation) throws(Failure) -> Size {
    try document.ask(forPage: page) { worker, page throws(WorkFailure) in
      let size = try worker.pageSize(page)
      guard size.width > 0, size.height > 0 else {
        throw WorkFailure(code: .pageRenderFailed, detail: "the page has no size")
      }
      return size
    }
  }

  /// - Parameters:
  ///   - page: of its own document, counted from 0.
  ///   - name: of that document.
  private static func order(
    _ picture: Picture, page: Int32, size: Size, _ name: String
  ) throws(Failure) -> RenderOrder {
    let scale =
      switch picture.extent {
      case .width(let pixels): Double(pixels) / size.width
      case .scale(let scale): scale
      }
    let width = (size.width * scale).rounded()
    let height = (size.height * scale).rounded()
    guard scale.isFinite, scale > 0, width < 1_000_000, height < 1_000_000 else {
      throw Failure(.tooLarge, name, "page \(page + 1) would be too large")
    }
    let resolution = PixelSize(width: max(1, Int(width)), height: max(1, Int(height)))
    let whole = PixelRect(size: resolution)
    let clip = picture.clip ?? whole
    guard !clip.isEmpty, whole.contains(clip) else {
      throw Failure(
        .usage, name,
        "the clip must lie inside the page's \(resolution.width) x \(resolution.height) pixels")
    }
    let turned = picture.rotation.turned(clip.size)
    let order = RenderOrder(
      page: page, resolution: resolution, clip: clip, rotation: picture.rotation,
      stride: (turned.width * 4 + 63) & ~63, paper: picture.background)
    guard order.isValid else {
      throw Failure(
        .tooLarge, name,
        "a picture may have \(WorkerLimits.bitmapSide) pixels a side; give --clip or a smaller --scale")
    }
    return order
  }

  private static func write(
    _ memory: borrowing SharedMemory, _ order: RenderOrder, _ picture: Picture, _ format: Format
  ) throws(Failure) {
    let size = order.bitmapSize
    do throws(PictureError) {
      let bytes =
        switch format {
        case .png:
          try PNGWriter.encode(
            xrgb: memory.pointer, stride: order.stride, width: size.width, height: size.height)
        case .jpeg:
          try JPEGWriter.encode(
            xrgb: memory.pointer, stride: order.stride, width: size.width, height: size.height,
            quality: picture.quality)
        }
      try PictureFile.write(bytes, to: picture.path)
    } catch {
      throw Failure(error, picture.path)
    }
  }
}

extension Failure {
  fileprivate init(_ error: PictureError, _ path: String) {
    switch error {
    case .storageFull: self.init(.storageFull, path, "there is no room left for the picture")
    case .writeFailed(_, let code):
      self.init(
        .writeFailed, path, "cannot be written: \(SystemError(call: "write", code: code).reason)")
    case .unusableSize: self.init(.tooLarge, path, "the picture's size is beyond its format")
    case .encodingFailed(let reason): self.init(.writeFailed, path, "cannot be encoded: \(reason)")
    }
  }
}
