import AppFeature
import Clients
import Graphics
import Models
import TerminalCore

/// Keeps the rows below the picture and the windows over it, and of those the caption for as long as
/// only the time changes.
struct RowKeeper {
  /// What the caption is made of.
  private struct Key: Hashable {
    var model: ScreenModel
    var place: FeedPlace?
    var layout: ScreenLayout
    var signs: SignSet
    var isToldBeside: Bool
    var isSilent: Bool
    var isStill: Bool
  }

  private(set) var windows: [ChromeWindow] = []
  private var key: Key?
  private var pace = SeekBarPace()

  /// Whether title and place were beside the picture when the rows were made.
  var isToldBeside: Bool { key?.isToldBeside ?? false }

  /// Makes the rows anew.
  ///
  /// - Parameters:
  ///   - model: What is shown.
  ///   - texts: Its texts, laid out.
  ///   - place: Where its item stands.
  ///   - sight: What its player shows.
  ///   - isToldBeside: Whether title and place stand beside the picture.
  ///   - drawing: How it is shown.
  mutating func make(
    _ model: ScreenModel, texts: PageTexts, place: FeedPlace?, sight: PlayerSight,
    isToldBeside: Bool, _ drawing: ScreenDrawing
  ) {
    let wanted = Key(
      model: model, place: place, layout: drawing.layout, signs: drawing.signs,
      isToldBeside: isToldBeside, isSilent: model.isSilent(sight.details),
      isStill: sight.time.isStill)
    windows = drawing.chrome(
      model, texts: texts, place: place, time: sight.time, bar: bar(model, sight, drawing),
      isToldBeside: isToldBeside, isSilent: wanted.isSilent, after: key == wanted ? windows : [])
    key = wanted
  }

  /// The seek bar, at the pace of its ticks.
  private mutating func bar(
    _ model: ScreenModel, _ sight: PlayerSight, _ drawing: ScreenDrawing
  ) -> SeekBar {
    var bar = drawing.seekBar(model, time: sight.time)
    bar.chapters = sight.details?.chapters ?? []
    // A bar that comes back after a moment shows at once where the clip is.
    guard !model.isResting, model.isSeekBarShown, model.controls.grip == nil,
      let rect = drawing.layout.seekBar
    else {
      pace.rest()
      return bar
    }
    (bar.head, bar.reach) = pace.look(at: bar, columns: rect.columns)
    return bar
  }
}

extension ScreenModel {
  /// Whether the clip on screen has sound, and nothing plays it.
  fileprivate func isSilent(_ details: MediaDetails?) -> Bool {
    guard sound.reasonOfSilence != nil, let clip, clip.failure == nil, let details else {
      return false
    }
    return details.soundTracks.contains(where: \.isDecodable)
  }
}
