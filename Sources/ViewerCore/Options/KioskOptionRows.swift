extension OptionTable<ViewerOptions> {
  /// What the kiosk does while nobody touches it.
  static let kioskRows: [OptionSpec<ViewerOptions>] = [
    seconds("idle", 5...86_400, "after so long without a touch the visitor is asked for, and then forgotten")
    {
      $0.kiosk.idle = $1
    },
    seconds("blank-after", 5...604_800, "after so long without a touch the panel goes dark") {
      $0.kiosk.blankAfter = $1
    },
    .choice(
      "blank-by", \.kiosk.darkness, "how: panels that feel no touch without power need a black picture"),
    OptionSpec("hours", "TIMES", "when the panel is lit, such as 'mon-fri 8:00-18:00, sat 10:00-14:00'") {
      options, text throws(OptionValueError) in
      guard let hours = WeeklyHours(text) else {
        throw OptionValueError(
          "must be DAYS HH:MM-HH:MM, such as 'mon-fri 8:00-18:00, sat,sun 10:00-14:00' or 'daily 9:00-24:00', "
            + "not “\(text)”")
      }
      options.kiosk.hours = hours
    },
    OptionSpec("attract", "WHAT", "what is shown by itself while nobody is there: pages, documents or off") {
      options, text throws(OptionValueError) in
      options.kiosk.attract.subject = Attract.Subject(rawValue: text)
      guard text == "off" || options.kiosk.attract.subject != nil else {
        throw OptionValueError("must be pages, documents or off, not “\(text)”")
      }
    }.with { $0.note = { _ in "default off" } },
    .seconds("attract-after", 5...86_400, \.kiosk.attract.after, "it begins after so long without a touch"),
    .seconds("attract-every", 3...86_400, \.kiosk.attract.every, "each picture stays so long"),
    seconds("revalidate", 10...604_800, "between questions whether the document that is shown is the latest")
    {
      $0.kiosk.revalidateEvery = $1
    },
  ]

  private static func seconds(
    _ name: String, _ range: ClosedRange<Double>, _ help: String,
    _ set: @escaping @Sendable (inout ViewerOptions, Duration?) -> Void
  ) -> OptionSpec<ViewerOptions> {
    OptionSpec(name, "SECONDS", help + " (default never)") { options, text throws(OptionValueError) in
      guard text != "never" else { return set(&options, nil) }
      set(&options, .microseconds(Int64((try OptionValue.number(text, in: range) * 1e6).rounded())))
    }
  }
}
