import Testing
import ViewerCore

@Suite("What fields take")
struct FormFieldRulesTests {
  static let box = PageText.Box(left: 0, top: 0, right: 100, bottom: 20)

  static func buttons(_ kind: FormField.Kind, _ states: [String], _ flags: FormField.Flags = []) -> FormField
  {
    FormField(
      name: "b", kind: kind, flags: flags, value: .state(nil),
      options: states.map { FormField.Option(value: $0, label: "the \($0)") },
      widgets: states.map { FormField.Widget(page: 0, box: box, state: $0) })
  }

  static func lines(_ kind: FormField.Kind, _ flags: FormField.Flags = []) -> FormField {
    FormField(
      name: "l", kind: kind, flags: flags, value: .lines([]),
      options: ["r": "Red", "g": "Green", "b": "Blue"].sorted { $0.key > $1.key }
        .map { FormField.Option(value: $0.key, label: $0.value) })
  }

  static func text(_ flags: FormField.Flags = [], limit: Int? = nil) -> FormField {
    FormField(name: "t", kind: .text, flags: flags, maximumLength: limit, value: .text(""))
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var field: FormField
    var words: String
    var value: FormValue?
    var refusal: FormRefusal?
    var testDescription: String { "\(field.kind) \(field.flags.names) “\(words)”" }

    init(_ field: FormField, _ words: String, _ value: FormValue) {
      (self.field, self.words, self.value) = (field, words, value)
    }

    init(_ field: FormField, _ words: String, refused refusal: FormRefusal) {
      (self.field, self.words, self.refusal) = (field, words, refusal)
    }
  }

  static let cases: [Case] = [
    Case(text(), "Grüße, 你好", .text("Grüße, 你好")),
    Case(text(), "", .text("")),
    Case(text(.readOnly), "x", refused: .readOnly),
    Case(text(.required), "", refused: .required),
    Case(text(limit: 4), "four", .text("four")),
    Case(text(limit: 4), "fives", refused: .tooLong(length: 5, limit: 4)),
    // An emoji is two units long, as in the file.
    Case(text(limit: 1), "😀", refused: .tooLong(length: 2, limit: 1)),
    Case(text(), "two\nlines", refused: .lineBreak),
    Case(text(.multiline), "two\nlines", .text("two\nlines")),
    Case(text(.multiline), "bell\u{7}", refused: .controlCharacter),
    Case(buttons(.checkbox, ["Yes"]), "on", .state("Yes")),
    Case(buttons(.checkbox, ["Yes"]), "TRUE", .state("Yes")),
    Case(buttons(.checkbox, ["Yes"]), "Yes", .state("Yes")),
    Case(buttons(.checkbox, ["Yes"]), "off", .state(nil)),
    Case(buttons(.checkbox, ["Off2"]), "maybe", refused: .noSuchOption("maybe", ["on", "off"])),
    Case(buttons(.checkbox, ["Yes"], .required), "no", refused: .required),
    Case(buttons(.radio, ["a", "b"]), "b", .state("b")),
    Case(buttons(.radio, ["a", "b"]), "the a", .state("a")),
    Case(buttons(.radio, ["a", "b"]), "off", .state(nil)),
    Case(buttons(.radio, ["a", "b"], .alwaysOn), "off", refused: .alwaysOn),
    Case(buttons(.radio, ["a", "b"]), "c", refused: .noSuchOption("c", ["the a", "the b"])),
    Case(lines(.dropdown), "Green", .lines([1])),
    Case(lines(.dropdown), "g", .lines([1])),
    Case(lines(.dropdown), "", .lines([])),
    Case(lines(.dropdown), "Pink", refused: .noSuchOption("Pink", ["Red", "Green", "Blue"])),
    Case(lines(.dropdown, .editable), "Pink", .text("Pink")),
    Case(lines(.dropdown, .editable), "Red", .lines([0])),
    Case(lines(.list), "Blue", .lines([2])),
    Case(lines(.list, .multiple), "b\nr\nRed", .lines([0, 2])),
    Case(lines(.list), "b\nr", refused: .noSuchOption("b\nr", ["Red", "Green", "Blue"])),
    Case(FormField(name: "s", kind: .signature), "me", refused: .notFillable(.signature)),
    Case(FormField(name: "p", kind: .button), "press", refused: .notFillable(.button)),
  ]

