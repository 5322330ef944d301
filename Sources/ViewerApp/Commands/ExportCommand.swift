import Posix
import ViewerCore

/// `lectern export SOURCE -o FILE`: the document as it is, byte for byte, as nothing is put into its form here. Of
/// several: one PDF document with the pages of all.
package enum ExportCommand {
  package static func run(_ input: DocumentInput, to path: String, report: inout CommandReport) {
    do throws(Failure) {
      let files = try input.files()
      let failures = files.compactMap { if case .failure(let failure) = $0.file { failure } else { nil } }
      for failure in failures.dropLast() { report.complain(failure) }
      // A copy that lacks one of them would be none.
      if let failure = failures.last { throw failure }
      let copy = try DocumentCopy(path)
      if files.count == 1 {
        try copy.take(try files[0].file.get().descriptor)
      } else {
        try join(files, input, to: copy.descriptor, path)
      }
      try copy.publish()
    } catch {
      report.complain(error)
    }
  }

  private static func join(
    _ files: [MemberFile], _ input: DocumentInput, to output: Int32, _ path: String
  ) throws(Failure) {
    let settings = try input.workerSettings()
    // Whose fault it is.
    var subject = input.name
    do throws(WorkFailure) {
      let worker = try JoinConversation(settings)
      for file in files {
        guard case .success(let opened) = file.file else { continue }
        subject = file.name
        let format = SourceFile.format(of: opened.descriptor)
        if let format, format != .pdf {
          let made = try pictures(opened.descriptor, format, settings, path)
          try worker.append(made, password: nil, title: file.title)
        } else {
          try worker.append(opened.descriptor, password: file.password, title: file.title)
        }
      }
      subject = input.name
      try worker.write(to: output)
    } catch {
      if error.code == .writeFailed { throw Failure(.writeFailed, path, "cannot be written") }
      throw Failure(error, of: subject)
    }
  }

  /// A PDF document of pictures, beside the one that is written, and without a name there.
  private static func pictures(
    _ file: borrowing FileDescriptor, _ format: FileFormat, _ settings: WorkerSettings, _ path: String
  ) throws(WorkFailure) -> FileDescriptor {
    let made: FileDescriptor
    do {
      let draft = try DraftFile(for: path)
      made = try FileDescriptor.open(draft.draftPath, .readWrite)
    } catch {
      throw WorkFailure(code: .writeFailed, detail: error.reason)
    }
    let worker = try JoinConversation(settings, for: format)
    try worker.append(file, password: nil, title: "")
    try worker.write(to: made.rawValue)
    return made
  }
}
