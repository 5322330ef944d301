/// Documents that a password opens, asked for by touch.
///
/// | what happens | what follows |
/// |---|---|
/// | a document is locked | one sentence, the field and the keyboard |
/// | a password is typed and taken | the document is opened with it; what was typed is forgotten here |
/// | it does not fit | it is forgotten everywhere, one sentence says so, and there is another try |
/// | × | the next document where there is one, else the sentence alone; a tap brings the field back |
/// | protection that no password undoes | its sentence, and no field |
extension Session {
  /// Why a password would help; nil where none would.
  var isLocked: Bool {
    guard options.controls != .off, case .failed(let failure) = document.phase else { return false }
    return failure.code == .passwordRequired || failure.code == .wrongPassword
  }

  /// A document that turns out to be locked asks once by itself.
  mutating func followLock(at now: Timestamp) {
    guard isLocked, controls.passwordAsked != document.number else { return }
    controls.passwordAsked = document.number
    askForPassword(at: now)
  }

  mutating func askForPassword(at now: Timestamp) {
    guard isLocked else { return }
    openEntry(.password, text: "", at: now)
  }

  mutating func acceptPassword(_ text: String, at now: Timestamp) {
    guard isLocked, !text.isEmpty else { return }
    controls.entry?.text = ""
    closeEntry(at: now)
    hasTypedPassword = true
    emit(.unlock(source: document.source, password: Array(text.utf8)))
    open(source: document.source, at: now)
  }

  /// The visitor does not know it.
  mutating func givePasswordUp(at now: Timestamp) {
    controls.entry?.text = ""
    closeEntry(at: now)
    if sourceCount > 1 || document.source >= sourceCount { openNext(at: now) }
  }

  /// What a visitor has typed opens nothing for the next one.
  mutating func forgetPassword(at now: Timestamp) {
    guard hasTypedPassword else { return }
    hasTypedPassword = false
    emit(.unlock(source: document.source, password: nil))
    open(source: document.source, at: now)
  }
}
