/// Everything that can happen to a session. Nothing else changes it.
package enum SessionEvent: Sendable {
  case touch(TouchFrame)
  case key(Key)
  /// A mouse wheel, for a developer's desk: notches towards the reader, at a place on the panel.
  case wheel(notches: Double, at: Point)
  /// Time has come to a deadline of the session's.
  case time
  /// The touches are over for good (end of a recording): whatever is still down ends now.
  case touchesEnded
  /// The display can take a picture for this moment: motion advances to it.
  case frame
  /// A worker has opened the document.
  case opened(
    document: UInt32, pages: Int, first: Size, encrypted: Bool, linearised: Bool = false,
    kind: DocumentKind = .pdf, isComing: Bool = false)
  case openFailed(document: UInt32, Failure)
  case sizes(document: UInt32, first: Int, [Size])
  /// The worker could not tell sizes; the estimates stand, unless it only had to give way.
  case sizesFailed(document: UInt32, gaveWay: Bool = false)
  /// What a page needs of a document that is still coming is not there, and no worker waits for it.
  case starved(document: UInt32, page: Int)
  case fed(document: UInt32, page: Int)
  /// A document that was still coming has become another one on its server.
  case changed(document: UInt32)
  /// What was to be opened anew is the very file that is shown.
  case sameFile(document: UInt32)
  /// The n-th source, counted from 0, is another file than before, or holds something else.
  case contentChanged(source: Int)
  /// There is no such file any more, as failures name it.
  case contentGone(source: Int, name: String)
  /// There are other documents to go through: what they are called, which of them is shown (nil where that one is gone),
  /// and how failures name what was shown.
  case sources(names: [String], current: Int?, shown: String)
  /// A document that was still coming is all here.
  case whole(document: UInt32)
  case rendered(RenderKey, BitmapID, RenderYield)
  /// The bitmap's memory is free again; the blame says whether the page is at fault (a crash, a deadline, the memory
  /// limit) or the machine.
  case renderFailed(RenderKey, BitmapID, ErrorCode, DeathBlame)
  /// The words of a page, counted from 0.
  case text(document: UInt32, page: Int, PageText)
  /// The words of neighbouring pages as a search sees them; nil where a page has to be asked for by itself.
  case words(document: UInt32, first: Int, [FoldedText?])
  case links(document: UInt32, page: Int, [PageLink])
  case outline(document: UInt32, [OutlineItem])
  case info(document: UInt32, DocumentInfo)
  case form(document: UInt32, DocumentForm)
  /// What was asked for beside pixels has come to nothing.
  case readFailed(Work, ErrorCode, DeathBlame)
  /// Who listens by the text channel: whether a screen reader does, and the pages (from 0) that others asked for.
  case clients(screenReader: Bool, pagesAsked: [Int])
  /// A code of the copied text: its modules row by row, without the quiet zone.
  case qrCode(side: Int, modules: [Bool])
  /// So much of a document that is opening has come, in 1/256.
  case progress(document: UInt32, UInt8)
  /// The server cannot be asked: what is shown is the last copy.
  case earlierCopy(document: UInt32)
  /// A control was taken by other means than a finger.
  case action(ControlAction)
  /// The panel has another size or turns another way; nil while there is no output at all.
  case panel(Panel?, Rotation)
  /// The picture cannot be seen: panel off, or another terminal in front.
  case hidden(Bool)
  /// The hours in which the panel is lit have begun or ended.
  case hours(isOpen: Bool)
  case pressure
  case command(Command)

  /// What a script may ask for in words.
  package enum Command: Hashable, Sendable {
    /// Counted from 1, as people do.
    case goTo(page: Int)
    /// What the document calls a page; where it has no such label, the page of that number.
    case goToLabel(String)
    case zoom(Double)
    /// The first page at zoom 1.
    case home
    /// The next or previous document.
    case next
    case previous
    /// Looks for words from the current page on; for none, the search ends.
    case search(String)
    case nextMatch
    case previousMatch
    case selectAll
    case copy
    /// The n-th source, counted from 0; where it is the one that is shown, nothing happens.
    case open(source: Int)
    /// The document anew, from its file.
    case reload
    /// The panel goes dark, or lights up.
    case blank(Bool)
  }
}

/// Whose fault a failed request is.
package enum DeathBlame: Hashable, Sendable {
  /// The engine answered with an error: may be transient, so it is tried once more at once.
  case answer
  /// The worker died of it: a fault signal or the memory limit.
  case death
  /// It took too long: not tried again.
  case deadline
  /// Somebody else killed the worker: the request is not to blame.
  case foreign
}
