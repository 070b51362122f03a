/// How ready a clip is kept. A later case includes the ones before.
package enum PreloadStage: Int, Hashable, Sendable, Comparable, CaseIterable {
  /// Nothing of it is open.
  case closed
  /// What it is like is known; nothing of it is open.
  case probed
  /// Its first frame is kept, scaled for the screen; the decoder is closed again.
  case poster
  /// The decoder stays open behind the first frame.
  case opened
  /// Some frames are scaled and some sound is decoded ahead: play starts at once.
  case warm

  package static func < (left: PreloadStage, right: PreloadStage) -> Bool {
    left.rawValue < right.rawValue
  }
}
