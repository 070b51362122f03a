package struct ExcerptRequest: Hashable, Sendable {
  /// How many at most; `nil` for as many as suit its length.
  package var count: Int?
  /// Seconds each; more than 0.
  package var length: Double
  /// The part of the clip left out at each end, from 0 to less than 0.5.
  package var skip: Double

  /// Clips up to this are played whole; in seconds.
  package static let shortest = 180.0

  /// In seconds.
  package static let shortestLength = 0.5

  package init(count: Int? = nil, length: Double = 6, skip: Double = 0.02) {
    self.count = count
    self.length = length
    self.skip = skip
  }
}

/// Why a clip has no excerpts.
package enum ExcerptError: Error, Hashable, Sendable {
  /// It is short enough to be played whole.
  case isShort
  case hasNoDuration
  case unreadable(MediaError)
}
