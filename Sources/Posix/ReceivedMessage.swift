import CPosix

/// A message and the descriptors that came with it; what nobody takes is closed with it.
package struct ReceivedMessage: ~Copyable, Sendable {
  package let bytes: [UInt8]
  private var descriptors: ReceivedDescriptors

  init(bytes: [UInt8], descriptors: consuming ReceivedDescriptors) {
    self.bytes = bytes
    self.descriptors = descriptors
  }

  /// Descriptors that are still here.
  package var descriptorCount: Int { descriptors.count }

  /// The next descriptor, in the order they were sent.
  package mutating func takeDescriptor() -> FileDescriptor? {
    descriptors.take()
  }
}

/// At most four descriptors, owned; an array cannot hold what cannot be copied.
struct ReceivedDescriptors: ~Copyable, Sendable {
  private var raw: InlineArray<4, Int32>
  private var next = 0
  private var end = 0

  init(owning descriptors: ArraySlice<Int32>) {
    raw = InlineArray(repeating: -1)
    for descriptor in descriptors.prefix(raw.count) {
      raw[end] = descriptor
      end += 1
    }
  }

  deinit {
    for index in next..<end {
      _ = FileDescriptor(owning: raw[index])
    }
  }

  var count: Int { end - next }

  mutating func take() -> FileDescriptor? {
    guard next < end else { return nil }
    defer { next += 1 }
    return FileDescriptor(owning: raw[next])
  }
}
