import Foundation
import Posix
import TestSupport
import Testing
import Wire

/// Files that others write to while a worker reads them.
struct ChangingFileTests {
  /// What happens to the file.
  enum Change: CaseIterable {
    case emptied, halved, overwritten, replaced
  }

  @Test(
    "A file that is cut off, overwritten or replaced while it is open costs its pages at most, never the worker",
    arguments: Change.allCases)
  func changed(by change: Change) throws {
    let pages = 12
    try inTemporaryFolder { folder in
      let url = folder.appendingPathComponent("document.pdf")
      let bytes = LongDocument.fixture(pages: pages).bytes()
      try Data(bytes).write(to: url)
      let file = try FileDescriptor.open(url.path)
      let worker = try TestWorker()
      let words = try worker.ask(.open(password: nil), descriptors: [file.rawValue])
      #expect(words.failure == nil)
      let before = try worker.render(page: 0)
      #expect(before.words.failure == nil)
      switch change {
      case .emptied: try FileHandle(forWritingTo: url).truncate(atOffset: 0)
      case .halved: try FileHandle(forWritingTo: url).truncate(atOffset: UInt64(bytes.count / 2))
      case .overwritten:
        try FileHandle(forWritingTo: url).write(contentsOf: Data(repeating: 0x41, count: bytes.count))
      case .replaced: try Data("another".utf8).write(to: url, options: .atomic)
      }
      for page in 0..<Int32(pages) {
        let answer = try worker.render(page: page)
        // Who has the old file open reads the old file.
        if change == .replaced { #expect(answer.words.failure == nil) }
      }
      for body in [WorkerRequest.Body.info, .outline, .forms, .text(page: 3), .links(page: 9)] {
        _ = try worker.ask(body)
      }
      // It still reads other documents.
      #expect(try worker.open(bytes, document: 2).failure == nil)
      #expect(try worker.render(page: 0, document: 2).pixels == before.pixels)
    }
  }
}
