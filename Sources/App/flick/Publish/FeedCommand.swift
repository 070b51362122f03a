import ArgumentParser
import FeedCore
import Models
import Network
import Platform

/// `flick feed`: writes the feed of a folder for a web server.
struct FeedCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "feed", _superCommandName: "flick",
    abstract: "Write a folder's clips as a feed that any web server can serve.",
    discussion: """
      Writes feed.json, feed-2.json and so on, pages of a JSON Feed 1.1 that name one another, with \
      the duration and size of each clip. The clips themselves stay where they are; have both served, \
      and browse them from everywhere with `flick URL/feed.json`. Run again, it writes only what has \
      changed. Clips that cannot be played are left out and named at the end.
      """)

  @Argument(help: "The folder of the clips.", completion: .directory)
  var folder: String

  @Option(
    help: ArgumentHelp("Where the folder will be on the web.", valueName: "url"),
    transform: FeedCommand.address)
  var baseURL: RemoteAddress

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp(
      "The folder to write the pages to; made if it is not there.", valueName: "dir"),
    completion: .directory)
  var output: String

  @Option(
    help: ArgumentHelp(
      """
      Where that will be on the web (default: its place below the base, or the base if it is not in \
      the folder).
      """,
      valueName: "url"),
    transform: FeedCommand.address)
  var feedURL: RemoteAddress?

  @Option(help: ArgumentHelp("The feed's title (default: the folder's name).", valueName: "text"))
  var title: String?

  @Option(help: ArgumentHelp("Clips on a page, 1 to 1000.", valueName: "n"))
  var pageSize = 100

  @Option(help: .setting("sort", "order"))
  var sort = OrderSort.name

  @Flag(help: .setting("reverse"))
  var reverse = false

  @Flag(help: .setting("hidden"))
  var hidden = false

  func validate() throws {
    guard !folder.isEmpty, !output.isEmpty else {
      throw ValidationError(localized("An empty path names no folder."))
    }
    guard (1...1_000).contains(pageSize) else {
      throw ValidationError(localized("--page-size takes a number of clips, 1 to 1000."))
    }
  }

  func perform() throws -> Int32 { try FeedPublisher(self).run() }

  fileprivate static func address(_ argument: String) throws -> RemoteAddress {
    guard let address = AddressReader.libcurl.read(argument),
      // Every reader of the feed would get a password.
      !argument.contains(where: { "?#".contains($0) }), address.userInfo == nil
    else {
      throw ValidationError(
        localized(
          "It takes an http or https address without ?, # or password: https://example.org/clips/.")
      )
    }
    return address
  }
}
