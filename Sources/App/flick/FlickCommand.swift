import ArgumentParser
import FeedSources
import Logging
import Models
import TerminalCore

/// The command line: a contract that scripts and muscle memory depend on.
struct FlickCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "flick",
    abstract: "Swipe through video in a terminal.",
    discussion: """
      A folder is a feed of its clips; a single file opens its folder's feed at that file. \
      Down brings the next clip, Up the one before, Space pauses, q quits, ? shows the keys.
      """,
    version: Version.current)

  @Argument(
    help: ArgumentHelp(
      "Files, folders, m3u playlists and http addresses (default: the current folder).",
      valueName: "path"))
  var paths: [String] = []

  @Flag(help: "Play just the files named, not the folder round a single one.")
  var only = false

  @Option(
    help: ArgumentHelp(
      "Begin with a clip: its number, counted from 1, or its file's name.", valueName: "n|name"))
  var start: String?

  @Flag(help: "From the last clip to the first.")
  var reverse = false

  @Flag(help: "Take hidden files and folders into the feed.")
  var hidden = false

  @Option(help: ArgumentHelp("Only clips with this in their names.", valueName: "text"))
  var match = ""

  @Option(
    help: ArgumentHelp("What happens at the end of a clip: one, feed or off.", valueName: "mode"))
  var loop = LoopMode.one

  @Flag(help: "Start without sound.")
  var mute = false

  @Option(help: ArgumentHelp("How loud to start, 0 to 100 percent.", valueName: "n"))
  var volume = 100

  @Option(help: ArgumentHelp("The ALSA device to play on.", valueName: "name"))
  var audioDevice = "default"

  @Option(
    help: ArgumentHelp("Colours: auto, 24bit, 256, 16, 8 or mono.", valueName: "depth"))
  var color = ColorOption.auto

  @Option(
    help: ArgumentHelp(
      "How pictures are shown: auto, cells, kitty or sixel.", valueName: "means"))
  var output = OutputOption.auto

  @Option(
    help: ArgumentHelp(
      "What pictures in cells are made of: auto, half, quadrant, sextant, space or ascii.",
      valueName: "set"))
  var glyphs = GlyphOption.auto

  @Option(
    help: ArgumentHelp(
      "How exact moving pictures are: auto, low, medium, high or exact.", valueName: "level"))
  var quality = QualityOption.auto

  @Option(
    help: ArgumentHelp("The most bytes a second, such as 500K or 2M.", valueName: "size"),
    transform: ByteCount.init(argument:))
  var maxRate: ByteCount?

  @Option(help: ArgumentHelp("The most pictures a second, 1 to 240.", valueName: "n"))
  var fps: Double?

  @Flag(help: "Change pictures at once, without motion (the default).")
  var noAnimation = false

  @Option(
    help: ArgumentHelp(
      "Memory for clips kept ready, such as 256M or 1G (default: 256M, less on a small machine).",
      valueName: "size"),
    transform: ByteCount.init(argument:))
  var preloadMemory: ByteCount?

  @Option(
    help: ArgumentHelp(
      "What goes into the log: debug, info, notice or error.", valueName: "level"))
  var logLevel = LogOption.notice

  func validate() throws {
    if start == "0" || start == "" {
      throw ValidationError("--start counts clips from 1, or names a file.")
    }
    guard (0...100).contains(volume) else {
      throw ValidationError("--volume takes a percentage, 0 to 100.")
    }
    if let fps, !(1...240).contains(fps) {
      throw ValidationError("--fps takes a number of pictures a second, 1 to 240.")
    }
    if let maxRate, maxRate.bytes < 1000 {
      throw ValidationError("--max-rate takes at least 1K: less shows nothing.")
    }
    if paths.contains("") {
      throw ValidationError("An empty path names no file.")
    }
  }

  /// What was asked for, as paths.
  var filePaths: [FilePath] {
    paths.map { FilePath(bytes: Arguments.bytes($0)) }
  }

  /// The most that open clips may take, in bytes.
  var memoryBudget: Int {
    (preloadMemory ?? .standardPreload(ofMemory: MachineMemory.total)).bytes
  }

  /// What was asked of the terminal.
  var terminalOptions: TerminalOptions {
    TerminalOptions(
      color: color.depth, glyphs: glyphs.set, output: output.means, quality: quality.level,
      maximumRate: maxRate?.bytes, maximumFrameRate: fps)
  }

  /// What was asked of the feed.
  var feedOptions: FeedOptions {
    var options = FeedOptions()
    options.includesHidden = hidden
    options.isOnly = only
    options.isReversed = reverse
    options.match = FeedFilter(text: String(decoding: Arguments.bytes(match), as: UTF8.self))
    options.start = start.map { start in
      if let number = Int(start), number > 0 { return .index(number - 1) }
      return .name(Arguments.bytes(start))
    }
    return options
  }
}

extension LoopMode: ExpressibleByArgument {}

/// How much goes into the log.
enum LogOption: String, CaseIterable, ExpressibleByArgument {
  case debug
  case info
  case notice
  case error

  /// The level as the log knows it.
  var level: Logger.Level {
    switch self {
    case .debug: .debug
    case .info: .info
    case .notice: .notice
    case .error: .error
    }
  }
}
