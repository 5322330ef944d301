import Interface
import Testing
import ViewerCore

struct MessagesTests {
  @Test("Visitors get whole sentences without codes or technical words", arguments: ErrorCode.allCases)
  func friendly(code: ErrorCode) {
    for text in [Messages.notice(code), Messages.pageFailure(code)] {
      #expect(text.hasSuffix("."))
      #expect(text.first?.isUppercase == true)
      #expect(text.count < 90)
      #expect(!text.contains("-") && !text.lowercased().contains("error"))
      for word in ["PDF", "file", "memory", "server", "render", "http"] {
        #expect(!text.contains(word), "\(text)")
      }
    }
  }

  @Test("The staff gets the code, and the subject where there is one")
  func staff() {
    #expect(Messages.staffLine(.timeout, subject: "") == "timeout")
    #expect(Messages.staffLine(.notFound, subject: "guide.pdf") == "not-found · guide.pdf")
    #expect(Messages.staffLine(.notFound, subject: "/srv/house/guide.pdf") == "not-found · guide.pdf")
  }
}
