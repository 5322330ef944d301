import CGLib
package import ViewerCore

/// Reads lectern.conf. What its keys mean is `ViewerConfiguration`'s to say.
package enum ConfigurationFile {
  /// Where it stands when nobody names another.
  package static let usualPath = "/etc/lectern/lectern.conf"

  /// - Parameter path: nil for the usual place, where a file need not be.
  package static func read(_ path: String?) throws(Failure) -> ViewerConfiguration? {
    let name = path ?? usualPath
    var contents: UnsafeMutablePointer<gchar>?
    var length: gsize = 0
    var error: UnsafeMutablePointer<GError>?
    guard g_file_get_contents(name, &contents, &length, &error) != 0, let contents else {
      let code = error.map { Int32($0.pointee.code) }
      let reason = KeyFileError(taking: error).message
      switch code {
      case Int32(G_FILE_ERROR_NOENT.rawValue):
        if path == nil { return nil }
        throw Failure(.notFound, name, "there is no such file")
      case Int32(G_FILE_ERROR_ACCES.rawValue), Int32(G_FILE_ERROR_PERM.rawValue):
        throw Failure(.noPermission, name, "may not be read by this user")
      default:
        throw Failure(.badConfiguration, name, reason)
      }
    }
    defer { g_free(contents) }
    let bytes = UnsafeRawBufferPointer(start: contents, count: Int(length))
    return try parse(Array(bytes), path: name)
  }

  /// Understands a file's text; `path` is for messages.
  package static func parse(_ text: [UInt8], path: String) throws(Failure) -> ViewerConfiguration {
    let lines: KeyFileLines
    do throws(KeyFileLines.Mistake) {
      lines = try KeyFileLines(text)
    } catch {
      throw Failure(.badConfiguration, "\(path):\(error.line)", error.message)
    }
    // GLib refuses a text without any section only by some releases; it says nothing, so it sets nothing.
    if lines.sections.isEmpty { return ViewerConfiguration() }
    let file: KeyFile
    do throws(KeyFileError) {
      file = try KeyFile(lines.trimmedText)
    } catch {
      throw Failure(.badConfiguration, path, error.message)
    }
    var configuration = ViewerConfiguration()
    for section in lines.sections {
      var entries: [OptionEntry] = []
      for key in section.keys {
        let value: String
        do throws(KeyFileError) {
          value = try file.string(section.name, key.name)
        } catch {
          throw Failure(.badConfiguration, "\(path):\(key.line)", "\(key.name): \(error.message)")
        }
        entries.append(OptionEntry(name: key.name, value: value, origin: .file(path, line: key.line)))
      }
      configuration.sections.append(
        .init(name: section.name, entries: entries, origin: .file(path, line: section.line)))
    }
    return configuration
  }
}
