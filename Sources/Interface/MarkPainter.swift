import CCairo
import ViewerCore

/// Paints marks: the grips of a selection, the focus, progress, a QR code.
enum MarkPainter {
  /// A disc ringed white with a soft shadow: 8 mm to see, in a frame that is larger to grip.
  static func paintHandle(style: Style, on canvas: borrowing Canvas) {
    let box = canvas.bounds
    let shadow = min(1.2 * style.unit, 0.07 * min(box.width, box.height))
    let radius = min(4 * style.unit, min(box.width, box.height) / 2 - shadow)
    guard radius > 0 else { return }
    canvas.fillShadow(
      x: box.midX, y: box.midY + 0.2 * shadow, radius: radius, reach: 0.8 * shadow, alpha: 0.34)
    canvas.fillCircle(x: box.midX, y: box.midY, radius: radius, color: style.palette.paper)
    canvas.fillCircle(
      x: box.midX, y: box.midY, radius: radius - max(1, 0.2 * radius), color: style.palette.handle)
  }

  /// An amber line of 1 mm between thin dark ones, so that it shows on any ground.
  static func paintFocus(style: Style, on canvas: borrowing Canvas) {
    let edge = max(1, 0.25 * style.unit)
    let width = max(2, style.unit)
    let radius = min(3.6 * style.unit, 0.24 * min(canvas.bounds.width, canvas.bounds.height))
    canvas.frame(
      canvas.bounds, radius: radius, width: width + 2 * edge, color: style.palette.accentInk)
    canvas.frame(
      canvas.bounds.inset(by: edge), radius: radius - edge, width: width, color: style.palette.accent)
  }

  /// - Parameter value: how much has come, in 1/255.
  static func paintProgress(_ value: UInt8, style: Style, on canvas: borrowing Canvas) {
    let box = canvas.bounds
    canvas.fill(box, radius: .infinity, color: style.palette.bar)
    // A dot at the beginning: something is under way.
    let width = max(min(box.height, box.width), box.width * Double(value) / 255)
    canvas.fill(
      Box(x: 0, y: 0, width: width, height: box.height).inset(by: min(0.3 * style.unit, box.height / 6)),
      radius: .infinity, color: style.palette.accent)
  }

  /// Black on white in any theme, with the quiet zone of four modules that readers need (ISO/IEC 18004, 6.3.8);
  /// modules are whole pixels.
  static func paintCode(side: Int, modules: [Bool], style: Style, on canvas: borrowing Canvas) -> PixelRect {
    let box = canvas.bounds
    canvas.fill(box, color: 0xFFFFFF)
    let room = min(canvas.size.width, canvas.size.height)
    let module = side > 0 ? room / (side + 8) : 0
    guard module >= 1, modules.count == side * side else { return box.pixelsInside }
    let left = (canvas.size.width - module * side) / 2
    let top = (canvas.size.height - module * side) / 2
    canvas.setColor(0x000000)
    for y in 0..<side {
      var x = 0
      while x < side {
        guard modules[y * side + x] else {
          x += 1
          continue
        }
        let start = x
        while x < side, modules[y * side + x] { x += 1 }
        cairo_rectangle(
          canvas.context, Double(left + start * module), Double(top + y * module),
          Double((x - start) * module),
          Double(module))
      }
    }
    cairo_fill(canvas.context)
    return box.pixelsInside
  }
}
