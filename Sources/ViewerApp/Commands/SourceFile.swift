import Glibc
package import Posix
package import ViewerCore

/// Opens a document's file for a worker, and says in plain words what is wrong with it before one is started.
package enum SourceFile {
  /// How near its end a PDF says where to begin.
  private static let endWindow = 1024

  /// - Returns: a descriptor of a regular file that looks like a document by its content; its name counts for nothing.
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
      guard try isDocument(file) else {
        throw Failure(
          .unsupportedDocument, name, "is no document that is read here (PDF, pictures, comic books)")
      }
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure(.sourceUnreachable, name, "the file cannot be read")
    }
    return file
  }

  /// What a document is by its first bytes; nil where they do not tell.
  static func format(of file: borrowing FileDescriptor) -> FileFormat? {
    guard let head = try? bytes(file, at: 0, count: FileFormat.headBytes) else { return nil }
    return FileFormat(head: head)
  }

  /// By the first bytes, or, where rubbish has replaced a PDF's header, by the end that every engine starts from.
  static func isDocument(_ file: borrowing FileDescriptor) throws(SystemError) -> Bool {
    if FileFormat(head: try bytes(file, at: 0, count: FileFormat.headBytes)) != nil { return true }
    let end = try bytes(file, at: max(0, try file.size() - endWindow), count: endWindow)
    let wanted = Array("startxref".utf8)
    guard end.count >= wanted.count else { return false }
    return (0...(end.count - wanted.count)).contains { end[$0..<($0 + wanted.count)].elementsEqual(wanted) }
  }

  private static func bytes(
    _ file: borrowing FileDescriptor, at offset: Int, count: Int
  ) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let raw = file.rawValue
    let got = bytes.withUnsafeMutableBytes { pread(raw, $0.baseAddress, $0.count, offset) }
    guard got >= 0 else { throw SystemError(call: "pread", code: errno) }
    return Array(bytes.prefix(got))
  }

  /// The same source for programs that have another working folder.
  static func absolute(_ source: SourceName) -> SourceName {
    guard case .path(let path) = source, !path.hasPrefix("/"),
      let folder = try? SymbolicLink.target("/proc/self/cwd")
    else { return source }
    return .path("\(folder)/\(path.hasPrefix("./") ? String(path.dropFirst(2)) : path)")
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
