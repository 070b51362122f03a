/// All statistics of a moment of playback, for people (`i`) and for programs (`--stats-json`).
package struct StatisticsSample: Hashable, Sendable {
  /// The clip on screen.
  package struct ClipFacts: Hashable, Sendable {
    package var title: CleanText
    /// Its playback position.
    package var time: PlaybackTime
    /// The container's metadata; `nil` before it is opened.
    package var details: MediaDetails?

    /// Creates facts.
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

    /// Creates a neighbour.
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
  package var swipes = SwipeTimes()
  /// What the process holds of the machine's memory, in bytes; `nil` if nobody knows.
  package var memory: Int?
  /// The clips kept ready, in the feed's order.
  package var neighbours: [Neighbour] = []

  /// Creates a sample of a moment in which nothing is known.
  package init(date: Double) {
    self.date = date
  }
}

/// How long swipes took, from the key until the next clip's frame was handed to the terminal.
package struct SwipeTimes: Hashable, Sendable {
  /// How many swipes were measured.
  package private(set) var count = 0
  // The last ones, in seconds.
  private var latest: [Double] = []

  /// The median is that of so many.
  private static let limit = 32

  /// Creates times of no swipes.
  package init() {
    latest.reserveCapacity(Self.limit)
  }

  /// Takes in how long a swipe took, in seconds.
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
