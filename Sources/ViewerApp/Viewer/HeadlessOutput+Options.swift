import Display
import ViewerCore

extension HeadlessOutput {
  /// A screen in memory as the options describe it: like a real one's mode, `--size` is that of the panel before it
  /// is turned, so that a clip's positions mean the same on both.
  convenience init(_ options: OutputOptions, pacing: Pacing) {
    let rotation = options.rotation ?? .none
    let size = options.size ?? PixelSize(width: 1080, height: 1920)
    self.init(
      size: rotation.turned(size), dotsPerInch: options.dotsPerInch ?? 160, rotation: rotation, pacing: pacing
    )
  }
}
