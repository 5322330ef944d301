/// Why a picture could not be made or stored.
package enum PictureError: Error, Hashable, Sendable {
  /// The picture has no pixels, rows overlap, or a side exceeds `PixelSource.longestSide`.
  case unusableSize(width: Int, height: Int, stride: Int)
  /// The encoder refused; the text is the library's own.
  case encodingFailed(String)
  /// No space, quota or inode is left where `path` should go.
  case storageFull(path: String)
  /// The file could not be written for any other reason, told by `errno`.
  case writeFailed(path: String, errno: Int32)
}
