/// Why a page goes from the screen.
package enum LeaveReason: Hashable, Sendable {
  /// Another page comes.
  case otherPage
  /// Something lies over the page for a while.
  case overlay
  /// The program ends.
  case quit
}
