import AppFeature
import Clients
import Graphics
import Models

// What the pointer sees on the seek bar.
extension AppView {
  /// Clips up to this length, in seconds, are looked at exactly: they have few keyframes, and not many
  /// frames lie between these.
  private static let longestExact = 60.0

  /// What the pointer looks at on the seek bar; asks for the small frame of it.
  func seekPreview(_ nowPlaying: NowPlaying) -> SeekPreview? {
    guard model.controls.hover != nil, let duration = nowPlaying.time.duration,
      let id = model.clip?.playerID
    else {
      previews.stop()
      return nil
    }
    var preview = painter.drawing.seekPreview(
      model, time: nowPlaying.time, chapters: nowPlaying.details?.chapters ?? [])
    // A bar that is pulled shows the whole frame.
    guard let position = preview?.time, let area = painter.drawing.previewArea,
      model.controls.grip == nil
    else {
      previews.stop()
      return preview
    }
    let precision = duration <= Self.longestExact ? SeekPrecision.exact : .keyframe
    previews.want(StillRequest(id: id, moment: .at(position, precision), area: area))
    preview?.frame = previews.frame
    return preview
  }
}
