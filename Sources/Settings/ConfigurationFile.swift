import Glibc
import Posix
package import ViewerCore

/// Reads lectern.conf. What its keys mean is `ViewerConfiguration`'s to say.
package enum ConfigurationFile {
  /// Where it stands when nobody names another.
  package static let usualPath = "/etc/lectern/lectern.conf"
  /// Bytes; what is longer is some other file, or a device that never ends.
  private static let limit = 1 << 20

  /// - Parameter path: nil for the usual place, where a file need not be.
  package static func read(_ path: String?) throws(Failure) -> ViewerConfiguration? {
    let name = path ?? usualPath
    let text: [UInt8]
    do throws(SystemError) {
      text = try FileDescriptor.open(name).readToEnd(limit: limit)
    } catch {
      if error.isNotFound {
        if path == nil { return nil }
        throw Failure(.notFound, name, "there is no such file")
      }
      if error.isPermission { throw Failure(.noPermission, name, "may not be read by this user") }
      if error.code == EFBIG {
        throw Failure(.badConfiguration, name, "is longer than any configuration (\(limit >> 20) MB)")
      }
      throw Failure(.badConfiguration, name, error.reason)
    }
    return try parse(text, path: name)
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
