import Glibc

/// The program from arguments to exit status.
enum SampleProgram {
  static func run(_ arguments: some Sequence<String>) -> Int32 {
    do throws(SampleError) {
      switch try SampleOptions(arguments: arguments) {
      case .help:
        say(SampleOptions.usage, on: STDOUT_FILENO)
      case .draw(let path):
        try OutputFile.write(Guide.draw(), to: path)
      }
      return 0
    } catch {
      say("lectern-sample: \(line(error))\n", on: STDERR_FILENO)
      return error.exitStatus
    }
  }

  private static func line(_ error: SampleError) -> String {
    switch error {
    case .usage(let text): "\(text) (--help tells more) [usage]"
    case .drawing(let text), .unexpectedFile(let text): "the guide could not be drawn: \(text)"
    case .storageFull(let path): "\(path): there is no space left [storage-full]"
    case .writeFailed(let path, let code): "\(path): \(String(cString: strerror(code))) [write-failed]"
    }
  }

  private static func say(_ text: String, on descriptor: Int32) {
    var text = text
    text.withUTF8 { _ = write(descriptor, $0.baseAddress, $0.count) }
  }
}
