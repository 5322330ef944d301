import Foundation

/// `qpdf`, which protects documents that we wrote, and lays them out for streaming.
package enum QPDF {
  package struct Refusal: Error {
    package var status: Int32
  }

  package static let path = ["/usr/bin/qpdf", "/usr/local/bin/qpdf"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// One page with a word on it, treated as the options say.
  package static func treated(_ options: [String]) throws -> [UInt8] {
    var pdf = PDFFixture()
    pdf.addPage(contents: PDFFixture.text("Secret"))
    return try treated(pdf.bytes(), options)
  }

  package static func treated(_ pdf: [UInt8], _ options: [String]) throws -> [UInt8] {
    var result: [UInt8] = []
    try inTemporaryFolder { folder in
      let plain = folder.appendingPathComponent("plain.pdf")
      let treated = folder.appendingPathComponent("treated.pdf")
      try Data(pdf).write(to: plain)
      try treat(plain.path, as: treated.path, options)
      result = [UInt8](try Data(contentsOf: treated))
    }
    return result
  }

  /// The same with files.
  package static func treat(_ plain: String, as treated: String, _ options: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path ?? "")
    process.arguments = options + [plain, treated]
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Refusal(status: process.terminationStatus) }
  }
}
