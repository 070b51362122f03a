import ArgumentParser
import FeedCore
import FeedSources
import Files
import Foundation
import Glibc
import Models
import Platform
import Records

/// `flick verdicts`: what was decided in triage, for other programs (docs/triage.md).
struct VerdictsCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "verdicts", _superCommandName: "flick",
    abstract: "List what you decided in triage.",
    usage: "flick verdicts [<options>] [<path> ...]",
    discussion: """
      jsonl and csv have the fields filepath, verdict, rating, tags, in, out, duration, reviewed_at and \
      key. A verdict is keep, reject or empty; tags are separated by commas; in, out and duration are \
      in seconds. paths, m3u and ffconcat list files alone. xmp and xattr write beside the files, or in \
      their attributes, and list what has changed.
      """)

  @Argument(
    help: ArgumentHelp(
      "Files, folders, addresses and feeds (default: everything).", valueName: "path"),
    completion: .file())
  var paths: [String] = []

  @Option(
    help: ArgumentHelp(
      "Format: jsonl, csv, paths, m3u, ffconcat, xmp or xattr.", valueName: "format"))
  var format = VerdictFormat.jsonl

  @Flag(
    name: [.customShort("0"), .customLong("null")],
    help: "Separate paths by NUL bytes instead of newlines.")
  var isZeroSeparated = false

  @OptionGroup var clips: QueryArguments

  @Option(
    name: .customLong("import"),
    help: ArgumentHelp(
      "Take up the verdicts of a list in CSV or jsonl; - is standard input.", valueName: "file"),
    completion: .file())
  var list: String?

  @Option(
    help: ArgumentHelp(
      "With --import: do not take up the list, but show where this reviewer came to another verdict.",
      valueName: "name"))
  var reviewer: String?

  @Option(help: .setting("store", "here|file"), completion: .file())
  var store: String?

  func validate() throws {
    guard !paths.contains("") else { throw ValidationError(localized("The path is empty.")) }
    if isZeroSeparated, format != .paths {
      throw ValidationError(localized("-0 needs --format paths."))
    }
    if reviewer != nil, list == nil {
      throw ValidationError(localized("--reviewer needs --import."))
    }
  }

  func perform() throws -> Int32 {
    let places = paths.map { TypedPath.path(Arguments.bytes($0)) }
    let options = try RecordOptions(store: store, places: places)
    if let source = list {
      return try VerdictImport(options: options, reviewer: reviewer).run(Self.contents(of: source))
    }
    if format == .xmp || format == .xattr { return try write(in: places, options) }
    var list = VerdictList(format: format, isZeroSeparated: isZeroSeparated)
    var bytes = list.header
    var status = ExitStatus.success
    var isEmpty = true
    try Failure.with(ExitStatus.noInput) {
      try RecordStore.forEachReview(in: places, clips.query, options) { item in
        isEmpty = false
        if item.file == .uncertain, let path = item.path {
          Console.report("\(FileError.uncertain(path))")
          return true
        }
        bytes += list.line(item)
        guard bytes.count > 1 << 16 else { return true }
        status = Console.list(bytes)
        bytes = []
        return status == ExitStatus.success
      }
    }
    if isEmpty { try Self.check(places) }
    if status == ExitStatus.success { status = Console.list(bytes) }
    for path in list.omitted.prefix(5) {
      Console.report(
        localized("%s: its name has a line break, which this format cannot have", path))
    }
    return status == ExitStatus.success && !list.omitted.isEmpty ? ExitStatus.dataError : status
  }

  /// Checks places of which nothing is known: one that is gone may have been named wrongly.
  static func check(_ places: [FilePath]) throws {
    for place in places where RemoteAddress(String(decoding: place.bytes, as: UTF8.self)) == nil {
      _ = try Failure.with(ExitStatus.noInput) { try FileStatus(place) }
    }
  }

  /// Writes what was decided to the files' XMP or attributes.
  ///
  /// - Returns: The exit status.
  private func write(in places: [FilePath], _ options: RecordOptions) throws -> Int32 {
    var status = ExitStatus.success
    try Failure.with(ExitStatus.noInput) {
      try RecordStore.forEachReview(in: places, clips.query, options) { item in
        // What is gone, such as what an apply has moved, needs no notes.
        guard let clip = item.path, item.file != .gone else { return true }
        do throws(FileError) {
          let target = format == .xmp ? XMPFile(of: clip).path : clip
          try check(item, clip, options)
          let hasChanged =
            format == .xmp
            ? try XMPFile(of: clip).write(item.review)
            : try DesktopAttributes.write(item.review, to: clip)
          if hasChanged { _ = Console.list(target.bytes + [UInt8(ascii: "\n")]) }
        } catch {
          Console.report("\(error)")
          status = ExitStatus.inputOutput
        }
        return true
      }
    }
    return status
  }

  /// Checks that notes may be written: a store that travels may name any file in its folder, and a link
  /// there may lead anywhere.
  private func check(
    _ item: ReviewedItem, _ clip: FilePath, _ options: RecordOptions
  ) throws(FileError) {
    guard item.file == .judged else { throw .uncertain(clip) }
    guard MediaFormat.extensions.contains(clip.lowercaseExtension) else { throw .noClip(clip) }
    let isForeign = if case .folder = options.place { true } else { false }
    if isForeign, format != .xmp { try clip.checkLeadsNowhere() }
  }

  /// The bytes of a list.
  private static func contents(of argument: String) throws(Failure) -> [UInt8] {
    try Failure.with(ExitStatus.noInput) {
      if argument == "-" {
        return try Descriptor.contents(of: STDIN_FILENO, limit: ListedReview.limit)
      }
      return try FilePath(bytes: Arguments.bytes(argument)).contents(limit: ListedReview.limit)
    }
  }
}
