/// A picture over the whole page, with a caption in it.
enum EveningPage {
  static func draw(on canvas: borrowing Canvas) throws(SampleError) {
    try canvas.image(SeaPicture.make(), 0, 0, PageFrame.width, PageFrame.height)
    let caption = TypeStyle.caption.colored(Colors.white)
    try canvas.text(
      "<b>Evening from the mole,</b> looking west at the turn of the tide.", caption, x: PageFrame.left,
      baseline: 560, width: 260)
    try canvas.text(
      "4", TypeStyle.folio.aligned(.right).colored(Colors.white), x: PageFrame.right, baseline: 568)
  }
}
