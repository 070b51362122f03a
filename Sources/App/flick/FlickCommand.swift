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
      Down brings the next clip, Up the one before, Space pauses, q quits, ? shows the keys.

      Sub-commands: `flick still` prints one picture, `flick feed` writes a folder's feed for a web \
      server, `flick config` prints what is in force and where it comes from, `flick doctor` explains \
      what this terminal can do, `flick help` has more. A folder of such a name is played by its path: \
      `flick ./feed`. Each flag has an opposite, with no- in front or without it.
      """,
    version: Version.current)

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
      "Another configuration file than config.toml in ~/.config/flick.", valueName: "file"))
  var config: String?

  @Option(
    name: .customLong("key"),
    help: ArgumentHelp(
      "Another key for an action, such as quit=x; `flick config` lists both.",
      valueName: "action=key"))
  var keys: [String] = []

  @Flag(help: "Write down neither what is seen nor the place in the feed.")
  var noHistory = false

  @Option(help: .setting("log-level", "level"))
  var logLevel = LogOption.notice
}

/// How much goes into the log.
enum LogOption: String, CaseIterable, ExpressibleByArgument {
  case debug
  case info
  case notice
  case error

  /// The level as the log knows it.
  var level: Logger.Level { Logger.Level(rawValue: rawValue) ?? .notice }
}
