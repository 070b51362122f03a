/// How the clip under the cursor of the overview plays.
package enum TilePlay: Hashable, Sendable {
  /// Not at all.
  case off
  case silent
  /// With its sound, once the cursor has been on it for a moment.
  case heard
}
