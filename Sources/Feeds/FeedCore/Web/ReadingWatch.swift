import Models

/// Ends the reading of a document that nobody wants any more, or that takes too long.
package struct ReadingWatch: Sendable {
  private let look: (@Sendable () throws(FeedError) -> Void)?
  private var count = 0

  /// Parts of a document that are read between two looks: some microseconds' work.
  private static let interval = 256

  /// Never stops.
  package static let unlimited = ReadingWatch(nil)

  /// Creates a watch.
  ///
  /// - Parameter look: Throws if the reading is to end. Called often.
  package init(_ look: (@Sendable () throws(FeedError) -> Void)?) {
    self.look = look
  }

  /// Looks now and then.
  ///
  /// - Throws: A failure if the reading is to end.
  mutating func check() throws(FeedError) {
    count &+= 1
    if count % Self.interval == 0 { try look?() }
  }

  /// What a document may cost, in seconds of processor time.
  package static let longest = 2.0

  /// What is thrown of a document that costs more.
  package static var tooSlow: FeedError {
    FeedError(.tooLarge, .localized("reading it took longer than %s s", Int(longest)))
  }
}
