package enum WorkerProgram { package static func main() -> Int32 { 0 } }
