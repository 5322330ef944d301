import CPoppler
import ViewerCore

/// Turns poppler's actions into what links and lines of an outline lead to.
///
/// poppler gives destinations in points of the target page before it is turned, from the bottom left of its crop box.
struct DestinationReader {
  let document: OpaquePointer
  let pageCount: Int32
  /// How pages lie. Nil where it is not to be found out, since that touches each page's annotations: of an outline,
  /// which may lead to all of them.
  var turns: PageTurns?
  /// Where the document is read from while it is coming: no page is fetched for a place on it.
  var source: StreamedSource?

  func target(of action: UnsafeMutablePointer<PopplerAction>) -> PageLink.Target? {
    switch action.pointee.type {
    case POPPLER_ACTION_GOTO_DEST:
      guard let destination = action.pointee.goto_dest.dest else { return .other("broken") }
      return place(destination)
    case POPPLER_ACTION_URI:
      let address = copyString(action.pointee.uri.uri)
      return address.isEmpty ? .other("broken") : .uri(address)
    case POPPLER_ACTION_NAMED:
      let name = copyString(action.pointee.named.named_dest)
      return name.isEmpty ? .other("broken") : .named(name)
    case POPPLER_ACTION_NONE: return nil
    case POPPLER_ACTION_GOTO_REMOTE: return .other("remote")
    case POPPLER_ACTION_LAUNCH: return .other("launch")
    case POPPLER_ACTION_MOVIE, POPPLER_ACTION_RENDITION: return .other("media")
    case POPPLER_ACTION_OCG_STATE: return .other("layers")
    case POPPLER_ACTION_JAVASCRIPT: return .other("javascript")
    case POPPLER_ACTION_RESET_FORM: return .other("form")
    default: return .other("unknown")
    }
  }

  private func place(_ destination: UnsafeMutablePointer<PopplerDest>) -> PageLink.Target {
    if destination.pointee.type == POPPLER_DEST_NAMED {
      guard let name = destination.pointee.named_dest,
        let found = poppler_document_find_dest(document, name)
      else { return .other("broken") }
      defer { poppler_dest_free(found) }
      // One step only: a name that leads to a name is a loop or nonsense.
      guard found.pointee.type != POPPLER_DEST_NAMED else { return .other("broken") }
      return place(found)
    }
    // Pages are counted from 1 here; 0 is a page that does not exist.
    let number = destination.pointee.page_num - 1
    guard number >= 0, number < pageCount else { return .other("broken") }
    let (x, y) = coordinates(destination.pointee, page: number)
    return .page(number, x: x, y: y)
  }

  /// To points from the target page's top left. Nil where the destination leaves one open, or where the page lies on
  /// its side and it is not known which way. poppler counts from the crop box's corner at the bottom left, for `left`
  /// and `top` at least.
  private func coordinates(_ destination: PopplerDest, page number: Int32) -> (Double?, Double?) {
    var left: Double?
    var top: Double?
    switch destination.type {
    case POPPLER_DEST_XYZ:
      if destination.change_left != 0 { left = destination.left }
      if destination.change_top != 0 { top = destination.top }
    case POPPLER_DEST_FITH, POPPLER_DEST_FITBH:
      if destination.change_top != 0 { top = destination.top }
    case POPPLER_DEST_FITV, POPPLER_DEST_FITBV:
      if destination.change_left != 0 { left = destination.left }
    case POPPLER_DEST_FITR:
      left = destination.left
      top = destination.top
    default: break
    }
    guard left != nil || top != nil, source?.has(page: Int(number)) ?? true,
      let target = poppler_document_get_page(document, number)
    else {
      return (nil, nil)
    }
    let reference = GObjectRef(owning: target)
    var upright = Size.zero
    poppler_page_get_size(reference.pointer, &upright.width, &upright.height)
    var crop = PopplerRectangle()
    poppler_page_get_crop_box(reference.pointer, &crop)
    let box = Size(width: abs(crop.x2 - crop.x1), height: abs(crop.y2 - crop.y1))
    let isRectangle = destination.type == POPPLER_DEST_FITR
    let isOnSide = abs(box.width - upright.width) > 1
    let turn = turns?.turn(of: reference.pointer, number: number, box: box) ?? .none
    let x: Double?
    let y: Double?
    switch turn {
    // A square page is none the wider for lying on its side.
    case .none where isOnSide, .half where isOnSide: return (nil, nil)
    case .none: (x, y) = (left, top.map { box.height - $0 })
    // Of a rectangle its upper left corner is another one then; what is known of that is told.
    case .quarter where isRectangle: (x, y) = (nil, left)
    case .half where isRectangle: return (nil, nil)
    case .threeQuarters where isRectangle: (x, y) = (top.map { box.height - $0 }, nil)
    case .quarter: (x, y) = (top, left)
    case .half: (x, y) = (left.map { box.width - $0 }, top)
    case .threeQuarters: (x, y) = (top.map { box.height - $0 }, left.map { box.width - $0 })
    }
    return (inside(x, upright.width), inside(y, upright.height))
  }

  private func inside(_ value: Double?, _ limit: Double) -> Double? {
    value.flatMap { $0.isFinite ? min(max(0, $0), limit) : nil }
  }
}
