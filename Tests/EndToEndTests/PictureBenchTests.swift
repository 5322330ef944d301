import Foundation
import TestSupport
import Testing

@Suite("What a photograph costs", .enabled(if: ReleaseProgram.isThere, ReleaseProgram.reason))
struct PictureBenchTests {
  @Test("Is told for both kinds of JPEG, beside mutool where that is installed")
  func json() throws {
    let result = try ReleaseProgram.run(["bench", "pictures", "--json"])
    #expect(result.status == 0, "\(result.complaints)")
    let lines = try result.output.split(separator: "\n").map {
      try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] ?? [:]
    }
    #expect(lines.map { $0["picture"] as? String } == ["baseline", "progressive"])
    let hasPeer = FileManager.default.isExecutableFile(atPath: "/usr/bin/mutool")
    for line in lines {
      #expect(line["case"] as? String == "pictures" && line["size"] as? [Int] == [4000, 3000])
      let cost = try #require((line["ours"] as? [String: Double])?["cpuMs"])
      #expect(cost > 1)
      let peers = line["peers"] as? [String: [String: Double]]
      #expect(!hasPeer || peers?["mutool"]?["ratio"] ?? 0 > 0)
    }
  }

  @Test("A case that is none is told with those that are")
  func unknown() throws {
    let result = try ReleaseProgram.run(["bench", "nothing"])
    #expect(result.status == 64 && result.complaints.contains("\"pictures\""))
  }
}
