import Glibc

package enum SymbolicLink {
  /// What a link names, which need not exist; cut to `PATH_MAX` bytes.
  package static func target(_ path: String) throws(SystemError) -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = try systemCall("readlink") { readlink(path, &buffer, buffer.count) }
    return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
