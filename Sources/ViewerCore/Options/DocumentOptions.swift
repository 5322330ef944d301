/// Which document a command reads, and how it is had: what all such commands have in common.
package struct DocumentOptions: Hashable, Sendable {
  /// As `SourceName` reads them: one, unless they are joined.
  package var sources: [String] = []
  /// Whether they are read as one document, each after the other.
  package var joins = false
  /// Files whose first line is a password: one for every source, or one for each; `none` where a source has none.
  package var passwordFiles: [String] = []
  package var worker = WorkerLimitOptions()
  package var transfer = TransferOptions()

  package init() {}

  /// The password file of a source.
  package func passwordFile(ofSource index: Int) -> String? {
    guard passwordFiles.count > 1 else { return passwordFiles.first }
    guard passwordFiles.indices.contains(index), passwordFiles[index] != "none" else { return nil }
    return passwordFiles[index]
  }

  /// What only makes sense together.
  func check() throws(Failure) {
    if !joins, sources.count > 1 {
      throw Failure(.usage, sources[1], "is one document too many; --join reads several as one")
    }
    if joins, sources.count > 1, transfer.key != nil {
      throw Failure(.usage, "--cache-key", "is for one document")
    }
    if passwordFiles.count > 1, passwordFiles.count != sources.count {
      throw Failure(
        .usage, "--password-file",
        "is given \(passwordFiles.count) times; give it once, or once for each source (none for one without)")
    }
  }

  /// Takes what stands without a dash.
  mutating func setSources(_ texts: ArraySlice<String>) throws(OptionValueError) {
    guard !texts.isEmpty, texts.allSatisfy({ !$0.isEmpty && !$0.utf8.contains(0) }) else {
      throw OptionValueError("must name a document")
    }
    sources = Array(texts)
  }
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

/// Options of a command that reads a document.
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
      .flag("join", \.document.joins, "the sources are one document, each after the other"),
      OptionSpec(
        "password-file", "FILE",
        "file whose first line is the password; of joined sources once for all, or once for each (none)"
      ) { target, text throws(OptionValueError) in
        target.document.passwordFiles.append(try OptionValue.path(text))
      }.with {
        $0.isRepeated = true
        $0.clear = { $0.document.passwordFiles = [] }
      },
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

extension OptionTable where Target: ReadingOptions {
  /// A document, or several with `--join`.
  static func documents() -> Operands {
    Operands(name: "SOURCE", count: 1...10_000) { target, texts throws(OptionValueError) in
      try target.document.setSources(texts[...])
    }
  }
}
