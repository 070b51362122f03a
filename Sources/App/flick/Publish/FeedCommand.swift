import ArgumentParser
import FeedCore
import Models
import Network
import Platform

/// `flick feed`: writes a folder's feed for a web server.
struct FeedCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "feed", _superCommandName: "flick",
    abstract: "Publish a folder's clips as a web feed.",
    discussion: """
      Writes feed.json, feed-2.json and so on: linked pages of a JSON Feed 1.1 with the duration and \
      size of each clip. The clips stay where they are. Serve both with any web server, and play them \
      from anywhere with `flick URL/feed.json`. Run it again to write only what has changed. Clips \
      that cannot be played are skipped and listed at the end.
      """)

  @Argument(help: "Folder with the clips.", completion: .directory)
  var folder: String

  @Option(help: ArgumentHelp("Web address of the folder.", valueName: "url"))
  var baseURL: String

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp(
      "Folder for the pages; created if missing.", valueName: "dir"),
    completion: .directory)
  var output: String

  @Option(
    help: ArgumentHelp(
      """
      Web address of the pages (default: their path below the base URL, or the base URL if they are \
      not in the folder).
      """,
      valueName: "url"))
  var feedURL: String?

  @Option(help: ArgumentHelp("Title of the feed (default: the folder's name).", valueName: "text"))
  var title: String?

  @Option(help: ArgumentHelp("Clips per page, 1 to 1000.", valueName: "n"))
  var pageSize = 100

  @Option(
    help: ArgumentHelp(
      "List clips of more than 3 minutes by up to so many excerpts, 0 to 100; 0 lists them whole.",
      valueName: "n"))
  var excerpts = 0

  @Option(help: .setting("sort", "order"))
  var sort = OrderSort.name

  @Flag(help: .setting("reverse"))
  var reverse = false

  @Flag(help: .setting("hidden"))
  var hidden = false

  func validate() throws {
    guard !folder.isEmpty, !output.isEmpty else {
      throw ValidationError(localized("The path is empty."))
    }
    guard (0...100).contains(excerpts) else {
      throw ValidationError(localized("--excerpts takes a number, 0 to 100."))
    }
    guard (1...1_000).contains(pageSize) else {
      throw ValidationError(localized("--page-size takes a number of clips, 1 to 1000."))
    }
    _ = try addresses
  }

  /// Where the folder will be served, and its pages; `nil` to choose.
  var addresses: (folder: RemoteAddress, pages: RemoteAddress?) {
    get throws {
      (
        try Self.address(baseURL, of: "--base-url"),
        try feedURL.map { try Self.address($0, of: "--feed-url") }
      )
    }
  }

  func perform() throws -> Int32 { try FeedPublisher(self).run() }

  private static func address(_ argument: String, of option: String) throws -> RemoteAddress {
    guard let address = AddressReader.libcurl.read(argument),
      // Every reader of the feed would see the password.
      !argument.contains(where: { "?#".contains($0) }), address.userInfo == nil
    else {
      throw ValidationError(
        option,
        takes: localized(
          "an http or https address without ?, # or password, such as https://example.org/clips/"),
        not: argument)
    }
    return address
  }
}
