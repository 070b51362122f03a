/// Why a feed, or part of it, could not be read.
package struct FeedError: Error, Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    /// There is nothing at the address, or no such file.
    case notFound
    /// Reading is not permitted, or requires a login.
    case noPermission
    case unreachable
    case timedOut
    /// The server returned an error, with this HTTP status.
    case server(Int)
    /// The response is not a feed of a known kind.
    case notAFeed
    /// It is truncated or violates its format.
    case damaged
    /// More bytes, items, pages or levels than the limits allow.
    case tooLarge
    /// Another file has taken the place of the one that was meant.
    case replaced
    /// Something that Flick refuses to do, such as opening other kinds of addresses.
    case refused
    /// The request was cancelled because nothing needs it any more.
    case cancelled
    /// An `errno` value.
    case system(Int32)
  }

  package var reason: Reason
  /// Where: a path or an address.
  package var place: CleanText
  /// Details from the code that detected the error; may be empty.
  package var detail: CleanText

  package init(_ reason: Reason, place: CleanText, detail: CleanText = "") {
    self.reason = reason
    self.place = place
    self.detail = detail
  }
}
