import CPosix
import Glibc

/// A system call that failed: which one, and the reason in `errno`'s numbers.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The call's name, as its manual page has it.
  package var call: String
  /// One of `errno`'s values, positive.
  package var code: Int32

  package init(call: String, code: Int32) {
    self.call = call
    self.code = code
  }

  /// `open: No such file or directory`.
  package var description: String {
    "\(call): \(reason)"
  }

  /// The reason alone, for messages that name their own subject.
  package var reason: String {
    guard let text = strerror(code) else { return "error \(code)" }
    return String(cString: text)
  }

  /// Nothing was there (or no room was) on a non-blocking descriptor.
  package var isWouldBlock: Bool { code == EAGAIN || code == EWOULDBLOCK }
  package var isStorageFull: Bool { code == ENOSPC || code == EDQUOT }
  /// Somebody else listens at this address.
  package var isInUse: Bool { code == EADDRINUSE }
  package var isTooLarge: Bool { code == EFBIG }
  package var isNotFound: Bool { code == ENOENT || code == ENOTDIR }
  package var isPermission: Bool { code == EACCES || code == EPERM }
}

/// Makes a system call that returns -1 on failure, again when a signal interrupted it.
func systemCall<Result: FixedWidthInteger>(
  _ name: String, _ call: () -> Result
) throws(SystemError) -> Result {
  while true {
    let result = call()
    if result != -1 { return result }
    let code = errno
    if code != EINTR { throw SystemError(call: name, code: code) }
  }
}

/// Reads the result of one of our C functions, which return -errno on failure and have retried EINTR.
@discardableResult
func checked<Result: FixedWidthInteger & SignedInteger>(
  _ name: String, _ result: Result
) throws(SystemError) -> Result {
  if result < 0 { throw SystemError(call: name, code: Int32(truncatingIfNeeded: 0 - result)) }
  return result
}
