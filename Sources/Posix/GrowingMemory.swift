import CPosix

extension FileDescriptor {
  /// A memfd that grows as it is written. It may shrink as well: read it, never map it.
  package static func growingMemory(name: String) throws(SystemError) -> FileDescriptor {
    FileDescriptor(owning: try checked("memfd_create", cposix_growing_memory(name)))
  }
}

extension Surroundings {
  /// Whether this build runs under a sanitizer: it reserves terabytes of address space, and is slow.
  package static var isSanitized: Bool { cposix_is_sanitized() == 1 }
}
