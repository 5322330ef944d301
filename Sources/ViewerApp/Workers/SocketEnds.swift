import Posix

/// The two ends of a new program's socket, which are taken one by one.
struct SocketEnds: ~Copyable {
  var ours: MessageSocket
  var theirs: MessageSocket

  consuming func takeOurs() -> MessageSocket {
    ours
  }
}

extension MessageSocketPair {
  consuming func taken() -> SocketEnds {
    SocketEnds(ours: first, theirs: second)
  }
}
