import CGLib

/// GLib's key file: the syntax of lectern.conf (GLib manual, "Key-value file parser").
struct KeyFile: ~Copyable {
  private let pointer: OpaquePointer

  /// - Throws: what GLib says of text that is no key file.
  init(_ text: [UInt8]) throws(KeyFileError) {
    // GLib ends the program rather than return nothing.
    guard let pointer = g_key_file_new() else { throw KeyFileError(message: "out of memory") }
    var error: UnsafeMutablePointer<GError>?
    let isLoaded = text.withUnsafeBytes { bytes in
      // An empty text gives no address, and GLib takes none for a mistake of ours.
      let start = bytes.bindMemory(to: CChar.self).baseAddress
      return start.map { g_key_file_load_from_data(pointer, $0, gsize(bytes.count), G_KEY_FILE_NONE, &error) }
    }
    if isLoaded == 0 {
      g_key_file_unref(pointer)
      throw KeyFileError(taking: error)
    }
    self.pointer = pointer
  }

  deinit {
    g_key_file_unref(pointer)
  }

  /// A value with its escapes resolved.
  borrowing func string(_ section: String, _ key: String) throws(KeyFileError) -> String {
    var error: UnsafeMutablePointer<GError>?
    let value = g_key_file_get_string(pointer, section, key, &error)
    defer { g_free(value) }
    // A wrong escape gives both an error and a value.
    guard let value, error == nil else { throw KeyFileError(taking: error) }
    return String(cString: value)
  }
}

struct KeyFileError: Error, Hashable {
  var message: String
}

extension KeyFileError {
  /// Takes over GLib's error.
  init(taking error: UnsafeMutablePointer<GError>?) {
    guard let error else {
      self.init(message: "cannot be read")
      return
    }
    self.init(message: error.pointee.message.map { String(cString: $0) } ?? "cannot be read")
    g_error_free(error)
  }
}