  @Test("Words become what the field takes, or are refused", arguments: cases)
  func words(_ item: Case) {
    do throws(FormRefusal) {
      let value = try item.field.value(of: item.words)
      #expect(value == item.value)
    } catch {
      #expect(error == item.refusal)
      #expect(error.code == .usage || error.code == .noPermission)
      #expect(!error.message.isEmpty)
    }
  }

  @Test("A button that is tapped goes on, and off again where all may be off")
  func toggles() {
    let check = Self.buttons(.checkbox, ["Yes"])
    #expect(check.toggled(check.widgets[0], from: .state(nil)) == .state("Yes"))
    #expect(check.toggled(check.widgets[0], from: .state("Yes")) == .state(nil))
    let radio = Self.buttons(.radio, ["a", "b"])
    #expect(radio.toggled(radio.widgets[1], from: .state("a")) == .state("b"))
    #expect(radio.toggled(radio.widgets[1], from: .state("b")) == .state(nil))
    let fixed = Self.buttons(.radio, ["a", "b"], .alwaysOn)
    #expect(fixed.toggled(fixed.widgets[1], from: .state("b")) == .state("b"))
  }

  @Test("Values that are no answer to the field are refused")
  func kinds() {
    #expect(throws: FormRefusal.self) { try Self.text().checked(.state("x")) }
    #expect(throws: FormRefusal.onlyOne) { try Self.lines(.list).checked(.lines([0, 1])) }
    #expect(throws: FormRefusal.self) { try Self.lines(.list).checked(.lines([7])) }
    #expect(throws: FormRefusal.self) { try Self.lines(.list, .multiple).checked(.lines([1, 1])) }
    #expect(throws: FormRefusal.self) { try Self.buttons(.radio, ["a"]).checked(.state("b")) }
  }

  @Test("What is put in last counts, and what the document holds is no change")
  func edits() {
    var edits = FormEdits()
    edits.set(3, to: .text("a"), original: .text(""))
    edits.set(1, to: .state("Yes"), original: .state(nil))
    edits.set(3, to: .text("b"), original: .text(""))
    #expect(edits.edits.map(\.field) == [1, 3])
    #expect(edits.value(of: 3) == .text("b"))
    edits.set(1, to: .state(nil), original: .state(nil))
    #expect(edits.edits == [FormEdits.Edit(field: 3, value: .text("b"))])
    #expect(FormEdits(edits.edits + edits.edits) == nil)
  }

  @Test("Required fields that are empty are found, by what was put in as well")
  func missing() throws {
    var form = DocumentForm()
    form.fields = [Self.text(.required), Self.text(), Self.text([.required, .readOnly])]
    #expect(form.missing(FormEdits()) == [form.fields[0]])
    var edits = FormEdits()
    edits.set(0, to: .text("x"), original: .text(""))
    #expect(form.missing(edits).isEmpty)
  }

  @Test("A field is found by its name unless others have the same")
  func names() throws {
    var form = DocumentForm()
    form.fields = [Self.text(), Self.buttons(.checkbox, ["Yes"]), Self.text()]
    #expect(try form.index(of: "b") == 1)
    #expect(throws: FormRefusal.ambiguousField(2)) { try form.index(of: "t") }
    #expect(try form.index(of: "t#2") == 2)
    for name in ["t#0", "t#3", "t#", "b#1"] {
      #expect(throws: FormRefusal.unknownField) { try form.index(of: name) }
    }
    #expect(throws: FormRefusal.unknownField) { try form.index(of: "x") }
  }
}
