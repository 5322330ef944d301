import Glibc

/// Who this process is, and which groups it is in.
package struct Account: Hashable, Sendable {
  package var name: String
  package var isRoot: Bool
  /// Groups that this process has now, by name.
  package var groups: Set<String>

  /// Of this process.
  package static func current() -> Account {
    let user = geteuid()
    let entry = getpwuid(user)
    let name = entry.map { String(cString: $0.pointee.pw_name) } ?? String(user)
    var ids = [gid_t](repeating: 0, count: max(0, Int(getgroups(0, nil))))
    let count = getgroups(Int32(ids.count), &ids)
    ids.removeLast(ids.count - min(ids.count, max(0, Int(count))))
    // The effective group need not be among the others.
    return Account(
      name: name, isRoot: user == 0, groups: Set((ids + [getegid()]).compactMap { Self.groupName($0) }))
  }

  /// Nil for a group that has no name here.
  package static func groupName(_ id: UInt32) -> String? {
    getgrgid(id).map { String(cString: $0.pointee.gr_name) }
  }

  /// Members that the group database lists; nil when there is no such group.
  package static func members(ofGroup name: String) -> [String]? {
    guard let group = getgrnam(name) else { return nil }
    var result: [String] = []
    var next = group.pointee.gr_mem
    while let member = next?.pointee {
      result.append(String(cString: member))
      next = next?.successor()
    }
    return result
  }
}
