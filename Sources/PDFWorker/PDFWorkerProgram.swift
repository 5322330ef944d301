import PDFRendering
import ViewerCore
import WorkerApp

/// `lectern-worker`: draws PDF for the viewer.
package enum PDFWorkerProgram {
  package static func main() -> Int32 {
    WorkerProgram.main("lectern-worker") { errorOutput in PDFOpener(errorOutput: errorOutput) }
  }
}

/// Kept to the end of the process, for the engine's log writes to its own until then.
private final class PDFOpener: DocumentOpener {
  private let log: EngineLog

  init(errorOutput: Int32?) {
    log = EngineLog(errorOutput: errorOutput)
    log.install()
  }

  /// What is no PDF is opened as one that is damaged: there may be that much of it left.
  func open(_ descriptor: Int32, password: [UInt8]?) throws(EngineFailure) -> any DocumentEngine {
    try PDFEngine(descriptor: descriptor, password: password, log: log)
  }

  func open(_ stream: StreamedFile, password: [UInt8]?) throws(EngineFailure) -> any DocumentEngine {
    try PDFEngine(stream: stream, password: password, log: log)
  }

  func forget() { _ = log.take() }
}

extension StreamedFile: DocumentBytes {}
