/// The visitor guide: which pages there are, in which order, and how they hang together.
enum Guide {
  struct Entry {
    var title: String
    /// Counted from 1.
    var page: Int
    /// What the page is called.
    var label: String
    var isPart = false
    var line = ""
  }

  static let contentsPage = 2
  static let mapPage = 7
  static let letterPage = 9
  static let stormPage = 10
  static let hoursPage = 11
  static let formPage = 12
  static let pageCount = 12

  static let entries = [
    Entry(title: "Welcome", page: 3, label: "1", line: "What is where, and how long it takes"),
    Entry(title: "The harbour", page: 4, label: "2", isPart: true),
    Entry(title: "The long quay", page: 4, label: "2", line: "A crane turned by walking"),
    Entry(title: "Salt and dues", page: 5, label: "3", line: "What the town lived on"),
    Entry(title: "Evening from the mole", page: 6, label: "4", line: "A picture to rest at"),
    Entry(title: "Map of the old port", page: 7, label: "5", line: "Eight places, forty minutes"),
    Entry(title: "The people", page: 8, label: "6", isPart: true),
    Entry(title: "Rope, tar and timber", page: 8, label: "6", line: "The ropewalk and its trades"),
    Entry(title: "A letter from the archive", page: 9, label: "7", line: "The harbour master writes home"),
    Entry(title: "The night of the flood", page: 10, label: "8", line: "What the letter says"),
    Entry(title: "Your visit", page: 11, label: "9", isPart: true),
    Entry(title: "Opening hours and prices", page: 11, label: "9", line: "And how to get here"),
    Entry(title: "The visitors\u{2019} book", page: 12, label: "10", line: "Tell us how it was"),
  ]

  /// The whole file.
  static func draw() throws(SampleError) -> [UInt8] {
    let document = try PDFDocument(
      title: "Tidewick Harbour Museum: a visitor\u{2019}s guide", author: "Tidewick Harbour Museum",
      subject: "Guide to a museum that does not exist", keywords: "harbour, museum, sample, guide")
    try drawPages(document)
    addOutline(document)
    let bytes = try document.finish()
    return try FormWriter.append(VisitorsBookPage.fields, toPage: formPage, of: bytes)
  }

  private static func drawPages(_ document: borrowing PDFDocument) throws(SampleError) {
    document.beginPage(label: "Cover")
    try CoverPage.draw(on: document.canvas)
    try document.endPage(1)

    document.beginPage(label: "i")
    try ContentsPage.draw(on: document.canvas)
    try document.endPage(contentsPage)

    document.beginPage(label: "1")
    try WelcomePage.draw(on: document.canvas)
    try document.endPage(3)

    document.beginPage(label: "2")
    try QuayPage.draw(on: document.canvas)
    try document.endPage(4)

    document.beginPage(label: "3")
    try SaltPage.draw(on: document.canvas)
    try document.endPage(5)

    document.beginPage(label: "4")
    try EveningPage.draw(on: document.canvas)
    try document.endPage(6)

    document.beginPage(width: MapPage.width, height: MapPage.height, label: "5")
    try MapPage.draw(on: document.canvas)
    try document.endPage(mapPage)

    document.beginPage(label: "6")
    try RopePage.draw(on: document.canvas)
    try document.endPage(8)

    document.beginPage(label: "7")
    try document.canvas.image(LetterScan.make(), 0, 0, PageFrame.width, PageFrame.height)
    try document.endPage(letterPage)

    document.beginPage(label: "8")
    try StormPage.draw(on: document.canvas)
    try document.endPage(stormPage)

    document.beginPage(label: "9")
    try HoursPage.draw(on: document.canvas)
    try document.endPage(hoursPage)

    document.beginPage(label: "10")
    try VisitorsBookPage.draw(on: document.canvas)
    try document.endPage(formPage)
  }

  private static func addOutline(_ document: borrowing PDFDocument) {
    document.addOutline("Cover", page: 1)
    document.addOutline("Contents", page: contentsPage)
    var part: Int32?
    for entry in entries {
      let added = document.addOutline(entry.title, page: entry.page, parent: entry.isPart ? nil : part)
      if entry.isPart { part = added }
    }
  }
}
