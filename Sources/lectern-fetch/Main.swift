import FetchApp
import Glibc

@main
struct Main {
  static func main() {
    exit(FetchProgram.main())
  }
}
