import Glibc
package import Posix
package import ViewerCore

/// Opens a document's file for a worker, and says in plain words what is wrong with it before one is started.
package enum SourceFile {
  /// The header may stand behind this much rubbish (PDF 1.7, implementation note 13).
  private static let window = 1024

  /// - Returns: a descriptor of a regular file that looks like a PDF by its content; its name counts for nothing.
  package static func open(_ path: String) throws(Failure) -> FileDescriptor {
    guard !path.isEmpty else { throw Failure(.invalidSource, "", "the source is empty; name a file") }
    let file: FileDescriptor
    do {
      // Opening a pipe nobody writes to would wait for ever.
      file = try FileDescriptor.open(path, .read, blocking: false)
    } catch {
      throw failure(error, path)
    }
    return try checked(file, path)
  }

  /// The document of any source that has one; a pipe is read to its end.
  package static func open(_ source: SourceName) throws(Failure) -> FileDescriptor {
    if case .path(let path) = source { return try open(path) }
    guard let taken = try TakenDocument.take(source) else { throw Failure(.invalidSource, source.title, "") }
    return try open(taken, source)
  }

  static func open(_ taken: TakenDocument, _ source: SourceName) throws(Failure) -> FileDescriptor {
    let file: FileDescriptor
    do {
      file = try taken.open()
    } catch {
      throw failure(error, source.title)
    }
    return try checked(file, source.title)
  }

  /// - Parameter name: for messages.
  static func checked(_ file: consuming FileDescriptor, _ name: String) throws(Failure)
    -> FileDescriptor
  {
    var status = stat()
    guard fstat(file.rawValue, &status) == 0 else {
      throw Failure(.sourceUnreachable, name, "the file cannot be examined")
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      let isFolder = status.st_mode & S_IFMT == S_IFDIR
      throw Failure(.invalidSource, name, isFolder ? "is a folder, not a document" : "is not a regular file")
    }
    guard status.st_size > 0 else { throw Failure(.damagedDocument, name, "the file is empty") }
    do {
      guard try isPDF(file) else {
        throw Failure(.unsupportedDocument, name, "is not a PDF document")
      }
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure(.sourceUnreachable, name, "the file cannot be read")
    }
    return file
  }

  /// By the header, or, where rubbish has replaced it, by the end that every engine starts from.
  static func isPDF(_ file: borrowing FileDescriptor) throws(SystemError) -> Bool {
    if try contains("%PDF-", file, at: 0) { return true }
    return try contains("startxref", file, at: max(0, try file.size() - window))
  }

  private static func contains(
    _ word: String, _ file: borrowing FileDescriptor, at offset: Int
  ) throws(SystemError) -> Bool {
    var bytes = [UInt8](repeating: 0, count: window)
    let raw = file.rawValue
    let count = bytes.withUnsafeMutableBytes { pread(raw, $0.baseAddress, $0.count, offset) }
    guard count >= 0 else { throw SystemError(call: "pread", code: errno) }
    let wanted = Array(word.utf8)
    guard count >= wanted.count else { return false }
    return (0...(count - wanted.count)).contains { bytes[$0..<($0 + wanted.count)].elementsEqual(wanted) }
  }

  /// The password in a file: its first line, as bytes.
  package static func password(from path: String) throws(Failure) -> [UInt8] {
    do {
      let bytes = try FileDescriptor.open(path, blocking: false).readAll(limit: 4096)
      return Array(bytes.prefix { $0 != 10 && $0 != 13 })
    } catch {
      throw failure(error, path)
    }
  }

  static func failure(_ error: SystemError, _ path: String) -> Failure {
    if error.isNotFound { return Failure(.notFound, path, "there is no such file") }
    if error.isPermission { return Failure(.noPermission, path, "may not be read by this user") }
    return Failure(.sourceUnreachable, path, "cannot be opened: \(error.reason)")
  }
}
