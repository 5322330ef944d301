import Testing

@testable import ViewerCore

@Suite("Values of options")
struct OptionValueTests {
  @Test(
    "Numbers are plain decimals",
    arguments: [
      ("0", 0), ("12", 12), ("-3.5", -3.5), (".5", 0.5), ("-.25", -0.25), ("7.", 7), ("007", 7),
    ] as [(String, Double)])
  func numbers(text: String, value: Double) {
    #expect(OptionValue.plainNumber(text) == value)
  }

  @Test(
    "Anything else is no number",
    arguments: [
      "", "-", ".", "-.", "1e3", "0x10", "inf", "nan", "1,5", " 1", "1 ", "+1", "1.2.3", "--1", "٣", "1_0",
    ])
  func noNumbers(text: String) {
    #expect(OptionValue.plainNumber(text) == nil)
    #expect(throws: OptionValueError.self) { try OptionValue.integer(text, in: -1000...1000) }
  }

  @Test(
    "Whole numbers keep their bounds",
    arguments: [("1", true), ("10", true), ("0", false), ("11", false), ("-1", false)])
  func bounds(text: String, isGood: Bool) {
    #expect(((try? OptionValue.integer(text, in: 1...10)) != nil) == isGood)
  }

  @Test("A number too large for any integer is refused, not wrapped")
  func huge() {
    #expect(throws: OptionValueError("must be a whole number from 1 to 10, not “99999999999999999999”")) {
      try OptionValue.integer("99999999999999999999", in: 1...10)
    }
  }

  @Test(
    "Sizes", arguments: [("1080x1920", 1080, 1920), ("1x1", 1, 1), ("16384x16384", 16384, 16384)])
  func sizes(text: String, width: Int, height: Int) throws {
    #expect(try OptionValue.size(text) == PixelSize(width: width, height: height))
  }

  @Test(
    "No sizes",
    arguments: ["", "x", "10", "10x", "x10", "0x10", "10X10", "10x10x10", "-1x5", "16385x1", "1x1 "])
  func noSizes(text: String) {
    #expect(throws: OptionValueError.self) { try OptionValue.size(text) }
  }

  @Test("Rectangles, rotations, switches and colours are read")
  func others() throws {
    #expect(try OptionValue.rectangle("0,5,10,20") == PixelRect(x: 0, y: 5, width: 10, height: 20))
    #expect(try OptionValue.rotation("270") == .threeQuarters)
    #expect(try OptionValue.onOff("on"))
    #expect(try !OptionValue.onOff("off"))
    #expect(try OptionValue.colour("#12aBfF") == 0x12ABFF)
    #expect(try OptionValue.colour("black") == 0)
    #expect(try OptionValue.path("a b") == "a b")
  }

  @Test("Their neighbours are not")
  func neighbours() {
    for text in ["", "1,2,3", "1,2,3,4,5", "1,2,0,4", "-1,2,3,4", "1,2,3,", "1,,2,3,4", "a,b,c,d"] {
      #expect(throws: OptionValueError.self) { try OptionValue.rectangle(text) }
    }
    for text in ["", "45", "360", "-90", "90.0"] {
      #expect(throws: OptionValueError.self) { try OptionValue.rotation(text) }
    }
    for text in ["", "yes", "On", "1"] {
      #expect(throws: OptionValueError.self) { try OptionValue.onOff(text) }
    }
    for text in ["", "#12345", "#1234567", "123456", "#12345g", "#+12345", "red"] {
      #expect(throws: OptionValueError.self) { try OptionValue.colour(text) }
    }
    for text in ["", "a\0b"] { #expect(throws: OptionValueError.self) { try OptionValue.path(text) } }
  }
}
