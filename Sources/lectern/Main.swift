import Glibc
import ViewerApp

@main
struct Main {
  static func main() {
    exit(ViewerProgram.main())
  }
}
