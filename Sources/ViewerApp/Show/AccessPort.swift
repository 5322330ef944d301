import Access
import Interface
import Posix
import ViewerCore

/// Where the text channel meets the kiosk: its descriptors in the loop, its requests in the session, the tree out.
///
/// The tree is told at once when the screen changes after a rest, and ten times a second while it goes on changing.
final class AccessPort {
  private static let pace: Duration = .milliseconds(100)

  let channel: TextChannel
  private let watch: SocketWatch
  private var toldAt: Timestamp?
  /// The viewer's count of changes that was told last.
  private var toldChange: UInt64?
  private var place: Phrase?

  private init(path: String, group: String?, loop: EventLoop) throws(SystemError) {
    watch = SocketWatch(loop, .channel)
    channel = try TextChannel(
      path: path, group: group, watcher: watch, words: { Messages.spoken($0, language: $1) })
  }

  /// The port that the options ask for; nil when they ask for none, or leave it to a system that gives no place for it.
  static func open(_ options: ViewerOptions, loop: EventLoop) throws(Failure) -> AccessPort? {
    try options.textChannel.open("text.sock", "the text channel") { path throws(SystemError) in
      try AccessPort(path: path, group: options.textChannelGroup, loop: loop)
    }
  }

  /// Something has happened at one of the channel's descriptors.
  func handle(number: UInt32, for viewer: Viewer, at now: Timestamp) {
    for request in channel.handle(number: number) {
      if !viewer.obey(request, at: now) { channel.refuse("that cannot be done now") }
    }
    viewer.handle(
      .clients(screenReader: channel.hasScreenReader, pagesAsked: viewer.session.pagesAsked), at: now)
  }

  /// When the tree is to be told although nothing else happens.
  func deadline(_ viewer: Viewer) -> Timestamp? {
    guard channel.hasListeners, channel.owesTree || toldChange != viewer.changes else {
      return nil
    }
    if channel.owesTree { return .zero }
    return toldAt.map { $0 + Self.pace } ?? .zero
  }

  /// Tells what has changed, if it is time.
  func tell(_ viewer: Viewer, at now: Timestamp) {
    guard let due = deadline(viewer), now >= due else { return }
    toldAt = now
    toldChange = viewer.changes
    var newPlace: Phrase?
    channel.show { withText in
      let tree = viewer.session.accessTree(withText: withText)
      newPlace = tree.place
      return tree
    }
    if let newPlace, newPlace != place {
      // The first one is in the tree that was just told.
      if place != nil { channel.say(.phrase(newPlace)) }
      place = newPlace
    }
  }
}
