import Glibc
import PDFWorker

@main
struct Main {
  static func main() {
    exit(PDFWorkerProgram.main())
  }
}
