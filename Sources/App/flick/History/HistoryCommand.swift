import ArgumentParser
import FeedCore
import FeedSources
import Files
import Foundation
import Models
import Platform
import Records

/// `flick history`: what was seen (docs/decisions/records.md).
struct HistoryCommand: Subcommand {
  /// How it is printed.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case table
    case jsonl
  }

  static let configuration = CommandConfiguration(
    commandName: "history", _superCommandName: "flick",
    abstract: "Show what you have watched, or forget it.",
    usage: "flick history [<options>] [<path> ...]",
    discussion: """
      The table lists clips, the latest first: when, for how long and how often you watched them, how \
      far, and how you left them. jsonl prints one line per visit, the oldest first. With --films, the \
      table lists excerpts and other shorts, those that led to their film most often first. Likes are \
      not part of the history, and are not forgotten.
      """)

  @Argument(
    help: ArgumentHelp(
      "Files, folders, addresses and feeds (default: everything).", valueName: "path"),
    completion: .file())
  var paths: [String] = []

  @Option(help: ArgumentHelp("Format: table or jsonl.", valueName: "format"))
  var format = Format.table

  @Option(
    help: ArgumentHelp(
      "Only visits since then: 90m, 12h, 7d, 4w or 2026-05-01.", valueName: "time"))
  var since: String?

  @Option(help: ArgumentHelp("Clips in the table.", valueName: "n"))
  var limit = 50

  @Option(help: .setting("store", "here|file"), completion: .file())
  var store: String?

  @Flag(help: "Show which excerpts and clips of feeds have led to their films.")
  var films = false

  @Flag(help: "Delete these visits instead of showing them.")
  var forget = false

  func validate() throws {
    guard !paths.contains("") else { throw ValidationError(localized("The path is empty.")) }
    guard limit >= 0 else {
      throw ValidationError(localized("--limit takes a number of clips."))
    }
    guard !films || !forget else {
      throw ValidationError(localized("--films and --forget cannot be combined."))
    }
    _ = try since.map(HistorySince.time)
  }

  func perform() throws -> Int32 {
    let places = paths.map { TypedPath.path(Arguments.bytes($0)) }
    let options = try RecordOptions(store: store, places: places)
    let query = HistoryQuery(places: places, since: try since.map(HistorySince.time))
    if forget {
      return try Failure.with(ExitStatus.cannotCreate) {
        let count = try RecordStore.forget(query, options)
        forgetThumbnails(query)
        Console.report(localizedPlural(count, "%s visit forgotten", "%s visits forgotten", count))
        return ExitStatus.success
      }
    }
    return try Failure.with(ExitStatus.noInput) {
      let formats = LocalFormats(environment: { ProcessInfo.processInfo.environment[$0] })
      if films {
        let shorts = try RecordStore.shorts(query, options)
        let text =
          format == .jsonl
          ? shorts.map(\.json).joined()
          : ShortTable(shorts: shorts, formats: formats).text(limit: limit)
        return Console.output(Array(text.utf8))
      }
      switch format {
      case .table:
        let table = HistoryTable(
          report: try RecordStore.report(query, limit: limit, options), formats: formats)
        return Console.output(Array(table.text.utf8))
      case .jsonl: return try write(query, options)
      }
    }
  }

  /// Removes the thumbnails of what was watched.
  private func forgetThumbnails(_ query: HistoryQuery) {
    guard let folder = ThumbnailCache.folder(ProcessInfo.processInfo.environment) else { return }
    ThumbnailCache(folder: folder, limit: 0).remove(usedSince: query.since) { query.covers($0) }
  }

  /// Writes the visits, some at a time.
  private func write(_ query: HistoryQuery, _ options: RecordOptions) throws -> Int32 {
    var bytes: [UInt8] = []
    var status = ExitStatus.success
    try RecordStore.forEachVisit(query, options) { visit in
      bytes += Array(visit.json.utf8)
      guard bytes.count > 1 << 16 else { return true }
      status = Console.list(bytes)
      bytes = []
      return status == ExitStatus.success
    }
    return status == ExitStatus.success ? Console.list(bytes) : status
  }
}
