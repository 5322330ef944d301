import CForms
import ViewerCore
import Wire

/// Reads a document's form with libqpdf: poppler's interface tells neither what buttons are called when they are on nor
/// what is required, and goes astray in forms whose fields are their own forebears.
struct FormReader {
  private let bytes: QPDFBytes
  private let passwords: [[CChar]]

  /// - Parameter password: its bytes; nil when none is known.
  init(_ bytes: any DocumentBytes, password: [UInt8]?) {
    self.bytes = QPDFBytes(bytes)
    passwords = QPDFBytes.spellings(of: password)
  }

  /// The form, and of each field where its widgets stand.
  struct Reading {
    var form = DocumentForm()
    var places: [[FormPlace]] = []
    /// Readers are asked to make the looks of all texts.
    var needsLooks = false
  }

  func read() throws(PDFError) -> Reading {
    var problem = Int32(cforms_ok)
    for password in passwords {
      let read = source { source, context in
        cforms_read(source, context, size, password, Int64(WorkerLimits.formFields), &problem)
      }
      if let read {
        defer { cforms_free(read) }
        return Self.reading(read)
      }
      if problem != Int32(cforms_locked) { break }
    }
    throw Self.failure(problem)
  }

  /// Writes the document anew, without the mistakes that the file has, with values put into its fields.
  /// - Parameters:
  ///   - output: an empty regular file; stays the caller's.
  ///   - prepares: whether it gets all that an engine needs to give its fields new looks.
  func write(_ edits: FormEdits, prepares: Bool, to output: Int32) throws(PDFError) {
    let plain = PlainEdits(edits)
    try write { source, context, password in
      plain.withEdits { edits in
        cforms_fill(
          source, context, size, password, Int64(WorkerLimits.formFields), edits.baseAddress,
          Int64(edits.count), prepares ? 1 : 0, output)
      }
    }
  }

  private func write(
    _ body: (cforms_source, UnsafeMutableRawPointer, UnsafePointer<CChar>?) -> Int32
  ) throws(PDFError) {
    var problem = Int32(cforms_ok)
    for password in passwords {
      problem = source { source, context in body(source, context, password) }
      if problem != Int32(cforms_locked) { break }
    }
    guard problem == Int32(cforms_ok) else { throw Self.failure(problem) }
  }

  private func source<Result>(_ body: (cforms_source, UnsafeMutableRawPointer) -> Result) -> Result {
    defer { withExtendedLifetime(bytes) {} }
    return body(QPDFBytes.read, bytes.context)
  }

  private var size: Int64 { bytes.byteCount }

  private static func failure(_ problem: Int32) -> PDFError {
    switch problem {
    case Int32(cforms_locked): .unsupportedEncryption("the form cannot be read")
    case Int32(cforms_no_memory): .outOfMemory("the form is too large")
    case Int32(cforms_unwritable): .unwritable("the document cannot be written")
    default: .damaged("the form cannot be read")
    }
  }

  // MARK: What was read

  private static func reading(_ read: OpaquePointer) -> Reading {
    let facts = cforms_get_facts(read)
    var reading = Reading()
    var form = DocumentForm()
    form.hasCalculations = facts.has_calculations != 0
    form.isCertified = facts.is_certified != 0
    form.isCut = facts.is_cut != 0
    form.wasMended = facts.was_mended != 0
    for index in 0..<facts.field_count {
      guard let field = cforms_get_field(read, index) else { break }
      let places = UnsafeBufferPointer(start: field.pointee.widgets, count: Int(field.pointee.widget_count))
      reading.places.append(places.map(FormPlace.init))
      form.fields.append(self.field(field.pointee))
    }
    form.kind = facts.has_xfa != 0 ? .xfa : form.fields.isEmpty ? .none : .acroForm
    reading.form = form
    reading.needsLooks = facts.needs_looks != 0
    return reading
  }

