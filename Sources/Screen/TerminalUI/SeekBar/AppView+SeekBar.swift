import AppFeature
import Clients
import Graphics
import Models

// What the pointer sees on the seek bar.
extension AppView {
  /// What the pointer looks at on the seek bar; asks for the small picture of it.
  func seekPreview(_ sight: PlayerSight) -> SeekPreview? {
    guard model.controls.hover != nil, let duration = sight.time.duration,
      let id = model.clip?.playerID
    else {
      previews.stop()
      return nil
    }
    var preview = painter.drawing.seekPreview(
      model, time: sight.time, chapters: sight.details?.chapters ?? [])
    // A bar that is pulled shows the whole picture.
    guard let position = preview?.time, let area = painter.drawing.previewArea,
      model.controls.grip == nil
    else {
      previews.stop()
      return preview
    }
    previews.want(id, at: position, of: duration, area: area)
    preview?.picture = previews.picture
    return preview
  }
}
