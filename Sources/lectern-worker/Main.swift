import Glibc
import WorkerApp

@main
struct Main {
  static func main() {
    exit(WorkerProgram.main())
  }
}
