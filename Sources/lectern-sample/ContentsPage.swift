/// The contents: every line leads to its page.
enum ContentsPage {
  static func draw(on canvas: borrowing Canvas) throws(SampleError) {
    let (left, right) = (PageFrame.left, PageFrame.right)
    try canvas.text("TIDEWICK HARBOUR MUSEUM", .kicker, x: left, baseline: PageFrame.top)
    try canvas.text("Contents", .title, x: left, baseline: PageFrame.top + 31)
    var y = PageFrame.top + 62
    let title = TypeStyle(family: TypeStyle.serif, size: 11.6, leading: 16)
    let number = TypeStyle.folio.sized(9.5, leading: 16).aligned(.right)
    for entry in Guide.entries {
      if entry.isPart {
        y += 9
        try canvas.text(entry.title.uppercased(), .kicker, x: left, baseline: y)
        y += 8
        canvas.line((left, y), (right, y))
        canvas.stroke(Colors.ink, width: 0.7)
        y += 15
        continue
      }
      try canvas.text(entry.title, title, x: left, baseline: y)
      try canvas.text(entry.line, .caption, x: left, baseline: y + 10.4)
      try canvas.text(entry.label, number, x: right, baseline: y)
      canvas.line((left, y + 15.4), (right, y + 15.4))
      canvas.stroke(Colors.line, width: 0.5)
      canvas.link(toPage: entry.page, left, y - 13, PageFrame.textWidth, 28.5)
      y += 28.8
    }
    try canvas.text(
      "Touch a line to go to its page. The museum\u{2019}s name at the head of a page brings you back here.",
      .caption, x: left, baseline: y + 6, width: 230)
    try canvas.text("i", TypeStyle.folio.aligned(.right), x: right, baseline: 568)
  }
}
