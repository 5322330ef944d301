import CPoppler

/// One reference to a GObject, given back at the end.
struct GObjectRef: ~Copyable {
  let pointer: OpaquePointer

  /// Takes over a reference that the caller owns.
  init(owning pointer: OpaquePointer) {
    self.pointer = pointer
  }

  deinit {
    g_object_unref(UnsafeMutableRawPointer(pointer))
  }
}

/// A copy of a string that GLib allocated for us, which is freed; empty for null, bad UTF-8 repaired.
func takeString(_ pointer: UnsafeMutablePointer<CChar>?) -> String {
  guard let pointer else { return "" }
  defer { g_free(pointer) }
  return String(cString: pointer)
}

/// A copy of a string that stays GLib's.
func copyString(_ pointer: UnsafePointer<CChar>?) -> String {
  guard let pointer else { return "" }
  return String(cString: pointer)
}

/// Calls `body` with the data of each element; the list stays the caller's.
func forEach(_ list: UnsafeMutablePointer<GList>?, _ body: (UnsafeMutableRawPointer) -> Void) {
  var next = list
  while let node = next {
    if let data = node.pointee.data { body(data) }
    next = node.pointee.next
  }
}
