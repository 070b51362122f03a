import Clients
import FeedCore
import FeedSources
import Files
import MediaCore
import Models
import Platform
import Records

/// Finds the clips of a folder, probes each, and writes the pages of their feed. See
/// docs/decisions/command-line-subcommands.md.
struct FeedPublisher {
  private let command: FeedCommand
  private let folder: FilePath
  private let pages: PageFolder
  private let addresses: (folder: RemoteAddress, pages: RemoteAddress?)

  /// Publishes according to a command line.
  ///
  /// - Throws: What is wrong with it.
  init(_ command: FeedCommand) throws {
    self.command = command
    addresses = try command.addresses
    folder = FilePath(bytes: Arguments.bytes(command.folder))
    pages = PageFolder(path: FilePath(bytes: Arguments.bytes(command.output)))
  }

  /// Runs it.
  ///
  /// - Returns: The exit status.
  func run() throws(Failure) -> Int32 {
    try ProcessLimits.check()
    guard try Failure.with(ExitStatus.noInput, { try FileStatus(folder).kind }) == .folder else {
      throw Failure(
        localized("%s: not a folder; `flick feed` writes a feed of the clips in a folder", folder),
        status: ExitStatus.noInput)
    }
    let known = try Failure.with(ExitStatus.cannotCreate) { try pages.read() }
    let (entries, problems) = look(into: try clips(), known: known)
    guard !entries.isEmpty else {
      throw Failure(
        localized("no playable clip in %s", folder), then: problems,
        status: ExitStatus.noInput)
    }
    let written = writer.pages(of: entries)
    do throws(FileError) {
      try pages.write(written, over: known)
    } catch {
      throw Failure("\(error)", then: problems, status: ExitStatus.cannotCreate)
    }
    defer {
      for problem in problems { Console.report(problem) }
    }
    if Console.isErrorWatched {
      let first = pages.path.appending(FilePath(FeedWriter.name(ofPage: 1)))
      let clips = localizedPlural(entries.count, "%s clip", "%s clips", entries.count)
      Console.report(
        localizedPlural(
          written.count, "%1$s on %2$s page: %3$s", "%1$s on %2$s pages: %3$s", clips,
          written.count, first))
    }
    return ExitStatus.success
  }

  private var writer: FeedWriter {
    let name = FilePath(bytes: CanonicalPath.ofPlace(folder).bytes).lastComponent
    return FeedWriter(
      title: command.title.map { CleanText(bytes: Arguments.bytes($0)) } ?? CleanText(bytes: name),
      base: addresses.folder, pageBase: pageBase, pageSize: command.pageSize,
      generator: "flick \(Version.current)")
  }

  /// Where the pages will be served.
  private var pageBase: RemoteAddress {
    if let address = addresses.pages { return address }
    let base = addresses.folder
    let inside = CanonicalPath.ofPlace(folder).bytes + [UInt8(ascii: "/")]
    let output = CanonicalPath.ofPlace(pages.path).bytes
    guard output.starts(with: inside) else { return base }
    let path = PercentCoding.encodedPath(output.dropFirst(inside.count))
    let slash = base.string.hasSuffix("/") ? "" : "/"
    return RemoteAddress("\(base.string)\(slash)\(path)/") ?? base
  }

  /// The folder's clips, in the order of its feed.
  private func clips() throws(Failure) -> [FilePath] {
    var options = FeedOptions()
    options.includesHidden = command.hidden
    options.isReversed = command.reverse
    options.sort = command.sort
    // The pages need the order at once.
    options.sortPatience = .infinity
    let facts = FileFacts(nil) { ClipProbe.facts(of: $0) }
    options.facts = { facts.read($0, $1, time: $2) }
    return try FeedListing.items(of: [folder], options).items.compactMap(\.file)
  }

  /// Probes clips, several at a time.
  ///
  /// - Returns: The clips that can be played, in order, and the problems with the others.
  private func look(
    into paths: [FilePath], known: PageFolder.Contents
  ) -> (entries: [FeedWriter.Entry], problems: [String]) {
    let writer = writer
    let outcomes = Progress.map(paths) { path -> (entry: FeedWriter.Entry?, problem: String?) in
      do {
        return (try entry(path, writer, known), nil)
      } catch {
        let words = (error as? FileError)?.words ?? "\(error)"
        return (nil, localized("skipped: %1$s: %2$s", path, words))
      }
    }
    return (outcomes.compactMap { $0.entry }, outcomes.compactMap { $0.problem })
  }

  /// Probes a clip, unless it is known and has not changed.
  private func entry(
    _ path: FilePath, _ writer: FeedWriter, _ known: PageFolder.Contents
  ) throws -> FeedWriter.Entry {
    let status = try FileStatus(path)
    var entry = FeedWriter.Entry(
      path: Array(path.bytes.dropFirst(beginning.count)), size: status.size,
      modified: status.modified.seconds, duration: nil)
    if let facts = known.facts[writer.clip(of: entry)] {
      (entry.duration, entry.recorded) = (facts.duration, facts.recorded)
    } else {
      (entry.duration, entry.recorded) = try ClipProbe.times(of: path)
    }
    if command.excerpts > 0 {
      entry.excerpts = ClipProbe.excerpts(of: path, ExcerptRequest(count: command.excerpts))
    }
    return entry
  }

  /// The common prefix of the paths of the folder's files.
  private var beginning: [UInt8] { folder.appending(FilePath("x")).bytes.dropLast() }
}

extension FeedItem {
  /// `nil` unless the item is a clip in a file.
  fileprivate var file: FilePath? {
    if case .clip(let clip) = kind { clip.location.filePath } else { nil }
  }
}
