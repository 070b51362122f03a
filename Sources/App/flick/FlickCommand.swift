import ArgumentParser
import Logging

/// The command line: a contract that scripts and muscle memory depend on.
struct FlickCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "flick",
    abstract: "Swipe through video in a terminal.",
    usage: """
      flick [<options>] [<path> ...]
      flick \(Subcommands.words.joined(separator: " | ")) ...
      """,
    discussion: """
      A folder is a feed of its clips; a single file opens its folder's feed at that file. \
      Down plays the next clip, Up the previous one, Space pauses, q quits, ? shows all keys.

      Sub-commands: `flick still` prints one frame, `flick feed` publishes a folder as a web feed, \
      `flick history` shows what you have watched, `flick config` prints the settings in effect, `flick doctor` checks this terminal, sound and \
      libraries, `flick help` explains more. To play a folder with such a name, give its path: \
      `flick ./feed`. Each flag has an opposite, with or without no-.
      """)

  @OptionGroup(title: "Feed")
  var feed: FeedArguments

  @OptionGroup(title: "Playing")
  var play: PlayArguments

  @OptionGroup(title: "Screen")
  var screen: ScreenArguments

  @OptionGroup(title: "Files")
  var outputs: OutputArguments

  @Option(
    help: ArgumentHelp(
      "Configuration file to use instead of ~/.config/flick/config.toml.", valueName: "file"),
    completion: .file())
  var config: String?

  @Option(
    name: .customLong("key"),
    help: ArgumentHelp(
      "Bind a key to an action, such as quit=x; `flick config` lists both.",
      valueName: "action=key"))
  var keys: [String] = []

  @Flag(help: "Record neither history nor the place in the feed.")
  var noHistory = false

  @Option(help: .setting("store", "here|file"), completion: .file())
  var store: String?

  @Option(help: .setting("log-level", "level"))
  var logLevel = LogOption.notice

  @Flag(name: [.customShort("V"), .customLong("version")], help: "Show the version.")
  var showsVersion = false

  func validate() throws {
    if showsVersion { throw CleanExit.message("flick \(Version.text)") }
  }
}

/// How much is logged.
enum LogOption: String, CaseIterable, ExpressibleByArgument {
  case debug
  case info
  case notice
  case error

  var level: Logger.Level { Logger.Level(rawValue: rawValue) ?? .notice }
}
