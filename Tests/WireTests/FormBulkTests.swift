import Testing
import ViewerCore
import Wire

@Suite("Forms over the wire")
struct FormBulkTests {
  static let form: DocumentForm = {
    var form = DocumentForm()
    form.kind = .acroForm
    form.hasCalculations = true
    form.wasMended = true
    let box = PageText.Box(left: 1, top: 2, right: 3.5, bottom: 4)
    form.fields = [
      FormField(
        name: "a.b", label: "Größe", kind: .text, flags: [.required, .multiline], maximumLength: 20,
        value: .text("x\ny"), widgets: [FormField.Widget(page: 0, box: box)]),
      FormField(
        name: "c", kind: .radio, flags: .alwaysOn, value: .state("1"),
        options: [FormField.Option(value: "1", label: "one")],
        widgets: [FormField.Widget(page: 3, box: box, state: "1", isHidden: true)]),
      FormField(name: "d", kind: .list, value: .lines([0, 2])),
      FormField(name: "e", kind: .signature, signature: FormField.Signature(signer: "S", date: "D:2020")),
      FormField(name: "f", kind: .button),
    ]
    return form
  }()

  static let edits: FormEdits = {
    var edits = FormEdits()
    edits.set(0, to: .text("neu"), original: .none)
    edits.set(4, to: .state(nil), original: .none)
    edits.set(2, to: .lines([1]), original: .none)
    return edits
  }()

  @Test("A form and what is put into it come over as they were sent")
  func roundTrip() throws {
    #expect(try DocumentForm(decodingBulk: Self.form.encodedBulk()[...]) == Self.form)
    #expect(try FormEdits(decodingBulk: Self.edits.encodedBulk()[...]) == Self.edits)
  }

  @Test("What is cut anywhere, or goes on, is refused")
  func cut() {
    for bytes in [Self.form.encodedBulk(), Self.edits.encodedBulk()] {
      for count in 0..<bytes.count {
        #expect(throws: WireError.self) { try DocumentForm(decodingBulk: bytes[..<count]) }
        #expect(throws: WireError.self) { try FormEdits(decodingBulk: bytes[..<count]) }
      }
      #expect(throws: WireError.self) { try DocumentForm(decodingBulk: (bytes + [0])[...]) }
      #expect(throws: WireError.self) { try FormEdits(decodingBulk: (bytes + [0])[...]) }
    }
  }

  @Test("A field that was put into twice is refused")
  func twice() {
    var bytes = Self.edits.encodedBulk()
    // The first entry's field becomes the second's.
    bytes[6] = 4
    #expect(throws: WireError.badValue) { try FormEdits(decodingBulk: bytes[...]) }
  }

  @Test("Answers about forms belong to their questions, and to pages that are there")
  func outcomes() throws {
    let bulk = Self.form.encodedBulk()
    func outcome(
      _ question: WorkerRequest.Body, _ answer: WorkerReply.Body, _ bulk: [UInt8] = [], pages: Int32 = 4
    ) throws -> WorkerOutcome {
      let reply = WorkerReply(number: 1, anonymousBytes: 0, body: answer, attached: bulk)
      let read = try WorkerReply(decoding: reply.encoded()[...])
      return try read.outcome(
        of: WorkerRequest(number: 1, document: 1, body: question), bulk: bulk[...], pages: pages)
    }
    #expect(try outcome(.fields, .fields(byteCount: bulk.count), bulk) == .fields(Self.form))
    #expect(throws: WireError.self) {
      try outcome(.fields, .fields(byteCount: bulk.count), bulk, pages: 3)
    }
    #expect(try outcome(.fill, .filled) == .filled)
    #expect(try outcome(.export, .exported) == .exported)
    #expect(throws: WireError.self) { try outcome(.export, .filled) }
    #expect(try outcome(.append(title: "A"), .appended) == .appended)
    #expect(try outcome(.join(pages: 2), .exported) == .exported)
    #expect(throws: WireError.self) { try outcome(.join(pages: 2), .appended) }
    #expect(throws: WireError.self) { try outcome(.append(title: ""), .exported) }
    for body in [WorkerRequest.Body.fields, .fill, .export, .append(title: "Zoë"), .join(pages: 7)] {
      let request = WorkerRequest(number: 7, document: 2, body: body)
      #expect(try WorkerRequest(decoding: request.encoded()[...]) == request)
    }
  }
}
