/// What the command line asks for.
enum SampleOptions: Hashable {
  case help
  case draw(path: String)

  static let usage = """
    Usage: lectern-sample -o OUT.pdf

    Draws the visitor guide of a museum that does not exist, to try a viewer on: twelve
    pages with text, drawings, a map, a photograph, a scan, tables, links, an outline and
    a form. The same fonts and libraries give the same bytes.

      -o, --output FILE  where the guide goes; replaced when it exists
      -h, --help         this text

    Exit status: 0, 64 for a wrong command line, 70 when drawing fails, 74 when writing does.

    """

  init(arguments: some Sequence<String>) throws(SampleError) {
    var path: String?
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "-h", "--help":
        self = .help
        return
      case "-o", "--output":
        guard let value = rest.popFirst() else { throw .usage("\(argument) needs a file name") }
        path = try Self.output(value, after: path)
      case _ where argument.hasPrefix("--output="):
        path = try Self.output(String(argument.dropFirst("--output=".count)), after: path)
      default:
        throw .usage("what is \u{201C}\(argument)\u{201D}?")
      }
    }
    guard let path else { throw .usage("where should the guide go? Say -o OUT.pdf") }
    self = .draw(path: path)
  }

  private static func output(_ value: String, after earlier: String?) throws(SampleError) -> String {
    guard !value.isEmpty else { throw .usage("the output has no name") }
    guard earlier == nil else { throw .usage("there can be one output only") }
    return value
  }
}
