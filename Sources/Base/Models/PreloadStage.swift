/// How far a clip is preloaded. A later case includes the ones before.
package enum PreloadStage: Int, Hashable, Sendable, Comparable, CaseIterable {
  case closed
  /// Its properties are known; nothing of it is open.
  case probed
  /// Its first frame is kept, scaled for the screen; the decoder is closed again.
  case poster
  /// The decoder stays open after the first frame.
  case opened
  /// Some frames are scaled and some sound is decoded ahead: playback starts at once.
  case ready

  package static func < (left: PreloadStage, right: PreloadStage) -> Bool {
    left.rawValue < right.rawValue
  }
}
