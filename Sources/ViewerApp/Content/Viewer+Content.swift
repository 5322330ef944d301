import ViewerCore

/// What becomes of documents whose files change.
extension Viewer {
  func take(_ news: [ContentWatch.News], from watch: ContentWatch, at now: Timestamp) {
    for news in news {
      switch news {
      case .changed(let member): tell(member, at: now) { source, _ in .contentChanged(source: source) }
      case .gone(let member): tell(member, at: now) { .contentGone(source: $0, name: $1) }
      case .listed(let folder, let names):
        let shown = pool.member(ofSource: session.documentSource)
        guard pool.setDocuments(names, inFolder: folder) else { continue }
        watch.add(pool.files)
        handle(
          .sources(
            names: pool.titles, current: shown.flatMap(pool.source(ofMember:)),
            shown: shown.map(pool.name(ofMember:)) ?? ""), at: now)
      }
    }
  }

  private func tell(_ member: Int, at now: Timestamp, _ event: (Int, String) -> SessionEvent) {
    guard let source = pool.source(ofMember: member) else { return }
    handle(event(source, pool.name(ofMember: member)), at: now)
  }
}
