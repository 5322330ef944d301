import Foundation
import Interface
import ViewerCore

/// The screens of the reading view, with every kind of furniture on one of them at least.
enum Screens {
  static let names = ["reading", "search", "selection", "contents", "pages", "code", "message"]

  static func make(_ name: String, _ panel: Panel, _ look: Look) -> ScreenStage {
    var stage = ScreenStage(panel, look)
    let margin = stage.mm(6)
    stage.pages = [
      PixelRect(
        x: margin, y: -stage.height / 4, width: stage.width - 2 * margin, height: stage.height * 3 / 4),
      PixelRect(
        x: margin, y: stage.height / 2 + stage.mm(4), width: stage.width - 2 * margin, height: stage.height),
    ]
    switch name {
    case "reading": reading(&stage)
    case "search": search(&stage)
    case "selection": selection(&stage)
    case "contents": contents(&stage)
    case "pages": pages(&stage)
    case "code": code(&stage)
    default: message(&stage)
    }
    return stage
  }

  private static func target(_ stage: ScreenStage) -> Int {
    stage.mm(FurnitureLayout.controlHeight(stage.panel) * (stage.look.isEasy ? 1.4 : 1))
  }

  static func bar(_ stage: inout ScreenStage, y: Int? = nil) {
    let icons: [(Icon, Phrase)] = [
      (.home, .home), (.contents, .contents), (.pages, .pages), (.search, .search), (.minus, .smaller),
      (.plus, .larger), (.speaker, .readAloud),
    ]
    let margin = stage.mm(6)
    let height = target(stage) + stage.mm(2)
    let top = y ?? stage.height - margin - height
    let width = min(stage.width - 2 * margin, stage.mm(330))
    let left = (stage.width - width) / 2
    stage.add(.surface(.bar), x: left, y: top, width: width, height: height)
    let slot = (width - stage.mm(2)) / 9
    for (index, (icon, phrase)) in icons.enumerated() {
      let place = index < 3 ? index : index + 2
      let face = ButtonFace(
        icon: icon, label: stage.look.isEasy ? .phrase(phrase) : nil, style: .bar, isPressed: icon == .pages,
        isEnabled: icon != .minus)
      stage.add(
        .button(face), x: left + stage.mm(1) + place * slot, y: top + stage.mm(1), width: slot,
        height: height - stage.mm(2))
    }
    stage.add(
      .text(
        TextFace(
          .phrase(.pageOf(page: "12", count: 48)), role: .counter, alignment: .centre, isOnBar: true)),
      x: left + stage.mm(1) + 3 * slot, y: top, width: 2 * slot, height: height)
    stage.add(
      .focusRing, x: left + stage.mm(1) + 8 * slot, y: top + stage.mm(0.5), width: slot,
      height: height - stage.mm(1))
  }

  private static func reading(_ stage: inout ScreenStage) {
    let whole = PixelRect(size: stage.panel.size)
    if let frame = FurnitureLayout.placeholderFrame(
      pageFrame: stage.pages[0], visible: whole, panel: stage.panel)
    {
      stage.furniture.append(Furniture(content: .placeholder(number: 12), frame: frame, opacity: 255))
    }
    if let frame = FurnitureLayout.failureFrame(
      pageFrame: stage.pages[1], visible: whole, panel: stage.panel)
    {
      stage.furniture.append(
        Furniture(content: .pageFailure(number: 13, code: .timeout), frame: frame, opacity: 255))
      let button = ButtonFace(label: .phrase(.tryAgain), style: .accent)
      stage.add(
        .button(button), x: frame.x + frame.width / 2 - stage.mm(30), y: frame.y - target(stage),
        width: stage.mm(60), height: target(stage))
    }
    if let frame = FurnitureLayout.scrollThumb(
      axis: .vertical, offset: 900, content: 9000, viewport: 1500, panel: stage.panel)
    {
      stage.furniture.append(Furniture(content: .scrollThumb, frame: frame, opacity: 255))
    }
    let back = ButtonFace(icon: .back, label: .phrase(.back), style: .bar)
    let height = target(stage)
    stage.add(.surface(.floating), x: stage.mm(6), y: stage.mm(6), width: stage.mm(46), height: height)
    stage.add(.button(back), x: stage.mm(6), y: stage.mm(6), width: stage.mm(46), height: height)
    stage.add(
      .pageLabel(page: 12, count: 48), x: stage.width - stage.mm(60), y: stage.mm(6), width: stage.mm(50),
      height: height)
    bar(&stage)
  }

