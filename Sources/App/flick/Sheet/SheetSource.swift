import Clients
import Dispatch
import FeedCore
import FeedSources
import Files
import MediaCore
import Models
import Network
import Platform
import Playback
import Records

/// Where the pictures of a sheet come from.
struct SheetSource {
  private enum Content {
    case clips([Clip])
    case pictures(of: MediaLocation, count: Int)
  }

  private let content: Content

  /// Finds the clips of a command line.
  ///
  /// - Throws: Why there are none.
  init(_ command: SheetCommand) throws(Failure) {
    if let from = command.from {
      content = .pictures(
        of: try StillClip.location(Arguments.bytes(from)), count: command.count ?? 20)
      return
    }
    var options = FeedOptions()
    options.isOnly = true
    options.match = FeedFilter(text: command.match)
    let facts = FileFacts(nil) { ClipProbe.facts(of: $0) }
    options.facts = { facts.read($0, $1, time: $2) }
    let limit = command.count ?? 100
    let (items, isCut) = try FeedListing.items(
      of: command.paths.map { FilePath(bytes: Arguments.bytes($0)) }, options,
      filter: options.match, limit: limit)
    let clips = items.compactMap(\.playable)
    guard !clips.isEmpty else {
      throw Failure(localized("no clip to show"), status: ExitStatus.noInput)
    }
    if isCut, command.count == nil {
      Console.report(localized("the first %s clips; for more, use --count", limit))
    }
    content = .clips(clips)
  }

  /// How many pictures there will be, at most.
  var count: Int {
    switch content {
    case .clips(let clips): clips.count
    case .pictures(_, let count): count
    }
  }

  /// Makes the pictures.
  ///
  /// - Parameter placing: Returns the size of a picture, from a clip's size in square pixels.
  /// - Throws: Why there is none at all.
  func entries(
    _ placing: @Sendable (PixelSize) -> PixelSize
  ) throws(Failure) -> [ContactSheet.Entry] {
    switch content {
    case .clips(let clips): try Self.entries(of: clips, placing)
    case .pictures(let location, let count): try Self.entries(of: location, count: count, placing)
    }
  }

  /// One picture of each clip, several at a time.
  private static func entries(
    of clips: [Clip], _ placing: @Sendable (PixelSize) -> PixelSize
  ) throws(Failure) -> [ContactSheet.Entry] {
    let found = Lock([Int: ContactSheet.Entry]())
    let progress = Progress(total: clips.count)
    DispatchQueue.concurrentPerform(iterations: clips.count) { index in
      let clip = clips[index]
      defer { progress.advance() }
      var entry = ContactSheet.Entry(picture: nil, title: clip.title)
      do throws(MediaError) {
        let opened = try StillClip(clip.location, isExact: false)
        if let duration = opened.duration {
          entry.detail = CleanText(LocalFormats.plain.clock(duration))
        }
        entry.picture = try opened.frame(at: nil, size: placing(opened.shape))
      } catch {
        entry.reason = CleanText("\(error)")
      }
      found.withLock { [entry] in $0[index] = entry }
    }
    progress.end()
    let entries = found.withLock { found in clips.indices.compactMap { found[$0] } }
    guard entries.contains(where: { $0.picture != nil }) else {
      throw Failure(
        then: zip(clips, entries).map { clip, entry in "\(clip.location): \(entry.reason)" },
        status: ExitStatus.noInput)
    }
    return entries
  }

  /// Many pictures of one clip.
  private static func entries(
    of location: MediaLocation, count: Int, _ placing: (PixelSize) -> PixelSize
  ) throws(Failure) -> [ContactSheet.Entry] {
    do throws(MediaError) {
      let opened = try StillClip(location, isExact: true)
      let pictures = try opened.storyboard(count: count, size: placing(opened.shape))
      if pictures.count < count, opened.duration != nil {
        Console.report(
          localized("%1$s of %2$s pictures; the rest cannot be decoded", pictures.count, count))
      }
      return pictures.map { picture in
        ContactSheet.Entry(
          picture: picture.frame,
          title: CleanText(LocalFormats.plain.clock(picture.time)))
      }
    } catch {
      throw Failure("\(location): \(error)", status: error.status)
    }
  }
}
