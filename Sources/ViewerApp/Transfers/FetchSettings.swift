import Glibc
import Posix
import ViewerCore

/// How `lectern-fetch` is started.
struct FetchSettings {
  /// Path of the program.
  var executable: String
  var cacheFolder: String
  /// Folder of the copies that outlive a run.
  var stateFolder: String
  var options: TransferOptions

  /// - Throws: `bad-configuration` when the program or a place for copies is missing.
  init(_ options: TransferOptions) throws(Failure) {
    executable = try Companion.path("lectern-fetch")
    self.options = options
    if let folder = options.cacheFolder {
      (cacheFolder, stateFolder) = (folder, folder)
    } else {
      cacheFolder = try Self.folder("CACHE_DIRECTORY", "XDG_CACHE_HOME", ".cache")
      stateFolder = try Self.folder("STATE_DIRECTORY", "XDG_STATE_HOME", ".local/state")
    }
  }

  var arguments: [String] {
    var arguments = ["--cache-dir", cacheFolder, "--state-dir", stateFolder]
    arguments += ["--limit", String(options.cacheSize << 20)]
    if let size = options.largest { arguments += ["--largest", String(size << 20)] }
    if let certificates = options.certificates { arguments += ["--ca-file", certificates] }
    for host in options.plainHosts { arguments += ["--allow-http", host] }
    return arguments
  }

  /// What curl and its libraries take from their surroundings: proxies, and where certificates are.
  static func environment() -> [String] {
    let names = [
      "http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY",
      "SSL_CERT_FILE", "SSL_CERT_DIR", "ASAN_OPTIONS",
    ]
    return ["LC_ALL=C.UTF-8"]
      + names.compactMap { name in Surroundings.variable(name).map { "\(name)=\($0)" } }
  }

  /// The folder that systemd has made for this service, else ours in the user's.
  private static func folder(_ own: String, _ users: String, _ usual: String) throws(Failure) -> String {
    if let folder = Surroundings.variable(own)?.split(separator: ":").first { return String(folder) }
    if let folder = Surroundings.variable(users), folder.hasPrefix("/") { return folder + "/lectern" }
    if let home = Surroundings.variable("HOME"), home.hasPrefix("/") { return "\(home)/\(usual)/lectern" }
    throw Failure(.badConfiguration, "--cache-dir", "is missing: there is no home to keep copies in")
  }
}

/// Programs that were installed with this one: beside it, or in `../libexec/lectern`.
enum Companion {
  static func path(_ name: String) throws(Failure) -> String {
    let folder = (try? Surroundings.programFolder()) ?? "."
    for candidate in ["\(folder)/\(name)", "\(folder)/../libexec/lectern/\(name)"]
    where access(candidate, X_OK) == 0 {
      return candidate
    }
    throw Failure(
      .badConfiguration, name, "the program is missing beside lectern (\(folder)); install it there")
  }
}
