import Access
import Interface
import Posix
import ViewerCore

/// Where the text channel meets the kiosk: its descriptors in the loop, its requests in the session, the tree out.
///
/// The tree is told at once when the screen changes after a rest, and ten times a second while it goes on changing.
final class AccessPort: TextChannel.Watcher {
  private static let pace: Duration = .milliseconds(100)

  private let loop: EventLoop
  private var registrations: [UInt32: Poller.Registration] = [:]
  private(set) var channel: TextChannel?
  private var toldAt: Timestamp?
  /// The viewer's count of changes that was told last.
  private var toldChange: UInt64?
  private var place: Phrase?

  init(path: String, group: String?, loop: EventLoop) throws(Failure) {
    self.loop = loop
    do {
      channel = try TextChannel(
        path: path, group: group, watcher: self,
        words: { Messages.spoken($0, language: $1) })
    } catch {
      throw Failure(.writeFailed, path, "the text channel cannot be opened: \(error.reason)")
    }
  }

  /// The port that the options ask for; nil when they ask for none, or leave it to a system that gives no place for it.
  static func open(_ options: ViewerOptions, loop: EventLoop) throws(Failure) -> AccessPort? {
    switch options.textChannel {
    case .off: return nil
    case .path(let path): return try AccessPort(path: path, group: options.textChannelGroup, loop: loop)
    case .automatic:
      guard let folder = Surroundings.runtimeFolder(named: "lectern") else { return nil }
      do throws(Failure) {
        return try AccessPort(path: folder + "/text.sock", group: options.textChannelGroup, loop: loop)
      } catch {
        // A second viewer of the same person: the picture matters more.
        CommandReport.streams().warn(error.subject, error.message)
        return nil
      }
    }
  }

  func watch(_ descriptor: Int32, number: UInt32, wantsToWrite: Bool) throws(SystemError) {
    let interest: Poller.Interest = wantsToWrite ? [.readable, .writable] : .readable
    if let registration = registrations[number] {
      try loop.change(registration, interest)
    } else {
      registrations[number] = try loop.watch(descriptor, .channel, number: number, for: interest)
    }
  }

  func unwatch(number: UInt32) {
    if let registration = registrations.removeValue(forKey: number) { loop.unwatch(registration) }
  }

  /// Something has happened at one of the channel's descriptors.
  func handle(number: UInt32, for viewer: Viewer, at now: Timestamp) {
    guard let channel else { return }
    for request in channel.handle(number: number) {
      if !viewer.obey(request, at: now) { channel.refuse("that cannot be done now") }
    }
    viewer.handle(
      .clients(screenReader: channel.hasScreenReader, pagesAsked: viewer.session.pagesAsked), at: now)
  }

  /// When the tree is to be told although nothing else happens.
  func deadline(_ viewer: Viewer) -> Timestamp? {
    guard let channel, channel.hasListeners, channel.owesTree || toldChange != viewer.changes else {
      return nil
    }
    if channel.owesTree { return .zero }
    return toldAt.map { $0 + Self.pace } ?? .zero
  }

  /// Tells what has changed, if it is time.
  func tell(_ viewer: Viewer, at now: Timestamp) {
    guard let channel, let due = deadline(viewer), now >= due else { return }
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
