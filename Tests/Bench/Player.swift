import Models
import TestSupport

/// A program that plays clips in a terminal.
struct Player: Sendable {
  let name: String
  /// Its command line for some clips, in a terminal of some size.
  let command: @Sendable (_ paths: [String], _ size: CellSize) -> [String]
  /// The keys to the next and the previous clip; `nil` where there are none.
  let keys: (next: [UInt8], previous: [UInt8])?

  /// Flick, as it is used; pages turn without motion, so that there is one moment when the frame
  /// is whole.
  static let flick = Player(
    name: "flick",
    command: { paths, _ in flick(paths, sound: "null") },
    keys: (Array("\u{1B}[B".utf8), Array("\u{1B}[A".utf8)))

  /// Flick as it is used, with motion.
  static let animated = Player(
    name: "flick.animated",
    command: { paths, _ in flick(paths, sound: "null").filter { $0 != "--no-animation" } },
    keys: flick.keys)

  /// Flick's command line with a sound device.
  static func flick(_ paths: [String], sound device: String) -> [String] {
    [FlickProcess.binary, "--audio-device", device, "--no-animation", "--loop", "one"] + paths
  }

  private static let mpv = Player(
    name: "mpv",
    command: { paths, _ in
      [
        "mpv", "--no-config", "--vo=tct", "--really-quiet", "--ao=null", "--loop-file=inf",
        "--prefetch-playlist=yes",
      ] + paths
    },
    keys: ([UInt8(ascii: ">")], [UInt8(ascii: "<")]))

  private static let timg = Player(
    name: "timg",
    command: { paths, size in ["timg", "-ph", "-g\(size.columns)x\(size.rows)"] + paths },
    keys: nil)

  /// Flick and those peers that are installed.
  static let installed = [flick] + [mpv, timg].filter { Command.isInstalled($0.name) }
}
