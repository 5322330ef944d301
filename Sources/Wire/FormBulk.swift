package import ViewerCore

/// Kind, facts, then each field with its lines, its places and what it holds.
extension DocumentForm: WorkerBulk {
  package init(decodingBulk bytes: ArraySlice<UInt8>) throws(WireError) {
    self.init()
    var reader = ByteReader(bytes)
    try reader.head(BulkKind.form)
    guard let kind = FormKind(rawValue: try reader.u8()) else { throw .badValue }
    self.kind = kind
    hasCalculations = try reader.bool()
    isPermitted = try reader.bool()
    isCertified = try reader.bool()
    isCut = try reader.bool()
    wasMended = try reader.bool()
    let count = try reader.count(upTo: WorkerLimits.formFields, eachAtLeast: 20)
    fields.reserveCapacity(count)
    var widgets = 0
    for _ in 0..<count {
      let field = try reader.field()
      widgets += field.widgets.count
      guard widgets <= WorkerLimits.formWidgets else { throw .tooMany }
      fields.append(field)
    }
    try reader.finish()
  }

  package func encodedBulk() -> [UInt8] {
    var writer = ByteWriter()
    writer.head(BulkKind.form)
    writer.u8(kind.rawValue)
    for fact in [hasCalculations, isPermitted, isCertified, isCut, wasMended] { writer.bool(fact) }
    writer.count(min(fields.count, WorkerLimits.formFields))
    for field in fields.prefix(WorkerLimits.formFields) { writer.field(field) }
    return writer.bytes
  }
}

/// For each field its number and its value.
extension FormEdits: WorkerBulk {
  package init(decodingBulk bytes: ArraySlice<UInt8>) throws(WireError) {
    var reader = ByteReader(bytes)
    try reader.head(BulkKind.edits)
    var edits: [Edit] = []
    for _ in 0..<(try reader.count(upTo: WorkerLimits.formFields, eachAtLeast: 5)) {
      let field = Int(try reader.index(upTo: Int32(WorkerLimits.formFields)))
      edits.append(Edit(field: field, value: try reader.formValue()))
    }
    try reader.finish()
    guard let value = FormEdits(edits) else { throw .badValue }
    self = value
  }

  package func encodedBulk() -> [UInt8] {
    var writer = ByteWriter()
    writer.head(BulkKind.edits)
    writer.count(edits.count)
    for edit in edits {
      writer.i32(Int32(clamping: edit.field))
      writer.formValue(edit.value)
    }
    return writer.bytes
  }
}

extension ByteReader {
  fileprivate mutating func field() throws(WireError) -> FormField {
    let name = try string(upTo: WorkerLimits.fieldNameBytes)
    let label = try string(upTo: WorkerLimits.fieldNameBytes)
    guard let kind = FormField.Kind(rawValue: try u8()) else { throw .badValue }
    var field = FormField(name: name, label: label, kind: kind)
    field.flags = FormField.Flags(rawValue: try u16())
    if try bool() { field.maximumLength = Int(try index()) }
    field.value = try formValue()
    for _ in 0..<(try count(upTo: WorkerLimits.options, eachAtLeast: 8)) {
      let value = try string(upTo: WorkerLimits.optionBytes)
      field.options.append(
        FormField.Option(value: value, label: try string(upTo: WorkerLimits.optionBytes)))
    }
    for _ in 0..<(try count(upTo: WorkerLimits.formWidgets, eachAtLeast: 25)) {
      let page = Int(try index(upTo: WorkerLimits.pages))
      let box = PageText.Box(left: try float(), top: try float(), right: try float(), bottom: try float())
      field.widgets.append(
        FormField.Widget(
          page: page, box: box, state: try string(upTo: WorkerLimits.optionBytes), isHidden: try bool()))
    }
    if try bool() {
      let signer = try string(upTo: WorkerLimits.fieldNameBytes)
      field.signature = FormField.Signature(signer: signer, date: try string(upTo: 64))
    }
    return field
  }

  fileprivate mutating func formValue() throws(WireError) -> FormValue {
    switch try u8() {
    case 0: return .none
    case 1: return .text(try string(upTo: WorkerLimits.fieldValueBytes))
    case 2: return .state(try bool() ? try string(upTo: WorkerLimits.optionBytes) : nil)
    case 3:
      var lines: [Int] = []
      for _ in 0..<(try count(upTo: WorkerLimits.options, eachAtLeast: 4)) {
        lines.append(Int(try index(upTo: Int32(WorkerLimits.options))))
      }
      return .lines(lines)
    default: throw .badValue
    }
  }
}

extension ByteWriter {
  fileprivate mutating func field(_ field: FormField) {
    string(field.name, upTo: WorkerLimits.fieldNameBytes)
    string(field.label, upTo: WorkerLimits.fieldNameBytes)
    u8(field.kind.rawValue)
    u16(field.flags.rawValue)
    bool(field.maximumLength != nil)
    if let length = field.maximumLength { i32(Int32(clamping: length)) }
    formValue(field.value)
    count(min(field.options.count, WorkerLimits.options))
    for option in field.options.prefix(WorkerLimits.options) {
      string(option.value, upTo: WorkerLimits.optionBytes)
      string(option.label, upTo: WorkerLimits.optionBytes)
    }
    count(field.widgets.count)
    for widget in field.widgets {
      i32(Int32(clamping: widget.page))
      for edge in [widget.box.left, widget.box.top, widget.box.right, widget.box.bottom] { float(edge) }
      string(widget.state, upTo: WorkerLimits.optionBytes)
      bool(widget.isHidden)
    }
    bool(field.signature != nil)
    if let signature = field.signature {
      string(signature.signer, upTo: WorkerLimits.fieldNameBytes)
      string(signature.date, upTo: 64)
    }
  }

  fileprivate mutating func formValue(_ value: FormValue) {
    switch value {
    case .none: u8(0)
    case .text(let text):
      u8(1)
      string(text, upTo: WorkerLimits.fieldValueBytes)
    case .state(let state):
      u8(2)
      bool(state != nil)
      if let state { string(state, upTo: WorkerLimits.optionBytes) }
    case .lines(let lines):
      u8(3)
      count(min(lines.count, WorkerLimits.options))
      for line in lines.prefix(WorkerLimits.options) { i32(Int32(clamping: line)) }
    }
  }
}
