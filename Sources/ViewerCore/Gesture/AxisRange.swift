/// What one absolute axis of an input device says of itself (the kernel's `struct input_absinfo`).
package struct AxisRange: Hashable, Sendable {
  package var minimum: Int32
  package var maximum: Int32
  /// Noise of the axis in its own units; 0 = none said.
  package var fuzz: Int32
  /// Units a millimetre; 0 = not said, 1 = not believable (a driver's placeholder).
  package var resolution: Int32

  package init(minimum: Int32, maximum: Int32, fuzz: Int32 = 0, resolution: Int32 = 0) {
    self.minimum = minimum
    self.maximum = maximum
    self.fuzz = fuzz
    self.resolution = resolution
  }

  /// How many places the axis has: the whole width of the glass. libinput divides by the same number.
  package var count: Double {
    Double(maximum) - Double(minimum) + 1
  }

  package var isEmpty: Bool { maximum <= minimum }

  /// Where a value lies on the axis: 0 at its start, just below 1 at its end. Values outside the range
  /// give shares outside 0..<1, as libinput passes them on.
  package func share(_ value: Int32) -> Double {
    (Double(value) - Double(minimum)) / count
  }

  /// The axis' length in mm where it is believable: a resolution above 1 and 40 to 3000 mm.
  package var millimetres: Double? {
    guard resolution > 1 else { return nil }
    let length = (Double(maximum) - Double(minimum)) / Double(resolution)
    return length >= 40 && length <= 3000 ? length : nil
  }
}
