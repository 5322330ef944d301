package import ViewerCore

/// A socket or a built-in panel of a graphics card, as it is right now.
package struct ConnectorState: Hashable, Sendable {
  package enum Status: UInt32, Hashable, Sendable {
    case connected = 1
    case disconnected = 2
    case unknown = 3
  }

  package var id: UInt32
  package var kind: Kind
  /// Counts connectors of one kind, from 1.
  package var index: UInt32
  /// `HDMI-A-1`, as the kernel's messages and `video=` have it.
  package var name: String
  package var status: Status
  /// The CRTC that drives it now; `nil` when none does.
  package var currentCRTC: UInt32?
  /// Bit n: the card's n-th CRTC can drive it.
  package var possibleCRTCs: UInt32
  package var modes: [DisplayMode]
  /// What the panel says of its size, mm; often 0 or wrong.
  package var millimetres: PixelSize

  package init(
    id: UInt32, kind: Kind, index: UInt32, name: String, status: Status, currentCRTC: UInt32?,
    possibleCRTCs: UInt32, modes: [DisplayMode], millimetres: PixelSize
  ) {
    self.id = id
    self.kind = kind
    self.index = index
    self.name = name
    self.status = status
    self.currentCRTC = currentCRTC
    self.possibleCRTCs = possibleCRTCs
    self.modes = modes
    self.millimetres = millimetres
  }

  /// Something is plugged in that can show a picture. A connector without modes counts as nothing: cards with no
  /// monitor data say "connected" and offer none.
  package var isShowable: Bool {
    status == .connected && kind != .writeback && DisplayMode.choice(among: modes) != nil
  }

  /// `DRM_MODE_CONNECTOR_*`.
  package struct Kind: RawRepresentable, Hashable, Sendable {
    package var rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let lvds = Kind(rawValue: 7)
    package static let displayPort = Kind(rawValue: 10)
    package static let hdmiA = Kind(rawValue: 11)
    package static let eDP = Kind(rawValue: 14)
    package static let virtual = Kind(rawValue: 15)
    package static let dsi = Kind(rawValue: 16)
    package static let dpi = Kind(rawValue: 17)
    package static let writeback = Kind(rawValue: 18)
    package static let spi = Kind(rawValue: 19)

    /// Smaller is taken first: a panel that is part of the machine, then what is plugged in, then what is no
    /// screen at all.
    package var preference: Int {
      switch self {
      case .dsi, .eDP, .lvds, .dpi, .spi: 0
      case .virtual: 2
      case .writeback: 3
      default: 1
      }
    }
  }
}
