import ArgumentParser
import FeedCore

/// Which clips a command is about.
struct QueryArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Only clips that match: words of the path, or conditions such as is:kept, rated:>3 or tag:NAME.",
      valueName: "text"))
  var match = ""

  @Option(
    help: ArgumentHelp(
      "Only clips of a kind: all, liked, begun or unreviewed; or the same as --match.",
      valueName: "clips"))
  var show = ""

  /// All of it.
  var query: FilterQuery {
    FilterQuery("\(match) \(ShownClips(rawValue: show)?.condition ?? show)")
  }

  func validate() throws {
    try FeedArguments.check(match, of: "--match")
    try FeedArguments.check(show, of: "--show")
  }
}