  private static func field(_ raw: cforms_field) -> FormField {
    var field = FormField(
      name: text(raw.name, limit: WorkerLimits.fieldNameBytes),
      label: OutlineReader.cleaned(text(raw.label, limit: WorkerLimits.fieldNameBytes)), kind: kind(raw))
    field.flags = flags(raw, field.kind)
    if field.kind == .text || field.kind == .dropdown, raw.max_length > 0 {
      field.maximumLength = Int(raw.max_length)
    }
    let listed = UnsafeBufferPointer(start: raw.options, count: Int(raw.option_count)).map { option in
      FormField.Option(
        value: text(option.value, limit: WorkerLimits.optionBytes),
        label: text(option.display, limit: WorkerLimits.optionBytes))
    }
    let places = UnsafeBufferPointer(start: raw.widgets, count: Int(raw.widget_count))
    field.widgets = places.map {
      FormPlace($0).widget(state: text($0.state, limit: WorkerLimits.optionBytes))
    }
    let values = UnsafeBufferPointer(start: raw.values, count: Int(raw.value_count)).map {
      text($0, limit: WorkerLimits.fieldValueBytes)
    }
    switch field.kind {
    case .text: field.value = .text(values.first ?? "")
    case .checkbox, .radio:
      // Where all buttons have states of their own, a list tells what they are called.
      for (index, widget) in field.widgets.enumerated() where !widget.state.isEmpty {
        guard !field.options.contains(where: { $0.value == widget.state }) else { continue }
        let label = listed.indices.contains(index) ? listed[index].label : ""
        field.options.append(
          FormField.Option(value: widget.state, label: label.isEmpty ? widget.state : label))
      }
      let shown = places.first { $0.is_on != 0 }.map { text($0.state, limit: WorkerLimits.optionBytes) }
      let named = values.first.flatMap { value in field.widgets.contains { $0.state == value } ? value : nil }
      field.value = .state(shown ?? named)
    case .dropdown, .list:
      field.options = listed
      let lines = values.compactMap { value in
        listed.firstIndex { $0.value == value } ?? listed.firstIndex { $0.label == value }
      }
      let isFree = lines.isEmpty && !(values.first ?? "").isEmpty
      field.value = isFree ? .text(values.first ?? "") : .lines(Array(Set(lines)).sorted())
    case .signature:
      if raw.is_signed != 0 {
        field.signature = FormField.Signature(
          signer: OutlineReader.cleaned(text(raw.signer, limit: WorkerLimits.fieldNameBytes)),
          date: OutlineReader.cleaned(text(raw.signed_at, limit: 64)))
      }
    case .button, .other: break
    }
    return field
  }

  /// PDF 1.7, tables 221, 226, 228 and 230; bits are counted from 1 there.
  private static func kind(_ raw: cforms_field) -> FormField.Kind {
    func has(_ bit: Int32) -> Bool { raw.flags & (1 << (bit - 1)) != 0 }
    switch raw.kind {
    case Int32(cforms_text): return .text
    case Int32(cforms_button): return has(17) ? .button : has(16) ? .radio : .checkbox
    case Int32(cforms_choice): return has(18) ? .dropdown : .list
    case Int32(cforms_signature): return .signature
    default: return .other
    }
  }

  private static func flags(_ raw: cforms_field, _ kind: FormField.Kind) -> FormField.Flags {
    var flags: FormField.Flags = []
    func take(_ bit: Int32, _ flag: FormField.Flags) {
      if raw.flags & (1 << (bit - 1)) != 0 { flags.insert(flag) }
    }
    take(1, .readOnly)
    take(2, .required)
    switch kind {
    case .text:
      take(13, .multiline)
      take(14, .password)
      take(21, .file)
      take(25, .comb)
      take(26, .richText)
    case .radio: take(15, .alwaysOn)
    case .dropdown: take(19, .editable)
    case .list: take(22, .multiple)
    case .checkbox, .button, .signature, .other: break
    }
    return flags
  }

  /// Bad UTF-8 is mended; what is too long is cut at a character.
  private static func text(_ raw: cforms_bytes, limit: Int) -> String {
    guard let start = raw.bytes, raw.count > 0 else { return "" }
    let bytes = UnsafeRawBufferPointer(start: start, count: Int(raw.count))
    var text = String(decoding: bytes, as: UTF8.self)
    guard text.utf8.count > limit else { return text }
    var end = text.utf8.index(text.utf8.startIndex, offsetBy: limit)
    while end.samePosition(in: text.unicodeScalars) == nil { end = text.utf8.index(before: end) }
    text = String(text[..<end])
    return text
  }
}
