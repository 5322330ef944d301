import ViewerCore

/// Which documents there are to go through, and where they are.
extension WorkerPool {
  /// Documents that are files of this machine.
  var files: [Int: String] { documents.list.files }

  /// Folders whose documents are all shown.
  var folders: [String] { documents.list.folders }

  /// What each source is called.
  var titles: [String] { documents.list.titles }

  /// - Returns: whether there are other documents to go through than before.
  func setDocuments(_ names: [String], inFolder folder: String) -> Bool {
    documents.setDocuments(names, inFolder: folder)
  }

  /// The first document that a source is made of; nil for a source that is not there.
  func member(ofSource source: Int) -> Int? {
    (0..<documents.list.count).contains(source) ? documents.list.members(of: source).lowerBound : nil
  }

  /// As failures name a document.
  func name(ofMember member: Int) -> String { documents.list.name(member) }

  /// The source that a document is, or is part of; nil for one that is in the list no more.
  func source(ofMember member: Int) -> Int? { documents.list.index(ofMember: member) }

  /// Whether a source comes from a server.
  func isAddress(_ source: Int) -> Bool {
    member(ofSource: source).map { documents.list.order($0) != nil } ?? false
  }
}
