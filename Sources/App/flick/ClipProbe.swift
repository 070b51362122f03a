import FeedSources
import LibAV
import MediaCore
import Models
import Platform
import Playback
import Records

/// Opens clips for what their names do not say.
enum ClipProbe {
  /// A file that takes longer is skipped, in seconds: its disk does not respond.
  private static let patience = 20.0

  /// A clip's duration in seconds, `nil` for a still, and when it was recorded, in seconds since 1970.
  ///
  /// - Throws: Why it cannot be played.
  static func times(of path: FilePath) throws(MediaError) -> (duration: Double?, recorded: Double?)
  {
    let source = try open(path)
    return (source.info.isStill ? nil : source.info.duration, source.details.recorded)
  }

  /// A clip's metadata; empty if it cannot be played.
  static func facts(of path: FilePath) -> MediaFacts {
    var facts = MediaFacts()
    guard let source = try? open(path) else { return facts }
    let details = source.details
    facts.duration = source.info.isStill ? nil : details.duration
    facts.width = details.displaySize?.width
    facts.height = details.displaySize?.height
    facts.frameRate = details.frameRate
    facts.codec = details.videoCodec.string
    facts.sound = details.soundFormat.string
    facts.recorded = details.recorded
    facts.title = details.tags.first { $0.name.string.lowercased() == "title" }?.value.string ?? ""
    facts.soundTracks = details.soundTracks.count
    facts.subtitleTracks = details.subtitleTracks.count
    return facts
  }

  /// The excerpts of a clip; none if it has none.
  static func excerpts(of path: FilePath, _ request: ExcerptRequest) -> [TimeSpan] {
    guard let source = try? open(path) else { return [] }
    let finder = ExcerptFinder(
      in: source, describedBy: DescriptionFile.beside(.file(path)), request, lookTime: .infinity,
      hostTime: { HostTime.now })
    return (try? finder.find()) ?? []
  }

  private static let opener = LibAVOpener(hasSidecars: false, isForPlaying: false)

  private static func open(_ path: FilePath) throws(MediaError) -> any MediaSource {
    let cancellation = CancellationToken()
    cancellation.setDeadline(HostTime.now + patience)
    return try opener.open(.file(path), cancellation: cancellation)
  }
}
