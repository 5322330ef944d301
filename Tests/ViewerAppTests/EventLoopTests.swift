import Posix
import Testing

@testable import ViewerApp

struct EventLoopTests {
  @Test("What happens is told by its source and number, until it is not watched any more")
  func keys() throws {
    let loop = try EventLoop()
    let one = try MessageSocket.pair()
    let other = try MessageSocket.pair()
    let first = try loop.watch(one.first.rawValue, .worker, number: .max)
    _ = try loop.watch(other.first.rawValue, .chores)
    #expect(loop.watched == 2)
    #expect(try one.second.send([1]) == .sent)
    try loop.wait(until: nil)
    var event = try #require(loop.next())
    #expect(event.source == .worker && event.number == .max)
    #expect(loop.next() == nil)

    loop.unwatch(first)
    #expect(loop.watched == 1)
    #expect(try other.second.send([1]) == .sent)
    try loop.wait(until: nil)
    event = try #require(loop.next())
    #expect(event.source == .chores && event.number == 0)
    #expect(loop.next() == nil)
  }

  @Test("What is not watched any more is not told, though it had happened by then")
  func unwatchedMeanwhile() throws {
    let loop = try EventLoop()
    let pair = try MessageSocket.pair()
    let watch = try loop.watch(pair.first.rawValue, .touch)
    #expect(try pair.second.send([1]) == .sent)
    try loop.wait(until: nil)
    loop.unwatch(watch)
    #expect(loop.next() == nil)
  }

  @Test("A moment that has passed is not waited for, and every return counts as a wake-up")
  func past() throws {
    let loop = try EventLoop()
    try loop.wait(until: 0)
    try loop.wait(until: MonotonicClock.now() - 1)
    #expect(loop.wakeUps == 2)
    #expect(loop.next() == nil)
  }

  @Test("A descriptor that cannot be watched is refused, and takes no place")
  func refused() throws {
    let loop = try EventLoop()
    #expect(throws: SystemError.self) { try loop.watch(-1, .worker) }
    let file = try FileDescriptor.growingMemory(name: "plain")
    // Regular files are always ready: epoll does not take them.
    #expect(throws: SystemError.self) { try loop.watch(file.rawValue, .worker) }
    #expect(loop.watched == 0)
  }
}
