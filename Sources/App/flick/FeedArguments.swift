import ArgumentParser
import FeedCore
import FeedSources
import Models
import Platform
import Records
import Settings

/// What is in the feed, and where it opens.
struct FeedArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      """
      Files, folders, playlists, feeds, http addresses, or - for paths from standard input \
      (default: the current folder).
      """,
      valueName: "path"),
    completion: .file())
  var paths: [String] = []

  @Option(help: .setting("files-from", "file"), completion: .file())
  var filesFrom: [String] = []

  @Flag(name: [.customShort("0"), .customLong("null")], help: .setting("null"))
  var isZeroSeparated = false

  @Flag(help: .setting("liked"))
  var liked = false

  @Flag(help: .setting("only"))
  var only = false

  @Option(help: .setting("start", "n|name"))
  var start: String?

  @Flag(help: .setting("resume"))
  var resume = false

  @Option(help: .setting("sort", "order"))
  var sort = OrderSort.name

  @Flag(help: .setting("reverse"))
  var reverse = false

  @Flag(help: .setting("hidden"))
  var hidden = false

  @Option(help: .setting("match", "text"))
  var match = ""

  func validate() throws {
    if start != nil, resume {
      throw ValidationError(
        localized("--start and --resume cannot be combined."))
    }
    if paths.contains("") || filesFrom.contains("") {
      throw ValidationError(localized("The path is empty."))
    }
    let inputs = (paths + filesFrom).filter { $0 == "-" }.count
    if inputs > 1 {
      throw ValidationError(
        localized("Standard input can be read only once: give a single -."))
    }
    if isZeroSeparated, inputs == 0, filesFrom.isEmpty {
      throw ValidationError(
        localized("-0 needs a list of paths: add - or --files-from."))
    }
    if liked, !paths.isEmpty || !filesFrom.isEmpty {
      throw ValidationError(
        localized("--liked takes no paths; to narrow it, use --match."))
    }
  }

  /// The arguments as paths.
  var filePaths: [FilePath] { paths.map { FilePath(bytes: Arguments.bytes($0)) } }

  /// Files that list paths.
  var pathLists: [FilePath] { filesFrom.map { FilePath(bytes: Arguments.bytes($0)) } }

  /// The feed's name, the same in every run. Looks paths up in the file system.
  var sourceName: SourceName {
    if liked { return SourceName("liked") }
    let piped = filePaths.contains(FilePath("-")) ? [FilePath("-")] : []
    return SourceName(
      paths: filePaths.filter { $0 != FilePath("-") }, lists: pathLists + piped, isOnly: only)
  }

  /// The options of the feed.
  var options: FeedOptions {
    var options = FeedOptions()
    options.includesHidden = hidden
    options.isOnly = only
    options.isReversed = reverse
    options.sort = sort
    options.match = FeedFilter(text: match)
    options.pathLists = pathLists
    options.isZeroSeparated = isZeroSeparated
    options.start = start.map { start in
      if let number = Int(start), number > 0 { return .index(number - 1) }
      return .name(Arguments.bytes(start))
    }
    return options
  }
}

extension OrderSort: ExpressibleByArgument {
  package static let allValueStrings = Setting.orders + ["shuffle:SEED"]

  package static var defaultCompletionKind: CompletionKind { .list(Setting.orders) }

  package var defaultValueDescription: String { "name" }

  package init?(argument: String) {
    switch argument {
    case "name": self = .name
    case "date": self = .date
    case "size": self = .size
    case "duration": self = .duration
    // Short enough to retype.
    case "shuffle": self = .shuffle(seed: .random(in: 1...999_999))
    default:
      guard argument.hasPrefix("shuffle:"), let seed = UInt64(argument.dropFirst(8)) else {
        return nil
      }
      self = .shuffle(seed: seed)
    }
  }
}
