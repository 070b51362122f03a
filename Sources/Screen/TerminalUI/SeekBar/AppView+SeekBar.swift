import AppFeature
import Clients
import Graphics
import Models

// What the seek bar of the clip on screen shows.
extension AppView {
  /// The named parts of the clip on screen.
  var chapters: [Chapter] {
    model.clip.flatMap { playerClient.details($0.playerID)?.chapters } ?? []
  }

  /// What the seek bar shows besides the time.
  func seekBarContext(_ time: PlaybackTime) -> SeekBarContext {
    // A bar that comes back after a moment shows at once where the clip is.
    guard !model.isResting, model.isSeekBarShown, model.controls.grip == nil,
      let rect = drawing.layout.seekBar
    else {
      pace.rest()
      return SeekBarContext(chapters: chapters)
    }
    let (head, reach) = pace.look(
      at: drawing.seekBar(model, time: time), columns: rect.columns)
    return SeekBarContext(chapters: chapters, head: head, reach: reach)
  }

  /// What the pointer looks at on the seek bar; asks for the small picture of it.
  func seekPreview(_ time: PlaybackTime) -> SeekPreview? {
    guard model.controls.hover != nil, let duration = time.duration, let id = model.clip?.playerID
    else {
      previews.stop()
      return nil
    }
    var preview = drawing.seekPreview(model, time: time, chapters: chapters)
    // A bar that is pulled shows the whole picture.
    guard let position = preview?.time, let area = drawing.previewArea, model.controls.grip == nil
    else {
      previews.stop()
      return preview
    }
    previews.want(id, at: position, of: duration, area: area)
    preview?.picture = previews.picture
    return preview
  }
}
