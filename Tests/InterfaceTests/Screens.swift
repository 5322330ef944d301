import Foundation
import Interface
import ViewerCore

/// The screens that people meet, laid out as the viewer does, with every kind of furniture on one of them at least.
enum Screens {
  static let names = [
    "reading", "whole-bar", "pill", "states", "notice", "selection", "search", "found", "nothing-found",
    "figures", "page", "no-such-page", "contents", "no-contents", "pages", "languages", "code", "loading",
    "still-there",
    "note", "field", "signs", "options", "password",
  ]

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
    case "whole-bar": wholeBar(&stage)
    case "pill": pill(&stage)
    case "states": states(&stage)
    case "notice": notice(&stage)
    case "selection": selection(&stage)
    case "search": entry(&stage, .search, "", .none)
    case "found": entry(&stage, .search, "lübeck", .matches(current: 2, count: 7))
    case "nothing-found": entry(&stage, .search, "kathedrale", .noMatches)
    case "figures": entry(&stage, .search, "1284", .searching, keys: [.figures, .shift])
    case "page": entry(&stage, .page, "1", .pages(1280))
    case "no-such-page": entry(&stage, .page, "4096", .noSuchPage("4096"))
    case "contents": sheet(&stage, .contents(outline), current: 3, pressed: .outlineRow(4))
    case "no-contents": sheet(&stage, .contents([]))
    case "pages":
      let sizes = (0..<40).map { $0 == 3 ? Size(width: 842, height: 595) : Size(width: 595, height: 842) }
      sheet(&stage, .pages(40, sizes: sizes, first: 0), current: 1, pressed: .thumbnail(2))
    case "languages": sheet(&stage, .languages(Look.Language.allCases), current: 1)
    case "field": entry(&stage, .field(0), "Zoë Lübeck", .none, name: .fieldName("Full name"))
    case "signs": entry(&stage, .field(0), "", .none, keys: [.figures], name: .fieldName("E-mail address"))
    case "options":
      let lines = ["By ferry", "By train", "On foot along the old harbour wall, where the path allows it"]
      sheet(
        &stage, .lines(lines, chosen: [0, 2], title: "How did you get here?"), pressed: .line(1))
    case "password":
      entry(&stage, .password, "•••••", .wrongPassword, name: .password)
      let keyboard = stage.furniture.last { $0.content == .surface(.bar) }?.frame.y ?? stage.height
      stage.pages = []
      let free = Panel(
        size: PixelSize(width: stage.width, height: keyboard), dotsPerInch: stage.panel.dotsPerInch)
      let frame = FurnitureLayout.noticeFrame(free)
      if FurnitureLayout.hasRoom(forNotice: frame, stage.panel) {
        stage.add(.notice(code: .wrongPassword, subject: "harbour.pdf"), frame)
      }
    case "code": code(&stage)
    case "loading": card(&stage, .loading(name: "The harbour and its town, a guide.pdf", progress: 96))
    case "still-there": card(&stage, .moreTime)
    default:
      let bar = BarLayout.layer(facts(stage))
      stage.add(bar)
      stage.furniture += NoteLayout.furniture(
        .phrase(.linkIsNotFollowed("www.hafenmuseum.example")), panel: panel, look: look, bar: bar.ground)
    }
    return stage
  }

  // MARK: Reading

  private static func facts(_ stage: ScreenStage) -> BarFacts {
    var facts = BarFacts(panel: stage.panel, look: stage.look)
    facts.page = "12"
    facts.count = 48
    return facts
  }

  private static func reading(_ stage: inout ScreenStage) {
    stage.add(BarLayout.layer(facts(stage)))
    thumb(&stage)
  }

  private static func thumb(_ stage: inout ScreenStage) {
    if let frame = FurnitureLayout.scrollThumb(
      axis: .vertical, offset: 900, content: 9000, viewport: 1500, panel: stage.panel)
    {
      stage.add(.scrollThumb, frame)
    }
  }

  /// Everything that the bar can have at once, one thing with the focus, one that cannot be used.
  private static func wholeBar(_ stage: inout ScreenStage) {
    var facts = facts(stage)
    facts.page = "A-12"
    facts.count = 1280
    facts.canGoBack = true
    facts.hasLanguages = true
    facts.canReadAloud = true
    facts.turnsPages = true
    facts.canShrink = false
    facts.pressed = .home
    let layer = BarLayout.layer(facts)
    stage.add(layer)
    if let frame = layer.controls.first(where: { $0.action == .larger })?.frame {
      stage.add(.focusRing, frame.grown(by: stage.mm(1)))
    }
  }

  private static func pill(_ stage: inout ScreenStage) {
    stage.add(
      .pageLabel(page: "1279", count: 1280),
      FurnitureLayout.pageLabelFrame(stage.panel, digits: 4, isEasy: stage.look.isEasy))
    thumb(&stage)
  }

  private static func states(_ stage: inout ScreenStage) {
    let gap = stage.mm(4)
    // One above the other, or side by side.
    if stage.height > stage.width {
      stage.pages[1].y = stage.height * 3 / 10
      stage.pages[0].y = stage.pages[1].y - gap - stage.pages[0].height
    } else {
      let width = (stage.width - 3 * gap) / 4
      stage.pages = [
        PixelRect(x: gap, y: gap, width: width, height: stage.height),
        PixelRect(x: 2 * gap + width, y: gap, width: 3 * width, height: stage.height),
      ]
    }
    if let frame = FurnitureLayout.placeholderFrame(
      pageFrame: stage.pages[0], visible: stage.whole, panel: stage.panel)
    {
      stage.add(.placeholder(number: 12), frame)
    }
    if let failed = FailedPageLayout(
      pageFrame: stage.pages[1], visible: stage.whole, free: stage.whole, panel: stage.panel,
      look: stage.look)
    {
      stage.add(.pageFailure(number: 13, code: .timeout), failed.sentence)
      if let frame = failed.button {
        stage.add(.button(ButtonFace(label: .phrase(.tryAgain), style: .accent)), frame)
        stage.controls.append(Control(.tryAgain(12), frame: frame, label: .phrase(.tryAgain)))
      }
    }
  }

  private static func notice(_ stage: inout ScreenStage) {
    stage.pages = []
    stage.add(
      .notice(code: .wrongPassword, subject: "/srv/guides/harbour.pdf"),
      FurnitureLayout.noticeFrame(stage.panel))
  }

  private static func selection(_ stage: inout ScreenStage) {
    let side = stage.mm(SelectionHandles.round)
    let text = PixelRect(
      x: stage.width / 3, y: stage.height / 5, width: stage.width / 3, height: stage.mm(6))
    let handles = [
      PixelRect(x: text.x - side, y: text.maxY, width: side, height: side),
      PixelRect(x: text.maxX, y: text.maxY, width: side, height: side),
    ]
    for (index, frame) in handles.enumerated() {
      stage.add(
        .selectionHandle(isStart: index == 0), frame.grown(by: stage.mm(SelectionHandles.shadow)))
    }
    stage.add(BarLayout.layer(facts(stage)))
    let bar = SelectionBar(selection: text, handles: handles, panel: stage.panel, look: stage.look)
    stage.furniture += bar.furniture(pressed: .copy)
    stage.controls += bar.buttons.map { Control($0.action, frame: $0.frame, label: .phrase($0.label)) }
  }

  // MARK: The field

  private static func entry(
    _ stage: inout ScreenStage, _ purpose: EntryState.Purpose, _ text: String, _ status: EntryFacts.Status,
    keys: [KeyboardKey] = [], name: Phrase? = nil
  ) {
    let language = stage.look.language
    var state = KeyboardState(
      language: language, languages: [language, language == .english ? .german : .english],
      plane: purpose == .page ? .pad : .letters, isForFields: purpose.isForm)
    var typed = text
    for key in keys { _ = state.press(key, into: &typed, at: .zero) }
    var keyboard = KeyboardFacts(panel: stage.panel, look: stage.look, state: state)
    keyboard.pressed = [.character("e")]
    let layer = KeyboardLayout.layer(keyboard)
    var facts = EntryFacts(
      panel: stage.panel, look: stage.look, purpose: purpose, text: text, isTyping: true)
    facts.status = status
    facts.name = name
    stage.add(layer)
    stage.add(EntryBar.layer(facts, keyboard: layer.ground.height))
  }

  // MARK: Sheets and cards

  private static let chapters: [(String, Int?, Int)] = [
    ("Welcome", 0, 0), ("The town and its harbour", 4, 0), ("Before the wall", 5, 1),
    ("The long quay", 11, 1), ("Salt and dues", 13, 1), ("Of the weights of salt", 13, 2),
    (
      "Guilds, their halls, their feasts and their quarrels with the council over three centuries of "
        + "trade by sea and land, told from the rolls that were found in the weigh house", 118, 0
    ), ("מדריך למבקרים בנמל הישן", 127, 0), ("日本語の案内", 131, 1), ("Opening hours and prices", nil, 0),
  ]
  private static let outline = chapters.map { OutlineItem(title: $0.0, depth: $0.2, page: $0.1) }

  private static func sheet(
    _ stage: inout ScreenStage, _ content: SheetFacts.Content, current: Int? = nil,
    pressed: ControlAction? = nil
  ) {
    stage.add(.surface(.scrim), stage.whole)
    var facts = SheetFacts(panel: stage.panel, look: stage.look, content: content)
    facts.current = current
    facts.pressed = pressed
    stage.add(SheetLayout.layer(facts))
  }

  private static func code(_ stage: inout ScreenStage) {
    let text = "Die Hafenmauer wurde 1284 gebaut, als die Stadt das Recht auf eigene Gewichte kaufte."
    stage.add(.surface(.scrim), stage.whole)
    guard let code = QRCode.modules(of: text) else { return }
    card(&stage, .code(side: code.side, modules: code.modules))
  }

  private static func card(_ stage: inout ScreenStage, _ card: Card) {
    if case .loading = card { stage.pages = [] }
    stage.add(CardLayout.layer(CardFacts(panel: stage.panel, look: stage.look, card: card)))
  }
}
