/// Everything on the screen in the order in which it is read, built beside the scene from the same state, so that what
/// is spoken and what is shown cannot drift apart.
package struct AccessTree: Hashable, Sendable {
  /// In reading order: the document, its visible pages each with its links, then groups of controls.
  package var nodes: [AccessNode]
  /// The id of the node that has the focus.
  package var focus: String?
  /// The current page as people name it, and how many there are; nil while no document is open.
  package var place: Phrase?
  package var language: Look.Language

  package init(nodes: [AccessNode], focus: String?, place: Phrase?, language: Look.Language) {
    self.nodes = nodes
    self.focus = focus
    self.place = place
    self.language = language
  }

  package func node(_ id: String) -> AccessNode? { nodes.first { $0.id == id } }

  /// The node before (−1) or after (+1) another in reading order; from nowhere, the first page or whatever is first.
  /// Nil at either end.
  package func neighbour(of id: String?, by step: Int) -> AccessNode? {
    guard let id, let index = nodes.firstIndex(where: { $0.id == id }) else {
      return nodes.first { $0.role == .page } ?? nodes.first
    }
    return nodes.indices.contains(index + step) ? nodes[index + step] : nil
  }

  /// What is different from an earlier tree: nodes that are new or have changed, ids that are gone, and the order,
  /// where it is another one.
  package func changes(since earlier: AccessTree) -> (nodes: [AccessNode], gone: [String], order: [String]?) {
    var known: [String: AccessNode] = [:]
    for node in earlier.nodes { known[node.id] = node }
    let changed = nodes.filter { known[$0.id] != $0 }
    let ids = nodes.map(\.id)
    let present = Set(ids)
    let before = earlier.nodes.map(\.id)
    return (changed, before.filter { !present.contains($0) }, before == ids ? nil : ids)
  }
}