  private static func search(_ stage: inout ScreenStage) {
    let rows: [[KeyFace.Cap]] = [
      "1234567890".map { .text(String($0)) }, "qwertzuiopü".map { .text(String($0)) },
      "asdfghjklöä".map { .text(String($0)) },
      [.icon(.shift)] + "yxcvbnmß".map { .text(String($0)) } + [.icon(.delete)],
      [.text("DE · EN"), .blank, .words(.searchKey)],
    ]
    let gap = stage.mm(1.6)
    let keyHeight = min(target(stage), (stage.height / 2 - 7 * gap) / 5)
    let top = stage.height - 5 * (keyHeight + gap) - gap
    stage.add(.surface(.keyboard), x: 0, y: top, width: stage.width, height: stage.height - top)
    let width = min(stage.width - 2 * stage.mm(4), stage.mm(330))
    let left = (stage.width - width) / 2
    for (number, row) in rows.enumerated() {
      let shares: [Double] = number == 4 ? [2, 6, 2] : row.map { if case .icon = $0 { 1.5 } else { 1 } }
      let unit = (Double(width) + Double(gap)) / shares.reduce(0, +)
      var x = Double(left)
      for (cap, share) in zip(row, shares) {
        let style: KeyFace.Style =
          switch cap {
          case .words: .accent
          case .icon: .special
          case .text(let text) where text.count > 1: .special
          default: .letter
          }
        let face = KeyFace(cap, style: style, isPressed: cap == .text("e"), isOn: cap == .icon(.shift))
        stage.add(
          .key(face), x: Int(x), y: top + gap + number * (keyHeight + gap),
          width: Int(unit * share) - gap, height: keyHeight)
        x += unit * share
      }
    }
    let height = target(stage) + stage.mm(2)
    let bar = top - stage.mm(4) - height
    stage.add(.surface(.bar), x: left, y: bar, width: width, height: height)
    let side = target(stage)
    func button(_ icon: Icon, x: Int, _ isEnabled: Bool = true) {
      stage.add(
        .button(ButtonFace(icon: icon, style: .bar, isEnabled: isEnabled)), x: x, y: bar + stage.mm(1),
        width: side, height: side)
    }
    button(.close, x: left + stage.mm(1))
    button(.up, x: left + width - 2 * side - stage.mm(1), false)
    button(.down, x: left + width - side - stage.mm(1))
    let counter = min(stage.mm(44), width / 4)
    let field = width - 3 * side - stage.mm(4) - counter
    stage.add(
      .field(FieldFace(text: "lübeck", caret: 6, placeholder: .searchField)), x: left + side + stage.mm(2),
      y: bar + stage.mm(2), width: field, height: height - stage.mm(4))
    stage.add(
      .text(
        TextFace(.phrase(.matchOf(current: 2, count: 7)), role: .counter, alignment: .centre, isOnBar: true)),
      x: left + side + stage.mm(2) + field, y: bar, width: counter, height: height)
    let second = bar - height - stage.mm(3)
    stage.add(.surface(.bar), x: left, y: second, width: width, height: height)
    stage.add(
      .field(FieldFace(text: "", caret: 0, placeholder: .searchField)), x: left + side + stage.mm(2),
      y: second + stage.mm(2), width: field, height: height - stage.mm(4))
    stage.add(
      .text(TextFace(.phrase(.noMatches), role: .counter, alignment: .centre, isOnBar: true)),
      x: left + side + stage.mm(2) + field, y: second, width: counter, height: height)
  }

  private static func selection(_ stage: inout ScreenStage) {
    let side = stage.mm(15)
    stage.add(.selectionHandle(isStart: true), x: stage.mm(20), y: stage.mm(30), width: side, height: side)
    stage.add(
      .selectionHandle(isStart: false), x: stage.width / 2, y: stage.mm(30), width: side, height: side)
    let height = target(stage)
    let phrases: [Phrase] = [.copy, .selectAll, .searchSelection]
    let width = min(stage.width - stage.mm(12), stage.mm(150))
    let left = (stage.width - width) / 2
    let top = stage.mm(50)
    stage.add(.surface(.floating), x: left, y: top, width: width, height: height)
    for (index, phrase) in phrases.enumerated() {
      stage.add(
        .button(ButtonFace(label: .phrase(phrase), style: .bar, isPressed: index == 0)),
        x: left + index * width / 3, y: top, width: width / 3, height: height)
      if index > 0 {
        stage.add(
          .surface(.line(on: .bar)), x: left + index * width / 3, y: top + height / 4, width: stage.mm(0.3),
          height: height / 2)
      }
    }
    bar(&stage)
  }

  @discardableResult
  private static func sheet(_ stage: inout ScreenStage, _ title: Phrase) -> Int {
    stage.add(.surface(.scrim), x: 0, y: 0, width: stage.width, height: stage.height)
    let top = stage.height * 3 / 10
    stage.add(.surface(.sheet), x: 0, y: top, width: stage.width, height: stage.height - top)
    stage.add(
      .surface(.grip), x: stage.width / 2 - stage.mm(12), y: top + stage.mm(2), width: stage.mm(24),
      height: stage.mm(1.6))
    let side = target(stage)
    stage.add(
      .text(TextFace(.phrase(title), role: .title)), x: stage.mm(6), y: top + stage.mm(5),
      width: stage.width - side - stage.mm(15), height: side)
    stage.add(
      .button(ButtonFace(icon: .close, style: .sheet)), x: stage.width - side - stage.mm(6),
      y: top + stage.mm(5), width: side, height: side)
    return top + stage.mm(8) + side
  }

