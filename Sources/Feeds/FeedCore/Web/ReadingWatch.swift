import Models
import Platform

/// Ends the reading of a document that nobody wants any more, or that takes too long.
package struct ReadingWatch: Sendable {
  /// How much processor time the thread may have used by then; `nil` for no end.
  private let end: Double?
  private var count = 0

  /// Parts of a document that are read between two looks: some microseconds' work.
  private static let interval = 256

  /// Never stops.
  package static let unlimited = ReadingWatch(end: nil)

  /// Ends with the task, or when this thread has worked for too long from now on.
  package static var limited: ReadingWatch { ReadingWatch(end: HostTime.thread + longest) }

  /// Looks now and then.
  ///
  /// - Throws: A failure if the reading is to end.
  mutating func check() throws(FeedError) {
    count &+= 1
    guard count % Self.interval == 0, let end else { return }
    if Task.isCancelled { throw FeedError(.cancelled, "") }
    guard HostTime.thread <= end else {
      throw FeedError(
        .tooLarge, .localized("it takes more than %s s to read it", Int(Self.longest)))
    }
  }

  /// What a document may cost, in seconds of processor time.
  private static let longest = 2.0
}
