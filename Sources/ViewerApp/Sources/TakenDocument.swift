import Glibc
import Posix
import ViewerCore
import Wire

/// A document that no file holds: what came through a pipe, or as base64. It is taken into memory in one pass, and
/// every worker reads it from there.
final class TakenDocument: Sendable {
  private static let piece = 1 << 16
  private let file: FileDescriptor

  private init(_ file: consuming FileDescriptor) {
    self.file = file
  }

  /// Reads a source to its end; waits for who writes it.
  /// - Parameter limit: bytes that a document may have.
  /// - Returns: nil for a file, which is opened where it is.
  static func take(_ source: SourceName, limit: Int = Surroundings.physicalMemory / 4) throws(Failure)
    -> TakenDocument?
  {
    switch source {
    case .path, .address: return nil
    case .standardInput, .base64Input:
      guard !StandardStream.input.isTerminal else {
        throw Failure(
          .usage, source.title, "the keyboard sends no document; name a file, or send one by a pipe")
      }
      return try taken(source, limit) { () throws(SystemError) in try StandardStream.input.duplicate() }
    case .base64File(let path):
      return try taken(source, limit) { () throws(SystemError) in
        try FileDescriptor.open(path, blocking: false)
      }
    case .base64Text(let text):
      var taker = Taker(source, limit)
      try taker.take(Array(text.utf8))
      return try taker.finish()
    }
  }

  /// The document for one reader; all share its place in the file, so that everybody reads at places of his own.
  func open() throws(SystemError) -> FileDescriptor {
    try file.duplicate()
  }

  private static func taken(
    _ source: SourceName, _ limit: Int, _ open: () throws(SystemError) -> FileDescriptor
  ) throws(Failure) -> TakenDocument {
    let input: FileDescriptor
    do {
      input = try open()
    } catch {
      throw SourceFile.failure(error, source.title)
    }
    var taker = Taker(source, limit)
    while true {
      let bytes: [UInt8]
      do {
        bytes = try input.read(upTo: piece)
      } catch {
        throw Failure(.sourceUnreachable, source.title, "cannot be read: \(error.reason)")
      }
      if bytes.isEmpty { return try taker.finish() }
      try taker.take(bytes)
    }
  }

  /// Takes in piece by piece.
  private struct Taker: ~Copyable {
    private let source: SourceName
    private let limit: Int
    private var decoder: Base64Decoder?
    private var memory: FileDescriptor?
    private var count = 0

    init(_ source: SourceName, _ limit: Int) {
      self.source = source
      self.limit = limit
      if source != .standardInput { decoder = Base64Decoder() }
    }

    mutating func take(_ bytes: [UInt8]) throws(Failure) {
      guard decoder != nil else { return try keep(bytes) }
      var decoded: [UInt8] = []
      do {
        try decoder?.decode(bytes, into: &decoded)
      } catch {
        throw failure(error)
      }
      try keep(decoded)
    }

    consuming func finish() throws(Failure) -> TakenDocument {
      var last: [UInt8] = []
      do {
        try decoder?.finish(into: &last)
      } catch {
        throw failure(error)
      }
      try keep(last)
      guard count > 0, let file = memory.take() else {
        throw Failure(.damagedDocument, source.title, "the document is empty")
      }
      return TakenDocument(file)
    }

    private mutating func keep(_ bytes: [UInt8]) throws(Failure) {
      guard !bytes.isEmpty else { return }
      count += bytes.count
      guard count <= limit else {
        throw Failure(
          .tooLarge, source.title,
          "is larger than the \(limit >> 20) MB that are kept in memory; save it as a file and name that")
      }
      do {
        if memory == nil { memory = try FileDescriptor.growingMemory(name: "lectern-document") }
        try memory?.writeAll(bytes)
      } catch {
        throw Failure(.outOfMemory, source.title, "there is no memory for the document: \(error.reason)")
      }
    }

    private func failure(_ mistake: Base64Decoder.Mistake) -> Failure {
      let reason =
        switch mistake {
        case .character(_, let place): "the character at byte \(place + 1) is no base64"
        case .padding: "the padding (=) of the base64 is wrong"
        case .incomplete: "the base64 ends in the middle of a byte"
        }
      return Failure(.invalidSource, source.title, reason)
    }
  }
}
