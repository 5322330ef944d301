import ViewerCore
import WorkerApp

/// `lectern-pictures`: draws pictures and comic books for the viewer, as `lectern-worker` does PDF.
package enum PictureWorkerProgram {
  package static func main() -> Int32 {
    WorkerProgram.main("lectern-pictures") { _ in PictureOpener() }
  }
}

private struct PictureOpener: DocumentOpener {
  func open(_ descriptor: Int32, password: [UInt8]?) throws(EngineFailure) -> any DocumentEngine {
    try ImageEngine(descriptor: descriptor)
  }

  func open(_ stream: StreamedFile, password: [UInt8]?) throws(EngineFailure) -> any DocumentEngine {
    throw EngineFailure(.unsupportedDocument, "pictures are read once they are there")
  }

  func forget() {}
}
