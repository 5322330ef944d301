/// Going through pages by a control, a tap or a key.
extension Session {
  /// Turns so many pages on or back.
  mutating func stepPage(by count: Int, at now: Timestamp) {
    let page = min(max(currentPage + count, 0), document.sizes.count - 1)
    guard page >= 0 else { return }
    obey(.goTo(page: page + 1), at: now)
  }

  /// One step larger (+1) or smaller (−1), about the centre.
  mutating func stepZoom(by steps: Int, at now: Timestamp) {
    press(steps > 0 ? .plus : .minus, at: now)
  }

  /// So much of the panel's lower edge is covered by the keyboard, px: the page gives way to it.
  mutating func setObscured(bottom: Int, at now: Timestamp) {}
}