  private static func contents(_ stage: inout ScreenStage) {
    var y = sheet(&stage, .contents)
    let rows: [(String, String, Int)] = [
      ("Welcome", "1", 0), ("The town and its harbour", "5", 0), ("Before the wall", "6", 1),
      ("The long quay", "12", 1), ("Salt and dues", "iv", 1), ("Of the weights of salt", "14", 2),
      (
        "Guilds, their halls, their feasts and their quarrels with the council over three centuries of "
          + "trade by sea and land, told from the rolls that were found in the weigh house",
        "119", 0
      ), ("מדריך למבקרים בנמל הישן", "128", 0), ("日本語の案内", "A-12", 1),
    ]
    let height = stage.mm(FurnitureLayout.controlHeight(stage.panel) * (stage.look.isEasy ? 1.3 : 1))
    for (index, row) in rows.enumerated() where y < stage.height {
      let face = RowFace(
        title: .plain(row.0), detail: row.1, depth: row.2, isCurrent: index == 3, isPressed: index == 4)
      stage.add(.row(face), x: 0, y: y, width: stage.width, height: height)
      y += height
      stage.add(.surface(.line(on: .sheet)), x: 0, y: y, width: stage.width, height: stage.mm(0.3))
      y += stage.mm(0.3)
    }
  }

  private static func pages(_ stage: inout ScreenStage) {
    let top = sheet(&stage, .pages)
    let columns = max(2, stage.width / stage.mm(60))
    let width = (stage.width - 2 * stage.mm(6)) / columns
    let height = width * 13 / 10
    for index in 0..<columns * 3 {
      let pad = stage.mm(4)
      let paper = PixelRect(x: pad, y: pad, width: width - 2 * pad, height: height - 2 * pad - stage.mm(8))
      let face = PageTileFace(
        label: index == 5 ? "A-12" : "\(index + 8)", paper: paper, isCurrent: index == 1,
        isPressed: index == 2)
      stage.add(
        .pageTile(face), x: stage.mm(6) + index % columns * width, y: top + index / columns * height,
        width: width, height: height)
    }
  }

  private static func code(_ stage: inout ScreenStage) {
    let text = "Die Hafenmauer wurde 1284 gebaut, als die Stadt das Recht auf eigene Gewichte kaufte."
    let width = min(stage.width - stage.mm(12), stage.mm(160))
    let height = min(stage.height - stage.mm(12), stage.mm(130))
    let left = (stage.width - width) / 2
    let top = (stage.height - height) / 2
    stage.add(.surface(.card), x: left, y: top, width: width, height: height)
    stage.add(
      .text(TextFace(.phrase(.copied), role: .title, alignment: .centre)), x: left + stage.mm(6),
      y: top + stage.mm(3), width: width - stage.mm(12), height: height / 8)
    if let code = QRCode.modules(of: text) {
      let side = height / 2
      stage.add(
        .qrCode(side: code.side, modules: code.modules), x: left + (width - side) / 2, y: top + height / 6,
        width: side, height: side)
    }
    stage.add(
      .text(TextFace(.phrase(.scanToCopy), role: .body, alignment: .centre)), x: left + stage.mm(6),
      y: top + height * 68 / 100, width: width - stage.mm(12), height: height * 14 / 100)
    let side = min(target(stage), height * 14 / 100)
    stage.add(
      .button(ButtonFace(label: .phrase(.done), style: .accent)), x: left + width / 2 + stage.mm(2),
      y: top + height * 83 / 100, width: width / 2 - stage.mm(8), height: side)
    stage.add(
      .button(ButtonFace(label: .phrase(.cancel), style: .sheet, isEnabled: false)), x: left + stage.mm(6),
      y: top + height * 83 / 100, width: width / 2 - stage.mm(8), height: side)
  }

  private static func message(_ stage: inout ScreenStage) {
    stage.pages = []
    stage.furniture.append(
      Furniture(
        content: .notice(code: .damagedDocument, subject: "/srv/documents/guide.pdf"),
        frame: FurnitureLayout.noticeFrame(stage.panel), opacity: 255))
    stage.add(
      .text(TextFace(.phrase(.loading("Visitor's guide")), role: .secondary, alignment: .centre)),
      x: stage.mm(6), y: stage.height * 8 / 10, width: stage.width - stage.mm(12), height: stage.mm(10))
    stage.add(
      .progress(90), x: stage.width / 4, y: stage.height * 8 / 10 + stage.mm(12), width: stage.width / 2,
      height: stage.mm(1.6))
  }
}
