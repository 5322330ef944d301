import ViewerCore

/// One of the two buffers that take turns on the screen: a card's, or plain memory for the headless output.
struct ScanoutBuffer: ~Copyable {
  private enum Owner: ~Copyable {
    case device(any KMSDevice, DumbBuffer)
    case memory(PixelMemory)
  }

  let pixels: PixelView
  /// 0 where there is no card.
  let framebuffer: UInt32
  private let owner: Owner

  /// Takes over a card's buffer.
  init(_ buffer: DumbBuffer, of device: any KMSDevice) {
    pixels = buffer.pixels
    framebuffer = buffer.framebuffer
    owner = .device(device, buffer)
  }

  init(memory size: PixelSize) {
    let memory = PixelMemory(size: size)
    pixels = memory.pixels
    framebuffer = 0
    owner = .memory(memory)
  }

  deinit {
    switch owner {
    case .device(let device, let buffer): device.destroyBuffer(buffer)
    case .memory: break
    }
  }
}
