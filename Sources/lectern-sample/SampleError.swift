/// Why there is no guide.
enum SampleError: Error, Hashable {
  /// The command line is not one that the program knows.
  case usage(String)
  /// cairo or pango refused; the text is the library's own.
  case drawing(String)
  /// cairo's file is not laid out as the form writer expects.
  case unexpectedFile(String)
  /// No space or quota is left where the file should go.
  case storageFull(path: String)
  /// The file could not be written for any other reason, told by `errno`.
  case writeFailed(path: String, errno: Int32)

  /// After `sysexits.h`, as all of Lectern's programs.
  var exitStatus: Int32 {
    switch self {
    case .usage: 64
    case .drawing, .unexpectedFile: 70
    case .storageFull, .writeFailed: 74
    }
  }
}
