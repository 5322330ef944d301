import Foundation
import Testing
import ViewerCore

@testable import Interface

struct CatalogueTests {
  /// An entry of a catalogue, by gettext's key: the context, U+0004 and the message.
  struct Entry {
    var key: String
    var plural: String?
    var translations: [String] = []
  }

  @Test("The template holds exactly the sentences of the program")
  func template() throws {
    let entries = try Self.entries("lectern.pot")
    #expect(Set(entries.map(\.key)) == Set(Sentence.allCases.map(\.rawValue)))
    #expect(entries.count == Sentence.allCases.count)
    for entry in entries { #expect(entry.plural == Sentence(rawValue: entry.key)?.plural) }
  }

  @Test("Every sentence is translated, with the same names in braces", arguments: ["de", "fr", "es"])
  func complete(language: String) throws {
    let entries = try Self.entries("\(language).po")
    #expect(Set(entries.map(\.key)) == Set(Sentence.allCases.map(\.rawValue)))
    for entry in entries {
      #expect(entry.translations.count == (entry.plural == nil ? 1 : 2), "\(entry.key)")
      for translation in entry.translations {
        #expect(!translation.isEmpty && translation.trimmingCharacters(in: .whitespaces) == translation)
        #expect(Self.names(translation) == Self.names(entry.key), "\(entry.key) -> \(translation)")
        let english = entry.key.split(separator: "\u{4}").last.map(String.init) ?? ""
        #expect((translation.last == ".") == (english.last == "."), "\(translation)")
        // Nobody should have to read much more than in English.
        #expect(Double(translation.count) <= Double(english.count) * 1.8 + 10, "\(translation)")
      }
    }
  }

  @Test("glibc finds the sentences of each language, whatever was asked before")
  func lookup() throws {
    try Languages.require()
    for _ in 0..<3 {
      #expect(Messages.text(.contents, language: .german) == "Inhalt")
      #expect(Messages.text(.contents, language: .english) == "Contents")
      #expect(Messages.text(.contents, language: .french) == "Sommaire")
      #expect(Messages.text(.contents, language: .spanish) == "Índice")
    }
    // A context is told apart, and not shown where there is no translation.
    #expect(Messages.text(.spaceKey, language: .french) == "Espace")
    #expect(Messages.text(.deleteKey, language: .french) == "Effacer")
    #expect(Messages.text(.searchKey, language: .english) == "Search")
  }

  @Test("Any thread may ask in any language at any time")
  func threads() async throws {
    try Languages.require()
    let expected: [(Look.Language, String)] = [
      (.english, "Page 3 of 9"), (.german, "Seite 3 von 9"), (.french, "Page 3 sur 9"),
      (.spanish, "Página 3 de 9"),
    ]
    await withTaskGroup(of: Int.self) { group in
      for task in 0..<8 {
        group.addTask {
          (0..<200).count { round in
            let (language, text) = expected[(task + round) % 4]
            return Messages.spoken(.pageOf(page: "3", count: 9), language: language) != text
          }
        }
      }
      for await wrong in group { #expect(wrong == 0) }
    }
  }

  @Test(
    "What is counted is in the number that the language wants",
    arguments: [
      (Look.Language.english, 0, "0 matches"), (.english, 1, "1 match"), (.english, 7, "7 matches"),
      (.german, 1, "1 Treffer"), (.french, 0, "0 résultat"), (.french, 1, "1 résultat"),
      (.french, 2, "2 résultats"), (.spanish, 0, "0 resultados"), (.spanish, 1, "1 resultado"),
    ])
  func plurals(language: Look.Language, count: Int, text: String) throws {
    try Languages.require()
    #expect(Messages.text(.matchOf(current: 0, count: count), language: language) == text)
  }

  // MARK: Reading

  static func names(_ text: String) -> [String] {
    text.matches(of: /\{[a-z]+\}/).map { String($0.output) }.sorted()
  }

  static func entries(_ file: String) throws -> [Entry] {
    let text = try String(contentsOf: Languages.sources.appendingPathComponent(file), encoding: .utf8)
    return text.components(separatedBy: "\n\n").dropFirst().map { block in
      var context: String?
      var entry = Entry(key: "")
      for line in block.split(separator: "\n") where !line.hasPrefix("#") {
        let value = line.drop { $0 != "\"" }.dropFirst().dropLast()
        let word = String(value).replacingOccurrences(of: "\\\"", with: "\"")
        switch line.prefix(while: { $0 != " " && $0 != "[" }) {
        case "msgctxt": context = word
        case "msgid": entry.key = (context.map { $0 + "\u{4}" } ?? "") + word
        case "msgid_plural": entry.plural = word
        case "msgstr": entry.translations.append(word)
        default: Issue.record("\(line)")
        }
      }
      return entry
    }
  }
}
