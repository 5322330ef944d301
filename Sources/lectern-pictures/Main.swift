import Glibc
import PictureWorker

@main
struct Main {
  static func main() {
    exit(PictureWorkerProgram.main())
  }
}
