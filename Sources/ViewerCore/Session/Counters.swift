/// What a session has done so far: its part of the stats.
package struct Counters: Hashable, Sendable {
  package var documents = 0
  package var documentsFailed = 0
  package var rendersDone = 0
  package var rendersCancelled = 0
  package var rendersFailed = 0
  /// A page came into view with its pixels there, or without.
  package var cacheHits = 0
  package var cacheMisses = 0

  package init() {}
}
