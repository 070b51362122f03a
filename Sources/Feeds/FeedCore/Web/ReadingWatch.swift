import Models

/// Stops the reading of a document that is no longer wanted, or takes too long.
package struct ReadingWatch: Sendable {
  private let look: (@Sendable () throws(FeedError) -> Void)?
  private var count = 0

  /// Tokens read between two checks: some microseconds' work.
  private static let interval = 256

  package static let unlimited = ReadingWatch(nil)

  /// Creates a watch.
  ///
  /// - Parameter look: Throws to stop the reading. Called often.
  package init(_ look: (@Sendable () throws(FeedError) -> Void)?) {
    self.look = look
  }

  /// Checks every so often.
  ///
  /// - Throws: A failure if the reading is to stop.
  mutating func check() throws(FeedError) {
    count &+= 1
    if count % Self.interval == 0 { try look?() }
  }

  /// The limit for a document, in seconds of processor time.
  package static let longest = 2.0

  /// The error for a document beyond that limit.
  package static var tooSlow: FeedError {
    FeedError(.tooLarge, .localized("reading it took longer than %s s", Int(longest)))
  }
}
