package enum ViewerProgram { package static func main() -> Int32 { 0 } }
