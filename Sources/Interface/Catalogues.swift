import CGettext
import Glibc
import ViewerCore

/// gettext's catalogues of translations: `DIRECTORY/de/LC_MESSAGES/lectern.mo`.
package enum Catalogues {
  /// Looks for catalogues in this directory from now on; `LECTERN_LOCALE` or a place near the program without a call.
  package static func use(directory: String) {
    // What is found by itself comes first: it must not take the place of what is given.
    _ = found
    bind(directory)
  }

  private static func bind(_ directory: String) {
    directory.withCString(cgettext_bind)
  }

  /// Finds the directory once; a call of `use`, before or afterwards, stands.
  private static let found: Void = bind(likelyDirectory())

  /// A sentence's text with its braces; English where there is no translation.
  static func text(_ sentence: Sentence, in language: Look.Language) -> String {
    _ = found
    let text = language.rawValue.withCString { language in
      sentence.rawValue.withCString { String(cString: cgettext_find(language, $0)) }
    }
    // What is not found comes back with its context.
    return text.split(separator: "\u{4}").last.map(String.init) ?? text
  }

  /// The text of a sentence that counts something.
  static func text(_ sentence: Sentence, count: Int, in language: Look.Language) -> String {
    guard let plural = sentence.plural else { return text(sentence, in: language) }
    _ = found
    return language.rawValue.withCString { language in
      sentence.rawValue.withCString { one in
        plural.withCString { many in
          String(cString: cgettext_find_plural(language, one, many, UInt(max(0, count))))
        }
      }
    }
  }

  /// Where catalogues are installed beside a program in `PREFIX/bin`, or built beside a build of it; the first that is
  /// there.
  private static func likelyDirectory() -> String {
    if let given = getenv("LECTERN_LOCALE") { return String(cString: given) }
    let program = programDirectory()
    let places = ["\(program)/../share/locale", "\(program)/../../locale", "/usr/share/locale"]
    return places.first { access("\($0)/de/LC_MESSAGES/lectern.mo", R_OK) == 0 } ?? places[0]
  }

  private static func programDirectory() -> String {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlink("/proc/self/exe", &path, path.count)
    let whole = path.prefix(max(0, length)).map { UInt8(bitPattern: $0) }
    let end = whole.lastIndex(of: UInt8(ascii: "/")) ?? 0
    return String(decoding: whole[..<end], as: UTF8.self)
  }
}
