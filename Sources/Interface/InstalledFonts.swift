import CPango

/// What the machine's fonts can do, as fontconfig finds them for pango.
package enum InstalledFonts {
  /// Whether a family is there under its own name, not by a substitute.
  package static func has(family name: String) -> Bool {
    guard let map = pango_cairo_font_map_new() else { return false }
    defer { g_object_unref(UnsafeMutableRawPointer(map)) }
    var families: UnsafeMutablePointer<UnsafeMutablePointer<PangoFontFamily>?>?
    var count: Int32 = 0
    pango_font_map_list_families(map, &families, &count)
    defer { g_free(families) }
    return UnsafeBufferPointer(start: families, count: Int(count)).contains { family in
      guard let family, let own = pango_font_family_get_name(family) else { return false }
      return String(cString: own) == name
    }
  }

  /// Whether any font has a picture of this character.
  package static func canDraw(_ scalar: Unicode.Scalar) -> Bool {
    guard let map = pango_cairo_font_map_new() else { return false }
    defer { g_object_unref(UnsafeMutableRawPointer(map)) }
    guard let context = pango_font_map_create_context(map) else { return false }
    defer { g_object_unref(UnsafeMutableRawPointer(context)) }
    let description = pango_font_description_from_string(TextLayout.families)
    defer { pango_font_description_free(description) }
    guard let set = pango_font_map_load_fontset(map, context, description, pango_language_get_default())
    else { return false }
    defer { g_object_unref(UnsafeMutableRawPointer(set)) }
    guard let font = pango_fontset_get_font(set, scalar.value) else { return false }
    defer { g_object_unref(UnsafeMutableRawPointer(font)) }
    return pango_font_has_char(font, scalar.value) != 0
  }
}
