import Transfer
import ViewerCore

/// What the viewer sets once, for the whole life of the process.
struct FetchOptions {
  var cacheFolder = ""
  var stateFolder = ""
  /// Bytes of copies, each kind by itself.
  var limit = 1 << 30
  var transfer = TransferSettings()

  /// `--cache-dir DIR --state-dir DIR [--limit BYTES] [--largest BYTES] [--save-pause MS] [--ca-file FILE]
  /// [--allow-http HOST]...`; nil for
  /// anything else.
  init?(arguments: some Collection<String>) {
    var rest = arguments.makeIterator()
    var hosts: [String] = []
    while let name = rest.next() {
      guard let value = rest.next() else { return nil }
      switch name {
      case "--cache-dir": cacheFolder = value
      case "--state-dir": stateFolder = value
      case "--limit":
        guard let bytes = Int(value), bytes >= 0 else { return nil }
        limit = bytes
      case "--largest":
        guard let bytes = Int(value), bytes >= 0 else { return nil }
        transfer.largest = bytes
      case "--save-pause":
        guard let pause = Int64(value), (0...600_000).contains(pause) else { return nil }
        transfer.savePause = pause
      case "--ca-file": transfer.certificates = value
      case "--allow-http": hosts.append(value)
      default: return nil
      }
    }
    guard !cacheFolder.isEmpty, !stateFolder.isEmpty else { return nil }
    transfer.plain = PlainHosts(hosts)
  }
}
