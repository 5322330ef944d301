import Foundation

/// A step that a program has taken on the files of a folder, as `libpowercut` writes it down.
struct DiskStep: Hashable {
  enum Kind: UInt32 {
    case open = 1, write, size, sync, rename, link, unlink, mkdir
  }

  var kind: Kind
  var path = ""
  var other = ""
  var data = Data()
  /// Of the opening.
  var file: UInt32
  /// Offset or size; of an opening whether the file is new (1), and whether it was emptied (2).
  var place: Int

  static func read(_ url: URL) throws -> [DiskStep] {
    // Data, not arrays: a debug build goes through those byte by byte.
    let bytes = try Data(contentsOf: url)
    var steps: [DiskStep] = []
    var start = 0
    func number(_ offset: Int, _ size: Int) -> Int {
      (0..<size).reduce(0) { $0 | Int(bytes[start + offset + $1]) << (8 * $1) }
    }
    while start + 24 <= bytes.count {
      guard let kind = Kind(rawValue: UInt32(number(0, 4))) else { throw POSIXError(.EINVAL) }
      let (first, second) = (number(4, 4), number(8, 4))
      var step = DiskStep(kind: kind, file: UInt32(number(12, 4)), place: number(16, 8))
      start += 24
      if kind == .write {
        step.data = bytes.subdata(in: start..<(start + first))
      } else {
        step.path = String(decoding: bytes[start..<(start + first)], as: UTF8.self)
      }
      step.other = String(decoding: bytes[(start + first)..<(start + first + second)], as: UTF8.self)
      start += first + second
      steps.append(step)
    }
    return steps
  }
}

/// What a disk may hold after a power cut: what was synced, and of the rest as much as chance will have it.
///
/// Contents that were not synced may be there write by write or not at all; names of a folder that was not synced are
/// there up to some change. That is more than journalling file systems allow to happen, and all that POSIX promises.
struct SimulatedDisk {
  private final class File {
    var durable = Data()
    var pending: [(place: Int, data: Data?)] = []

    func apply(_ write: (place: Int, data: Data?), to bytes: inout Data) {
      guard let data = write.data else {
        if write.place < bytes.count { bytes = bytes.subdata(in: 0..<write.place) }
        bytes += Data(count: write.place - bytes.count)
        return
      }
      let end = write.place + data.count
      if end > bytes.count { bytes += Data(count: end - bytes.count) }
      bytes.replaceSubrange(write.place..<end, with: data)
    }

    func sync() {
      for write in pending { apply(write, to: &durable) }
      pending = []
    }

    func contents(_ isThere: () -> Bool) -> Data {
      var bytes = durable
      for write in pending where isThere() { apply(write, to: &bytes) }
      return bytes
    }
  }

  private enum NameChange {
    case add(String, File)
    case remove(String)
  }

  private var names: [String: File] = [:]
  private var durable: [String: File] = [:]
  private var pending: [String: [NameChange]] = [:]
  private var openFiles: [UInt32: File] = [:]
  private var openFolders: [UInt32: String] = [:]
  /// Whether nothing is ever put on the disk for good, to see what becomes of it.
  private let forgetsSyncs: Bool

  init(forgetsSyncs: Bool = false) {
    self.forgetsSyncs = forgetsSyncs
  }

  mutating func take(_ step: DiskStep) {
    switch step.kind {
    case .open:
      (openFiles[step.file], openFolders[step.file]) = (nil, nil)
      if step.place & 1 != 0 {
        let file = File()
        openFiles[step.file] = file
        change(.add(step.path, file))
      } else if let file = names[step.path] {
        openFiles[step.file] = file
        if step.place & 2 != 0 { file.pending.append((0, nil)) }
      } else {
        openFolders[step.file] = step.path
      }
    case .write: openFiles[step.file]?.pending.append((step.place, step.data))
    case .size: openFiles[step.file]?.pending.append((step.place, nil))
    case .sync:
      guard !forgetsSyncs else { return }
      openFiles[step.file]?.sync()
      if let folder = openFolders[step.file] {
        for change in pending.removeValue(forKey: folder) ?? [] { Self.apply(change, to: &durable) }
      }
    case .rename:
      guard let file = names[step.path] else { return }
      change(.add(step.other, file))
      change(.remove(step.path))
    case .link:
      if let file = names[step.path] { change(.add(step.other, file)) }
    case .unlink: change(.remove(step.path))
    // Folders are made anew by whoever misses them.
    case .mkdir: break
    }
  }

  private mutating func change(_ change: NameChange) {
    Self.apply(change, to: &names)
    let path =
      switch change {
      case .add(let path, _), .remove(let path): path
      }
    pending[Self.folder(path), default: []].append(change)
  }

  private static func apply(_ change: NameChange, to names: inout [String: File]) {
    switch change {
    case .add(let path, let file): names[path] = file
    case .remove(let path): names[path] = nil
    }
  }

  private static func folder(_ path: String) -> String {
    String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
  }

  /// How much of what was not synced is there.
  enum Luck: CaseIterable {
    case nothing, namesOnly, contentsOnly, some, all
  }

  /// Puts what is left after a power cut now into another folder.
  /// - Parameter original: the folder that the record is of.
  func write(_ luck: Luck, for original: String, to folder: URL, _ random: inout some RandomNumberGenerator)
    throws
  {
    var left = durable
    // A rename that is there by half leaves both names.
    for changes in pending.values {
      let count =
        switch luck {
        case .nothing, .contentsOnly: 0
        case .namesOnly, .all: changes.count
        case .some: Int.random(in: 0...changes.count, using: &random)
        }
      for change in changes.prefix(count) { Self.apply(change, to: &left) }
    }
    for (path, file) in left.sorted(by: { $0.key < $1.key }) {
      let bytes = file.contents {
        switch luck {
        case .nothing, .namesOnly: false
        case .contentsOnly, .all: true
        case .some: Bool.random(using: &random)
        }
      }
      let url = folder.appendingPathComponent(String(path.dropFirst(original.count)))
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try bytes.write(to: url)
    }
  }
}
