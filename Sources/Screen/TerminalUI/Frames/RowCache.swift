import AppFeature
import Clients
import Graphics
import Models
import TerminalCore

/// Caches the rows below the frame and the overlay over it; the title bar is reused while only the
/// time changes.
struct RowCache {
  /// What the title bar depends on.
  private struct Key: Hashable {
    var model: ScreenModel
    var title: CleanText?
    var place: FeedPlace?
    var layout: ScreenLayout
    var symbols: SymbolSet
    var isShownBeside: Bool
    var isSilent: Bool
    var isStill: Bool
    var isOverloaded: Bool
  }

  private(set) var windows: [ChromeWindow] = []
  private var key: Key?
  private var titleBar: TitleBar?
  private var pace = SeekBarPace()

  /// Whether title and place were beside the frame when the rows were made.
  var isShownBeside: Bool { key?.isShownBeside ?? false }

  /// Rebuilds the rows; the title bar only if it has changed.
  ///
  /// - Parameter isShownBeside: Whether title and place are beside the frame.
  mutating func make(
    _ model: ScreenModel, texts: PageTexts, place: FeedPlace?, nowPlaying: NowPlaying,
    isShownBeside: Bool, _ drawing: ScreenDrawing
  ) {
    let wanted = Key(
      model: model, title: model.clip?.title(nowPlaying.details), place: place,
      layout: drawing.layout, symbols: drawing.symbols,
      isShownBeside: isShownBeside, isSilent: model.isSilent(nowPlaying.details),
      isStill: nowPlaying.time.isStill, isOverloaded: nowPlaying.time.isOverloaded)
    windows = drawing.chrome(
      model, texts: texts, title: wanted.title, place: place, time: nowPlaying.time,
      bar: bar(model, nowPlaying, drawing),
      isShownBeside: isShownBeside, isSilent: wanted.isSilent, after: key == wanted ? windows : [])
    key = wanted
    titleBar = drawing.titleBar(
      model, wanted.title, place: place, nowPlaying.time, isShownBeside, wanted.isSilent)
  }

  /// The command of the words at a cell of the title bar; `nil` where there are none to click.
  func command(column: Int, row: Int) -> Command? {
    // A line that is typed takes its place.
    guard let rect = key?.layout.titleBar, rect.contains(column: column, row: row),
      key?.model.overlay?.line == nil
    else { return nil }
    return titleBar?.command(atColumn: column - rect.column, columns: rect.columns)
  }

  /// The seek bar, paced by its ticks.
  private mutating func bar(
    _ model: ScreenModel, _ nowPlaying: NowPlaying, _ drawing: ScreenDrawing
  ) -> SeekBar {
    var bar = drawing.seekBar(model, time: nowPlaying.time)
    bar.chapters = nowPlaying.details?.chapters ?? []
    // A bar that reappears shows the current position at once.
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
  /// Whether the clip on screen has sound that is not played.
  fileprivate func isSilent(_ details: MediaDetails?) -> Bool {
    guard sound.reasonOfSilence != nil, let clip, clip.failure == nil, let details else {
      return false
    }
    return details.soundTracks.contains(where: \.isDecodable)
  }
}
