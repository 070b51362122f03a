/// All statistics of a moment of playback, for people (`i`) and for programs (`--stats-json`).
package struct StatisticsSample: Hashable, Sendable {
  /// The clip on screen.
  package struct ClipFacts: Hashable, Sendable {
    package var title: CleanText
    package var time: PlaybackTime
    /// The container's metadata; `nil` before it is opened.
    package var details: MediaDetails?

    package init(title: CleanText, time: PlaybackTime, details: MediaDetails? = nil) {
      self.title = title
      self.time = time
      self.details = details
    }
  }

  /// The preload state of another clip.
  package struct Neighbour: Hashable, Sendable {
    /// Its offset in the feed from the clip on screen.
    package var distance: Int
    /// `nil` for a clip that cannot be played.
    package var stage: PreloadStage?

    package init(distance: Int, stage: PreloadStage?) {
      self.distance = distance
      self.stage = stage
    }
  }

  /// In seconds since 1970.
  package var date: Double
  package var clip: ClipFacts?
  /// The screen's size in cells.
  package var columns = 0
  package var rows = 0
  /// Frames of the clip on screen since it appeared.
  package var frames = PlayerStatistics()
  /// How many of those were sent to the terminal, and the recent frames per second of any clip.
  package var shown = 0
  package var shownPerSecond = 0.0
  /// How many were replaced by later ones while the link was full.
  package var droppedByLink = 0
  package var link = LinkStatistics()
  /// The connection that the clip on screen is read through; `nil` if there is none, or nothing is known of it.
  package var server: ServerStatistics?
  package var swipes = SwipeTimes()
  /// The resident memory of the process, in bytes; `nil` if unknown.
  package var memory: Int?
  /// The preloaded clips, in feed order.
  package var neighbours: [Neighbour] = []

  package init(date: Double) {
    self.date = date
  }
}

/// How long swipes took, from the key press until the next clip's frame was sent to the terminal.
package struct SwipeTimes: Hashable, Sendable {
  /// How many swipes were measured.
  package private(set) var count = 0
  // The most recent ones, in seconds.
  private var latest: [Double] = []

  /// The number of swipes in the median.
  private static let limit = 32

  package init() {
    latest.reserveCapacity(Self.limit)
  }

  /// Records how long a swipe took, in seconds.
  package mutating func add(_ seconds: Double) {
    if latest.count < Self.limit {
      latest.append(seconds)
    } else {
      latest[count % Self.limit] = seconds
    }
    count += 1
  }

  /// How long the last one took, in seconds.
  package var last: Double? { count > 0 ? latest[(count - 1) % Self.limit] : nil }

  /// The median of the last 32, in seconds.
  package var median: Double? {
    latest.isEmpty ? nil : latest.sorted()[latest.count / 2]
  }
}
