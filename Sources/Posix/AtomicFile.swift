/// Writing a file so that readers see the old contents or the new, never a part, even across a power cut.
package enum AtomicFile {
  /// Writes beside the target, syncs, renames over it, and syncs the folder. Blocks: a chore.
  package static func write(
    _ bytes: [UInt8], to path: String, permissions: UInt32 = 0o644
  ) throws(SystemError) {
    let draft = try DraftFile(for: path, permissions: permissions)
    try draft.file.writeAll(bytes)
    try draft.publish()
  }
}
