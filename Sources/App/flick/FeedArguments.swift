import AppFeature
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
      Files, folders, playlists, feeds, http addresses, HOST:PATH by ssh, or - for paths from \
      standard input (default: the current folder).
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

  @Option(help: .setting("show", "clips"))
  var show: ShownClips?

  @Option(help: .setting("view", "view"))
  var view = FeedView.page

  @Option(help: .setting("group", "by"))
  var group = FeedGroup.folder

  @Option(help: .setting("thumbnail-cache", "size"))
  var thumbnailCache = "200M"

  /// The bytes that thumbnails on disk may take.
  var thumbnailBytes: Int { ByteCount(thumbnailCache)?.bytes ?? 0 }

  @Flag(help: .setting("triage"))
  var triage = false

  @Option(name: .customLong("tag"), help: .setting("tag", "name"))
  var tags: [String] = []

  @Option(help: .setting("advance", "decisions"))
  var advance = Triage.Advance.verdicts

  @Option(help: .setting("mark-lead", "time"))
  var markLead = "0s"

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

  @Option(help: .setting("ssh", "command"))
  var ssh = "ssh"

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
    if tags.count > Triage.tagCommandCount {
      throw ValidationError(localized("--tag: at most %s tags.", Triage.tagCommandCount))
    }
    if tags.contains(where: { Review.tag($0) == nil }) {
      throw ValidationError(localized("--tag: the tag is empty."))
    }
    if liked, show == .begun {
      throw ValidationError(localized("--liked and --show begun cannot be combined."))
    }
    try Self.check(match, of: "--match")
  }

  /// Checks the words of a filter.
  ///
  /// - Throws: `ValidationError` for a condition that does not exist, or whose value is missing: a shell takes
  ///   `>3` for itself.
  static func check(_ words: String, of option: String) throws {
    if let condition = FilterQuery.unfinished(in: words) {
      throw ValidationError(
        localized(
          "%1$s: %2$s lacks its value; in a shell, put it in quotes: 'rated:>3'", option, condition)
      )
    }
    guard let condition = FilterQuery(words).invalid else { return }
    throw ValidationError(
      localized("%1$s: unknown condition %2$s; there are %3$s", option, condition, conditions))
  }

  /// Examples of all conditions.
  private static let conditions =
    Condition.Use.allCases.map { "is:\($0)" }.joined(separator: ", ")
    + ", rated:>3, tag:NAME, dur:<30s, size:>100M, date:2026-05, codec:hevc, title:bee, portrait,"
    + " landscape"

  /// Where the feed's clips come from.
  var shown: ShownClips { hasPaths ? .all : collection }

  /// Whether paths are named, which `--liked` and `--show` then narrow.
  private var hasPaths: Bool { !paths.isEmpty || !filesFrom.isEmpty }

  /// What the records can make a feed of; or else, all.
  private var collection: ShownClips {
    switch show {
    case .liked, .begun: show ?? .all
    case .all, .unreviewed, nil: liked ? .liked : .all
    }
  }

  /// Whether clips with a verdict are left out.
  var hidesJudged: Bool { (show ?? (triage ? .unreviewed : .all)) == .unreviewed }

  /// Which of them are shown.
  var filter: FeedFilter {
    hidesJudged ? Triage.filter(filterOfAll, hidesJudged: true) : filterOfAll
  }

  /// The same with those that have a verdict.
  var filterOfAll: FeedFilter {
    let words = [match, hasPaths ? collection.condition : ""]
    return FeedFilter(text: words.filter { !$0.isEmpty }.joined(separator: " "))
  }

  var filePaths: [FilePath] { paths.map { TypedPath.path(Arguments.bytes($0)) } }

  /// Files that list paths.
  var pathLists: [FilePath] { filesFrom.map { FilePath(bytes: Arguments.bytes($0)) } }

  /// What an apply of this feed is about; `nil` if it is not made of files and folders.
  func applyJob(_ options: RecordOptions?) -> ApplyJob? {
    guard let options, shown == .all, pathLists.isEmpty, !filePaths.contains(FilePath("-")) else {
      return nil
    }
    let places = filePaths.isEmpty ? [FilePath(".")] : filePaths
    // A single file opens the feed of its folder.
    guard places.count == 1, !only else { return ApplyJob(options: options, places: places) }
    var place = places[0]
    if let address = AddressReader.sftp(place) {
      if WebAccess.isClip(address), address.lastComponent.map(ClipNames.isClip) == true {
        place = FilePath(address.folder.string)
      }
    } else if (try? FileStatus(place))?.kind == .file {
      place = place.parent
    }
    return ApplyJob(options: options, places: [place])
  }

  /// The feed's name, the same in every run. Looks paths up in the file system.
  var sourceName: SourceName {
    if shown != .all { return SourceName(shown.rawValue) }
    let piped = filePaths.contains(FilePath("-")) ? [FilePath("-")] : []
    return SourceName(
      paths: filePaths.filter { $0 != FilePath("-") }, lists: pathLists + piped, isOnly: only)
  }

  /// Days need an order by date; another that is asked for has no sections.
  var order: OrderSort { group == .day && sort == .name ? .date : sort }

  /// What the first page says of the order, unless its name says it.
  var note: Toast.Message? {
    guard sort == .rediscover else { return nil }
    return .note(
      .localized("first what you like and have not seen for the longest time"),
      short: .localized("not seen for long"))
  }

  var options: FeedOptions {
    var options = FeedOptions()
    options.includesHidden = hidden
    options.isOnly = only
    options.isReversed = reverse
    options.sort = order
    options.group = group
    options.match = filter
    options.pathLists = pathLists
    options.isZeroSeparated = isZeroSeparated
    options.start = start.map { start in
      if let number = Int(start), number > 0 { return .index(number - 1) }
      return .name(Arguments.bytes(start))
    }
    return options
  }
}

/// Which clips a feed has.
enum ShownClips: String, CaseIterable, ExpressibleByArgument {
  /// Those of the paths.
  case all
  /// Liked ones.
  case liked
  /// Those that were begun and not finished.
  case begun
  /// Those of the paths that have no verdict.
  case unreviewed

  /// The condition of a filter for them; empty for all.
  var condition: String { self == .all ? "" : "is:\(rawValue)" }
}

extension OrderSort: ExpressibleByArgument {
  package static let allValueStrings = Setting.orders + ["shuffle:SEED"]

  package static var defaultCompletionKind: CompletionKind { .list(Setting.orders) }

  package var defaultValueDescription: String { "name" }

  package init?(argument: String) {
    switch argument {
    case "name": self = .name
    case "date": self = .date
    case "modified": self = .modified
    case "rediscover": self = .rediscover
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

extension FeedView: ExpressibleByArgument {}
extension FeedGroup: ExpressibleByArgument {}
extension Triage.Advance: ExpressibleByArgument {}
