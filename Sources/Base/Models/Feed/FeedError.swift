/// Why a feed, or some of it, could not be read.
package struct FeedError: Error, Hashable, Sendable {
  /// What went wrong.
  package enum Reason: Hashable, Sendable {
    /// There is nothing at the address, or no such file.
    case notFound
    /// It may not be read, or asks for a login.
    case noPermission
    /// The server cannot be reached.
    case unreachable
    /// It took longer than a reader waits.
    case timedOut
    /// The server answers with an error of its own: the HTTP status.
    case server(Int)
    /// What came is no feed of a kind that is known.
    case notAFeed
    /// It is cut off or breaks its format's rules.
    case damaged
    /// More bytes, items, pages or levels than a feed may have.
    case tooLarge
    /// Something that Flick does not do, such as opening addresses of other kinds.
    case refused
    /// Nobody wanted it any more.
    case cancelled
    /// The system's error number.
    case system(Int32)
  }

  package var reason: Reason
  /// Where: a path or an address.
  package var place: CleanText
  /// What exactly, in the words of whoever noticed; may be empty.
  package var detail: CleanText

  /// Creates an error.
  package init(_ reason: Reason, place: CleanText, detail: CleanText = "") {
    self.reason = reason
    self.place = place
    self.detail = detail
  }
}
