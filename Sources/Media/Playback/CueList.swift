import Models

/// The cues of a track found so far, by start time.
struct CueList {
  /// Their track, as in `MediaTrack`; `nil` if none is read.
  let track: Int?

  /// The maximum number: at least a quarter of an hour of dialogue.
  static let countLimit = 512

  private var subtitles: [SubtitleCue] = []

  init(track: Int? = nil) {
    self.track = track
  }

  /// Adds cues; known ones, as after a seek, change nothing. Beyond the limit, those furthest from
  /// the new ones are removed.
  mutating func add(_ fresh: [SubtitleCue]) {
    for subtitle in fresh where subtitle.start.isFinite && subtitle.end > subtitle.start {
      let index = subtitles.firstIndex { $0.start >= subtitle.start } ?? subtitles.endIndex
      let isKnown = subtitles[index...].prefix { $0.start == subtitle.start }.contains(subtitle)
      guard !isKnown else { continue }
      subtitles.insert(subtitle, at: index)
      guard subtitles.count > Self.countLimit else { continue }
      if index > subtitles.count / 2 { subtitles.removeFirst() } else { subtitles.removeLast() }
    }
  }

  /// The cues showing at a time, in seconds since the first frame.
  func due(at time: Double) -> [SubtitleCue] {
    subtitles.filter { $0.start <= time && time < $0.end }
  }

  var count: Int { subtitles.count }
}
