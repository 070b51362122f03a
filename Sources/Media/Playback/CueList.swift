import Models

/// The subtitles of a track that were met so far, in the order in which they begin.
struct CueList {
  /// The track they are from, as `MediaTrack` counts them; `nil` while none is read.
  let track: Int?

  /// How many are kept: a quarter of an hour of talk and more.
  static let countLimit = 512

  private var subtitles: [SubtitleCue] = []

  init(track: Int? = nil) {
    self.track = track
  }

  /// Takes subtitles in; those that are there already, as after a seek, change nothing. When there
  /// are too many, those furthest from the new ones go.
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

  /// The subtitles due at a time, in seconds since the first frame.
  func due(at time: Double) -> [SubtitleCue] {
    subtitles.filter { $0.start <= time && time < $0.end }
  }

  /// How many there are.
  var count: Int { subtitles.count }
}
