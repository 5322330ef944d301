package enum ViewerProgram {
  package static func main() -> Int32 { EarlyDispatch.run(Array(CommandLine.arguments.dropFirst())) ?? 0 }
}
