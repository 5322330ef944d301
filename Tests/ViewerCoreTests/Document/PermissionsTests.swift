import Testing
import ViewerCore

@Suite("Permissions")
struct PermissionsTests {
  @Test(
    "A protected document becomes a part of another one where it may be copied, printed and taken apart",
    arguments: [
      (Permissions.all, true), ([.copy, .print, .assemble], true), ([.copy, .print], false),
      ([.copy, .assemble, .modify], false), ([.print, .assemble, .extract], false), ([], false),
    ] as [(Permissions, Bool)])
  func joining(_ permissions: Permissions, _ may: Bool) {
    #expect(permissions.mayBeJoined == may)
  }
}
