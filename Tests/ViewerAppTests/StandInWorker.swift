import Foundation
import Wire

/// A program in the place of `lectern-worker` that does as a shell script says, deleted when this value goes.
///
/// Its socket is descriptor 3. Each start leaves a mark, so that starts can be counted.
final class StandInWorker {
  private let folder: URL
  var path: String { folder.appendingPathComponent("worker").path }

  init(_ script: String) throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("stand-in-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // Written by another process: had we the file open for writing while some other test forks, that child
    // would hold it open too, and running it would fail with ETXTBSY.
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [
      "-c", #"printf '#!/bin/sh\necho >> "$0.starts"\n%s\n' "$1" > "$0" && chmod 755 "$0""#, path, script,
    ]
    try process.run()
    process.waitUntilExit()
  }

  /// A worker that answers one request after the other as it is told, whatever they are, and then sleeps.
  convenience init(answering bodies: [WorkerReply.Body], anonymousBytes: Int = 0) throws {
    var script = ""
    for (index, body) in bodies.enumerated() {
      let reply = WorkerReply(number: UInt32(index + 1), anonymousBytes: anonymousBytes, body: body)
      let octal = reply.encoded().map { byte in
        let digits = String(byte, radix: 8)
        return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
      }
      script += "dd bs=65536 count=1 <&3 >/dev/null 2>&1; printf '\(octal.joined())' >&3\n"
    }
    try self.init(script + "exec sleep 1000")
  }

  /// How often it has been started.
  var starts: Int { (try? Data(contentsOf: URL(fileURLWithPath: path + ".starts")).count) ?? 0 }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }
}
