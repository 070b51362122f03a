import Clients
import FeedCore
import FeedSources
import Files
import MediaCore
import Models
import Network
import Platform
import Playback
import Records

/// Where the frames of a sheet come from.
struct SheetSource {
  private enum Content {
    case clips([Clip])
    case frames(of: MediaLocation, count: Int)
  }

  private let content: Content

  /// Finds the clips of a command line.
  ///
  /// - Throws: Why there are none.
  init(_ command: SheetCommand) throws(Failure) {
    if let from = command.from {
      content = .frames(
        of: try StillClip.location(Arguments.bytes(from)), count: command.count ?? 20)
      return
    }
    var options = FeedOptions()
    options.isOnly = true
    options.match = FeedFilter(text: command.match)
    let facts = FileFacts(nil) { ClipProbe.facts(of: $0) }
    options.facts = { facts.read($0, $1, time: $2) }
    let limit = command.count ?? 100
    options.openFolder = { FarFolder($0, from: WebAccess.machines) }
    let paths = try WebAccess.connect(
      to: command.paths.map { TypedPath.path(Arguments.bytes($0)) })
    let (items, isCut) = try FeedListing.items(
      of: paths, options,
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

  /// How many frames there will be, at most.
  var count: Int {
    switch content {
    case .clips(let clips): clips.count
    case .frames(_, let count): count
    }
  }

  /// Makes the frames.
  ///
  /// - Parameter placing: Returns the size of a frame, from a clip's size in square pixels.
  /// - Throws: Why there is none at all.
  func entries(
    _ placing: @Sendable (PixelSize) -> PixelSize
  ) throws(Failure) -> [ContactSheet.Entry] {
    switch content {
    case .clips(let clips): try Self.entries(of: clips, placing)
    case .frames(let location, let count): try Self.entries(of: location, count: count, placing)
    }
  }

  /// One frame of each clip, several at a time.
  private static func entries(
    of clips: [Clip], _ placing: @Sendable (PixelSize) -> PixelSize
  ) throws(Failure) -> [ContactSheet.Entry] {
    let entries = Progress.map(clips) { clip in
      var entry = ContactSheet.Entry(frame: nil, title: clip.title)
      do throws(MediaError) {
        let opened = try StillClip(clip.location, isExact: false)
        if let duration = opened.duration {
          entry.detail = CleanText(LocalFormats.plain.clock(duration))
        }
        entry.frame = try opened.frame(at: nil, size: placing(opened.shape))
      } catch {
        entry.reason = CleanText("\(error)")
      }
      return entry
    }
    guard entries.contains(where: { $0.frame != nil }) else {
      throw Failure(
        then: zip(clips, entries).map { clip, entry in "\(clip.location): \(entry.reason)" },
        status: ExitStatus.noInput)
    }
    return entries
  }

  /// Many frames of one clip.
  private static func entries(
    of location: MediaLocation, count: Int, _ placing: (PixelSize) -> PixelSize
  ) throws(Failure) -> [ContactSheet.Entry] {
    do throws(MediaError) {
      let opened = try StillClip(location, isExact: true)
      let parts = try opened.storyboard(count: count, size: placing(opened.shape))
      if parts.count < count, opened.duration != nil {
        Console.report(
          localized("%1$s of %2$s frames; the rest cannot be decoded", parts.count, count))
      }
      return parts.map { part in
        ContactSheet.Entry(
          frame: part.frame,
          title: CleanText(LocalFormats.plain.clock(part.time)))
      }
    } catch {
      throw Failure("\(location): \(error)", status: error.status)
    }
  }
}
