import Testing

@testable import ViewerCore

@Suite("What is likely to be shown next") struct LikelyFurnitureTests {
  @Test("It is what a search shows when it is opened, in every language")
  func search() {
    for language in Look.Language.allCases {
      var reader = Reader.reading(
        options: SessionBarTests.options {
          $0.look.language = language
          $0.look.reducesMotion = true
          $0.languages = Look.Language.allCases
        })
      func paintings(_ furniture: [Furniture]) -> Set<Furniture> {
        Set(
          furniture.map {
            Furniture(content: $0.content, frame: PixelRect(size: $0.frame.size), opacity: 255)
          })
      }
      let likely = paintings(reader.session.likelyFurniture)
      reader.handle(.action(.search))
      let shown = paintings(
        reader.scene.furniture.filter {
          switch $0.content {
          case .key, .field, .surface(.keyboard): true
          default: false
          }
        })
      #expect(shown.count > 30 && shown.isSubset(of: likely), "\(language)")
    }
  }

  @Test("Without controls, or without a document, it is nothing")
  func nothing() {
    #expect(
      Reader.reading(options: SessionBarTests.options { $0.controls = .off }).session.likelyFurniture.isEmpty)
    #expect(Session(options: SessionOptions(budget: 8 << 20), panel: Reader.panel).likelyFurniture.isEmpty)
  }
}
