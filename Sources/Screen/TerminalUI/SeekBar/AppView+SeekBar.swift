import AppFeature
import Clients
import Graphics
import Models

// The preview at the pointer on the seek bar.
extension AppView {
  /// Clips up to this duration, in seconds, have exact previews: they have few keyframes, and few
  /// frames between them.
  private static let longestExact = 60.0

  /// The preview at the pointer on the seek bar; requests its thumbnail.
  func seekPreview(_ nowPlaying: NowPlaying) -> SeekPreview? {
    guard model.controls.hover != nil, let duration = nowPlaying.time.duration,
      let id = model.clip?.playerID
    else {
      previews.stop()
      return nil
    }
    var preview = painter.drawing.seekPreview(
      model, time: nowPlaying.time, chapters: nowPlaying.details?.chapters ?? [])
    // While the bar is dragged, the whole frame is shown.
    guard let position = preview?.time, let area = painter.drawing.previewArea,
      model.controls.grip == nil
    else {
      previews.stop()
      return preview
    }
    let precision = duration <= Self.longestExact ? SeekPrecision.exact : .keyframe
    previews.want(StillRequest(id: id, time: position, precision, area: area))
    preview?.frame = previews.frame
    return preview
  }
}
