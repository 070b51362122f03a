import Models

/// Ends the reading of a document that nobody wants any more, or that takes too long.
package struct ReadingWatch: Sendable {
  /// Why to stop.
  package enum Stop: Hashable, Sendable {
    case cancelled
    case tooSlow
  }

  private let stop: (@Sendable () -> Stop?)?
  private var count = 0

  /// Parts of a document that are read between two looks: some microseconds' work.
  private static let interval = 256

  /// Never stops.
  package static let unlimited = ReadingWatch(nil)

  /// Creates a watch.
  ///
  /// - Parameter stop: Says why to stop; `nil` to go on. Called often.
  package init(_ stop: (@Sendable () -> Stop?)?) {
    self.stop = stop
  }

  /// Looks now and then.
  ///
  /// - Throws: A failure if the reading is to end.
  mutating func check() throws(FeedDocument.Failure) {
    count &+= 1
    guard count % Self.interval == 0, let stop else { return }
    switch stop() {
    case nil: return
    case .cancelled: throw FeedDocument.Failure(.cancelled, "")
    case .tooSlow:
      throw FeedDocument.Failure(
        .tooLarge, .localized("it takes more than %s s to read it", Int(Self.longest)))
    }
  }

  /// What a document may cost, in seconds of processor time.
  package static let longest = 2.0
}
