/// Which document a command reads, and how it is had: what all such commands have in common.
package struct DocumentOptions: Hashable, Sendable {
  /// As `SourceName` reads it.
  package var source = ""
  /// File whose first line is the password.
  package var passwordFile: String?
  package var worker = WorkerLimitOptions()
  package var transfer = TransferOptions()

  package init() {}
}

/// How documents are fetched from servers, and where their copies are kept.
package struct TransferOptions: Hashable, Sendable {
  package var headers: [HeaderField] = []
  /// For how long a copy is shown without asking the server.
  package var maximumAge = Duration.zero
  /// What the copy is kept under instead of address and headers.
  package var key: String?
  /// Whether the copy outlives the run.
  package var isPersistent = false
  /// File of certificates besides the system's own.
  package var certificates: String?
  /// Hosts that may be asked without encryption.
  package var plainHosts: [String] = []
  /// Folder of copies; nil for the usual ones.
  package var cacheFolder: String?
  /// MB of copies, each kind by itself.
  package var cacheSize = 1024
  /// MB of a document; nil for as many as the disk has room for.
  package var largest: Int?

  package init() {}
}

/// Options of what asks servers for documents.
protocol TransferringOptions: SendableMetatype {
  var transfer: TransferOptions { get set }
}

/// Options of a command that reads one document.
protocol ReadingOptions: TransferringOptions {
  var document: DocumentOptions { get set }
}

extension ReadingOptions {
  var transfer: TransferOptions {
    get { document.transfer }
    set { document.transfer = newValue }
  }
}

extension OptionSpec where Target: ReadingOptions {
  static var documentRows: [OptionSpec] {
    [
      .passwordFile(\.document.passwordFile),
      .workerMemory(\.document.worker.memory),
      .openTimeout(\.document.worker.openTimeout),
    ] + transferRows
  }
}

extension OptionSpec where Target: TransferringOptions {
  static var transferRows: [OptionSpec] {
    [
      OptionSpec("header", "'N: V'", "sent with a document's address; repeatable") {
        target, text throws(OptionValueError) in
        target.transfer.headers.append(try OptionValue.header(text))
      }.with {
        $0.isRepeated = true
        $0.clear = { $0.transfer.headers = [] }
      },
      .seconds(
        "max-age", 0...31_536_000, \.transfer.maximumAge, "how long a copy is shown unasked"),
      OptionSpec("cache-key", "K", "what the copy is kept under, instead of its address and headers") {
        target, text throws(OptionValueError) in
        target.transfer.key = try OptionValue.cacheKey(text)
      },
      .flag("persistent", \.transfer.isPersistent, "the copy outlives the run"),
      .path("ca-file", "FILE", \.transfer.certificates, "certificates besides the system's own"),
      OptionSpec("allow-http", "HOST", "may be asked without encryption; repeatable") {
        target, text throws(OptionValueError) in
        guard !text.isEmpty, !text.contains("/"), !text.contains(":") else {
          throw OptionValueError("must be a host's name")
        }
        target.transfer.plainHosts.append(text)
      }.with {
        $0.isRepeated = true
        $0.clear = { $0.transfer.plainHosts = [] }
      },
      .path("cache-dir", "DIR", \.transfer.cacheFolder, "folder of copies"),
      .integer("cache-size", "MB", 1...1_048_576, \.transfer.cacheSize, "what copies may take up"),
      .integer(
        "max-download", "MB", 1...1_048_576, \.transfer.largest, "what a document may have",
        otherwise: "what the disk has"),
    ]
  }
}
