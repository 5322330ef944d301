import Foundation
import Glibc
import TestSupport
import Testing
import ViewerCore
import Wire

@testable import ViewerApp

struct ClipFileTests {
  private static let panel = Panel(size: PixelSize(width: 120, height: 160), dotsPerInch: 160)

  private static func read(_ path: String) throws(Failure) -> Clip {
    try ClipFile.read(path, panel: panel, rotation: .none)
  }

  @Test("A script is read for the panel it is played on")
  func script() throws {
    try inTemporaryFolder { folder in
      let path = folder.appendingPathComponent("clip").path
      try Data("0 tap 60,80\n500 wait 100ms\n".utf8).write(to: URL(fileURLWithPath: path))
      let clip = try Self.read(path)
      #expect(clip.deviceCount == 1 && !clip.events.isEmpty)
      #expect(clip.duration == .milliseconds(600))
    }
  }

  @Test("A clip that cannot be read says why, one that is wrong says where")
  func failures() throws {
    try inTemporaryFolder { folder in
      let path = folder.appendingPathComponent("clip").path
      #expect(failureOf { try Self.read(path) }?.code == .notFound)
      #expect(failureOf { try Self.read(path + "/x") }?.code == .notFound)
      #expect(failureOf { try Self.read(folder.path) }?.code == .sourceUnreachable)
      for (text, place) in [("0 tap 60,80\n100 jump 1,1\n", "line 2"), ("0 tap 60,800\n", "line 1")] {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        let failure = failureOf { try Self.read(path) }
        #expect(failure?.code == .invalidSource && failure?.subject == path)
        #expect(failure?.message.contains(place) == true, "\(failure?.message ?? "")")
      }
      try Data("rubbish".utf8).write(to: URL(fileURLWithPath: path))
      #expect(failureOf { try Self.read(path) }?.code == .invalidSource)
    }
  }
}
