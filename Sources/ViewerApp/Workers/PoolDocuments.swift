import Posix
import ViewerCore

/// The documents of a pool: where they come from, their files, and what their pages turned out to be.
final class PoolDocuments {
  struct Document {
    let name: String
    let file: SharedDescriptor
    let password: [UInt8]?
    /// Which of its pages were grey.
    var formats = FormatGuess()
  }

  /// A dictionary cannot hold what owns a descriptor.
  final class SharedDescriptor {
    let descriptor: FileDescriptor

    init(_ descriptor: consuming FileDescriptor) {
      self.descriptor = descriptor
    }
  }

  /// A document that is on its way from a server.
  private struct Awaited {
    let order: UInt64
    let name: String
    let password: [UInt8]?
  }

  private var sources: SourceList
  private let transfers: FetchDesk
  private var awaited: [UInt32: Awaited] = [:]
  private var documents: [UInt32: Document] = [:]

  init(_ sources: SourceList, loop: EventLoop) {
    self.sources = sources
    transfers = FetchDesk(sources.transfer, loop: loop)
  }

  /// Nil for one that is not here, or not yet.
  subscript(_ number: UInt32) -> Document? { documents[number] }

  /// Whether any has not come from its server yet.
  var areAwaited: Bool { !awaited.isEmpty }

  /// - Parameter order: of the request to open it, told again when it has come later.
  /// - Returns: whether it is here; else it is on its way.
  func open(_ number: UInt32, source: Int, order: UInt64) throws(Failure) -> Bool {
    let name = sources.name(source)
    let password = try sources.password(source)
    guard let address = sources.address(source) else {
      let file = SharedDescriptor(try sources.open(source))
      documents[number] = Document(name: name, file: file, password: password)
      return true
    }
    try transfers.get(address, number: number)
    awaited[number] = Awaited(order: order, name: name, password: password)
    return false
  }

  /// - Returns: the order of the request to open it, where it has not come yet.
  func close(_ number: UInt32) -> UInt64? {
    documents[number] = nil
    guard let expected = awaited.removeValue(forKey: number) else { return nil }
    transfers.cancel(number)
    return expected.order
  }

  /// Takes what has come from servers.
  /// - Parameter whenOver: hears of each document that is here now, or will not come: why.
  func handleTransfers(_ whenOver: (UInt32, UInt64, Failure?) -> Void) {
    transfers.handle { number, news in
      guard let expected = awaited[number] else { return }
      switch consume news {
      case .progress: break
      case .document(let file, _):
        awaited[number] = nil
        do throws(Failure) {
          let file = SharedDescriptor(try SourceFile.checked(file, expected.name))
          documents[number] = Document(name: expected.name, file: file, password: expected.password)
          whenOver(number, expected.order, nil)
        } catch {
          whenOver(number, expected.order, error)
        }
      case .failed(let failure):
        awaited[number] = nil
        whenOver(number, expected.order, failure)
      }
    }
  }

  /// The number of a source, which may be one that was not in the list so far.
  func setPassword(_ password: [UInt8], ofSource source: Int) throws(Failure) -> Bool {
    try sources.setPassword(password, of: source)
  }

  func source(at location: String) throws(Failure) -> Int {
    try sources.index(of: location)
  }

  /// A page was drawn.
  func record(_ format: RenderYield.Format, for key: RenderKey) {
    documents[key.document]?.formats.record(format, for: key)
  }
}
