/// What a worker reads of a page while it has it open for a drawing: nearly free then, a pass of its own later.
package struct Harvest: OptionSet, Hashable, Sendable {
  package var rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  package static let links = Harvest(rawValue: 1 << 0)
  package static let text = Harvest(rawValue: 1 << 1)
  package static let all: Harvest = [.links, .text]
}
