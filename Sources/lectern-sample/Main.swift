import Glibc

@main
struct Main {
  static func main() {
    exit(SampleProgram.run(CommandLine.arguments.dropFirst()))
  }
}
