package import ViewerCore

/// The words of everything that the viewer itself says on the screen or reads out, in each of its languages.
///
/// Visitors get one friendly sentence that says what is so or what to do, without technical words; the staff
/// gets the stable code.
package enum Messages {
  /// A piece of a text; the strong one is what changes: the page of "12 of 48".
  package struct Part: Hashable, Sendable {
    package var text: String
    package var isStrong: Bool
  }

  /// As it stands on the screen, in a label or a line.
  package static func text(_ phrase: Phrase, language: Look.Language) -> String {
    parts(phrase, language: language).map(\.text).joined()
  }

  package static func text(_ words: Words, language: Look.Language) -> String {
    switch words {
    case .phrase(let phrase): text(phrase, language: language)
    case .plain(let text): text
    }
  }

  /// As it is read out: "Page 12 of 48", where the screen says "12 of 48".
  package static func spoken(_ phrase: Phrase, language: Look.Language) -> String {
    switch phrase {
    case .pageOf(let page, let count):
      joined(.spokenPageOf, ["page": page, "count": String(count)], language)
    case .matchOf(let current, let count) where current > 0:
      joined(.spokenMatchOf, ["current": String(current), "count": String(count)], language)
    default: text(phrase, language: language)
    }
  }

  package static func spoken(_ words: Words, language: Look.Language) -> String {
    switch words {
    case .phrase(let phrase): spoken(phrase, language: language)
    case .plain(let text): text
    }
  }

  /// A language's own name for itself, whatever language the viewer speaks.
  package static func name(of language: Look.Language) -> String {
    switch language {
    case .english: "English"
    case .german: "Deutsch"
    case .french: "Français"
    case .spanish: "Español"
    }
  }

  /// The text in pieces; what is filled in first is the strong one.
  package static func parts(_ phrase: Phrase, language: Look.Language) -> [Part] {
    switch phrase {
    case .pageOf(let page, let count):
      parts(.pageOf, ["page": page, "count": String(count)], strong: "page", language)
    case .page(let page): parts(.page, ["page": page], strong: "page", language)
    case .matchOf(let current, let count) where current > 0:
      parts(
        .matchOf, ["current": String(current), "count": String(count)], strong: "current", language)
    case .matchOf(_, let count):
      filled(
        Catalogues.text(.matches, count: count, in: language), ["count": String(count)], strong: "count")
    case .linkIsNotFollowed(let address):
      parts(.linkIsNotFollowed, ["address": address], strong: nil, language)
    case .fieldName(let name): [Part(text: name, isStrong: false)]
    case .characters(let count):
      filled(
        Catalogues.text(.characters, count: count, in: language), ["count": String(count)], strong: "count")
    case .noSuchPage(let page): parts(.noSuchPage, ["page": page], strong: nil, language)
    case .pageFailure(let code): [Part(text: pageFailure(code, language: language), isStrong: false)]
    case .notice(let code): [Part(text: notice(code, language: language), isStrong: false)]
    case .loading(let title): parts(.loading, ["title": title], strong: nil, language)
    default: parts(sentence(phrase), [:], strong: nil, language)
    }
  }

  /// For the visitor, when one page cannot be shown.
  package static func pageFailure(_ code: ErrorCode, language: Look.Language = .english) -> String {
    let sentence: Sentence =
      switch code {
      case .timeout: .pageSlow
      case .outOfMemory, .tooLarge: .pageTooLarge
      case .networkError, .httpError, .tlsError, .sourceUnreachable: .pageNotHere
      case .damagedDocument: .pageDamaged
      case .pageOutOfRange: .pageMissing
      default: .pageFailed
      }
    return Catalogues.text(sentence, in: language)
  }

  /// For the visitor, when there is nothing but this message on the screen.
  package static func notice(_ code: ErrorCode, language: Look.Language = .english) -> String {
    let sentence: Sentence =
      switch code {
      case .notFound, .emptyDocument, .invalidSource, .usage: .nothingHere
      case .unsupportedDocument, .unsupportedEncryption, .damagedDocument, .pageOutOfRange, .tooLarge:
        .cannotBeShown
      case .passwordRequired: .locked
      case .wrongPassword: .wrongPassword
      case .noPermission: .notAllowed
      case .timeout: .slowToOpen
      case .outOfMemory, .storageFull, .writeFailed: .busy
      case .sourceUnreachable, .networkError, .httpError, .tlsError: .unreachable
      case .pageRenderFailed: .cannotBeDrawn
      case .noDisplay, .displayBusy, .noSeat, .noKiosk, .badConfiguration: .settingUp
      case .cancelled: .stopped
      }
    return Catalogues.text(sentence, in: language)
  }

  /// For the staff: the code, and what it is about when that is known. Of a path only the name: the folders of this
  /// machine are nobody's business on a public screen.
  package static func staffLine(_ code: ErrorCode, subject: String) -> String {
    let name = subject.split(separator: "/").last.map(String.init) ?? ""
    return name.isEmpty ? code.rawValue : "\(code.rawValue) · \(name)"
  }

  /// Of phrases without anything to fill in.
  private static func sentence(_ phrase: Phrase) -> Sentence {
    switch phrase {
    case .home: .home
    case .contents: .contents
    case .pages: .pages
    case .search, .searchSelection: .search
    case .smaller: .smaller
    case .larger: .larger
    case .readAloud: .readAloud
    case .back: .back
    case .close: .close
    case .nextPage: .nextPage
    case .previousPage: .previousPage
    case .next: .next
    case .previous: .previous
    case .goToPage: .goToPage
    case .copy: .copy
    case .selectAll: .selectAll
    case .nextMatch: .nextMatch
    case .previousMatch: .previousMatch
    case .language: .language
    case .tryAgain: .tryAgain
    case .cancel: .cancel
    case .accept: .accept
    case .done: .done
    case .deleteKey: .deleteKey
    case .shiftKey: .shiftKey
    case .spaceKey: .spaceKey
    case .searchKey: .searchKey
    case .pageOf: .pageOf
    case .page: .page
    case .matchOf: .matchOf
    case .noMatches: .noMatches
    case .searching: .searching
    case .noContents: .noContents
    case .searchField: .searchField
    case .copied: .copied
    case .scanToCopy: .scanToCopy
    case .noSuchPage: .noSuchPage
    case .password: .password
    case .notRight: .notRight
    case .on: .on
    case .off: .off
    case .characters: .characters
    case .fieldName: .document
    case .linkIsNotFollowed: .linkIsNotFollowed
    case .earlierCopy: .earlierCopy
    case .link: .link
    case .controls: .controls
    case .keyboard: .keyboard
    case .selectedText: .selectedText
    case .noText: .noText
    case .linkToProgram: .linkToProgram
    case .linkToScript: .linkToScript
    case .linkToOtherDocument: .linkToOtherDocument
    case .linkCannotBeFollowed: .linkCannotBeFollowed
    case .pageFailure, .notice: .document
    case .loading: .loading
    case .stillThere: .stillThere
    case .startsOverSoon: .startsOverSoon
    case .moreTime: .moreTime
    case .startOver: .startOver
    case .document: .document
    }
  }

  private static func joined(_ sentence: Sentence, _ values: [String: String], _ language: Look.Language)
    -> String
  {
    parts(sentence, values, strong: nil, language).map(\.text).joined()
  }

  private static func parts(
    _ sentence: Sentence, _ values: [String: String], strong: String?, _ language: Look.Language
  ) -> [Part] {
    filled(Catalogues.text(sentence, in: language), values, strong: strong)
  }

  /// Puts values in the place of their names; a name that has none stays as it is.
  static func filled(_ text: String, _ values: [String: String], strong: String?) -> [Part] {
    var result: [Part] = []
    var rest = text[...]
    while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
      let name = String(rest[rest.index(after: start)..<end])
      append(String(rest[..<start]), isStrong: false)
      append(values[name] ?? String(rest[start...end]), isStrong: name == strong)
      rest = rest[rest.index(after: end)...]
    }
    append(String(rest), isStrong: false)
    return result

    func append(_ text: String, isStrong: Bool) {
      if !text.isEmpty { result.append(Part(text: text, isStrong: isStrong)) }
    }
  }
}
