import CPoppler
import ViewerCore
import Wire

/// Turns poppler's link annotations into `PageLink`s.
///
/// poppler gives areas in points of the upright page with the origin at the bottom left.
struct LinkReader {
  let page: OpaquePointer
  let destinations: DestinationReader
  let size: Size

  func links() -> [PageLink] {
    let list = poppler_page_get_link_mapping(page)
    defer { poppler_page_free_link_mapping(list) }
    var result: [PageLink] = []
    forEach(list) { data in
      let mapping = data.assumingMemoryBound(to: PopplerLinkMapping.self).pointee
      guard result.count < WorkerLimits.links, let action = mapping.action,
        let target = destinations.target(of: action)
      else { return }
      let edges = [mapping.area.x1, mapping.area.x2, mapping.area.y1, mapping.area.y2]
      guard edges.allSatisfy(\.isFinite) else { return }
      result.append(
        PageLink(
          left: min(edges[0], edges[1]), top: size.height - max(edges[2], edges[3]),
          right: max(edges[0], edges[1]), bottom: size.height - min(edges[2], edges[3]), target: target))
    }
    // poppler lists the last annotation first; the document's order is the reading order.
    return result.reversed()
  }
}
