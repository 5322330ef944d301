import Display
import Posix
import ViewerCore

/// What a machine is like, as far as a kiosk cares: gathered by `MachineSurvey`, judged by `Diagnosis`.
struct MachineFacts: Hashable, Sendable {
  struct System: Hashable, Sendable {
    /// `6.1.0-18-amd64`.
    var kernel: String
    var architecture: String
    /// The board's or the computer's name; empty where nobody says.
    var model = ""
    /// Options of the kernel's command line.
    var kernelOptions: [String] = []
    var processors: Int
    /// Bytes.
    var memory: Int
    /// Who tells this user that memory runs short.
    var pressure = MemoryPressure.Source.systemPressure
    /// Whether the kernel measures stalls at all (CONFIG_PSI, not switched off).
    var measuresPressure = true
  }

  struct Group: Hashable, Sendable {
    var name: String
    /// Whether this process is in it now.
    var isOurs: Bool
    /// Whether the group database lists the user; nil when there is no such group.
    var listsUser: Bool?
  }

  enum Access: Hashable, Sendable {
    case allowed
    /// The group that owns the node.
    case denied(group: String)
    /// For another reason, in the kernel's words.
    case failed(String)
  }

  struct Card: Hashable, Sendable {
    enum Master: Hashable, Sendable {
      case obtainable
      /// Others that have the card open, as far as this user can see.
      case taken(by: [RunningProcess])
    }

    /// `card0`.
    var name: String
    var access: Access
    var driver = ""
    var master = Master.obtainable
    /// Empty for cards that only render.
    var connectors: [ConnectorState] = []
  }

  struct Input: Hashable, Sendable {
    /// `event3`.
    var name: String
    /// What the device calls itself: outside text.
    var title: String
    var access: Access
    /// Whether udev's rules have run for it.
    var isKnownToUdev = true
    var properties: [String: String] = [:]
    /// By its capabilities a screen to touch: its places are the picture's own.
    var isTouchPanel = false
    /// `evdev`'s ids, four hexadecimal digits each; empty where unknown.
    var vendor = ""
    var product = ""

    var isTouchscreen: Bool { properties["ID_INPUT_TOUCHSCREEN"] == "1" }
    /// Whether libinput takes it.
    var isUsed: Bool { properties["ID_INPUT"] == "1" && properties["LIBINPUT_IGNORE_DEVICE"] != "1" }
  }

  struct Console: Hashable, Sendable {
    /// The one in front: `tty1`.
    var name: String
    var access: Access
    /// Waits there for somebody to log in.
    var login: RunningProcess?
  }

  struct Rules: Hashable, Sendable {
    /// Where our file is installed.
    var installed: String?
    /// Where the file to install stands.
    var source: String?
  }

  enum Configuration: Hashable, Sendable {
    case absent(path: String)
    /// - Parameter missing: documents that it names and that cannot be read.
    case valid(path: String, ViewerOptions, missing: [String])
    case wrong(path: String, Failure)
  }

  var system: System
  var user: String
  var isRoot = false
  var groups: [Group] = []
  var cards: [Card] = []
  /// Cards that the kernel has and `/dev/dri` has not.
  var hiddenCards: [String] = []
  var inputs: [Input] = []
  var hiddenInputs: [String] = []
  var udevRuns = true
  var rules = Rules()
  /// Nil on machines without virtual consoles.
  var console: Console?
  /// Families of fonts that were looked for and are not there.
  var missingFonts: Set<String> = []
  var drawsCJK = true
  var hasCharacterMaps = true
  /// The worker's path, or why it cannot be used.
  var worker: Result<String, Failure>
  /// The same for the one that reads pictures.
  var pictures: Result<String, Failure>
  var configuration: Configuration
}
