import Clients
import Graphics
import Models
import TerminalCore

/// Paints the screen, and keeps what can be used again.
struct ScreenPainter {
  /// How everything is shown on a terminal of this size.
  private(set) var drawing: ScreenDrawing
  private(set) var surface = Surface(size: CellSize(columns: 0, rows: 0))
  var motion = PageMotion()
  /// Where the item on screen stands, as the screen shows it.
  var place: FeedPlace?
  private(set) var rows = RowCache()
  private(set) var scenes = SceneCache()
  private var textCache = PageTextCache()

  /// Creates a painter of a screen without size.
  init(_ drawing: ScreenDrawing) {
    self.drawing = drawing
  }

  /// Fits everything to the terminal.
  mutating func layOut(_ size: CellSize, _ capabilities: Capabilities) {
    let layout = ScreenLayout(
      size: size, cellAspect: capabilities.cellAspect, raster: capabilities.frameForm.raster)
    drawing.layout = layout
    drawing.symbols = SymbolSet(capabilities)
    drawing.theme = ScreenTheme(capabilities)
    surface.ground = drawing.theme.ground
    surface.resize(to: layout.size)
    surface.frameForm = capabilities.frameForm
    motion.cancel()
  }

  /// What the screen has to be read, laid out.
  mutating func texts(_ model: ScreenModel) -> PageTexts {
    textCache.texts(model, drawing: drawing)
  }

  /// Another page comes onto the screen, and pushes off what is on it; see `PageMotion.begin`.
  mutating func slide(
    _ page: ItemID, after last: ItemID, _ direction: FeedDirection, stride: Int, at time: Double
  ) {
    let frame = drawing.layout.frame
    motion.begin(
      page, after: last, direction, from: surface,
      rows: frame.row..<(frame.row + frame.rows), stride: stride, at: time)
  }

  /// Moves the page on.
  ///
  /// - Returns: What to show, and how rows have moved since the last step; `nil` if nothing moves.
  mutating func step(at time: Double) -> (surface: Surface, scroll: RowScroll)? {
    motion.step(surface, at: time).map { (motion.screen, $0) }
  }

  /// Paints a frame.
  ///
  /// - Parameters:
  ///   - model: What to show.
  ///   - shot: Which frame, and whether the rows are to be made anew.
  ///   - sight: What its player shows.
  ///   - preview: What is under the pointer on the seek bar.
  ///   - statistics: Figures over the frame, if they are shown.
  ///   - spinnerPhase: Which of the spinner's frames to show.
  ///   - client: Has the neighbours' frames.
  mutating func paint(
    _ model: ScreenModel, _ shot: FrameScheduler.Shot, _ nowPlaying: NowPlaying,
    preview: SeekPreview?, statistics: StatisticsLayout?, spinnerPhase: Int, _ client: PlayerClient
  ) {
    let texts = texts(model)
    var scene = scenes.scene(
      model, place: place, frame: shot.frame, media: nowPlaying.details, drawing: drawing,
      under: statistics?.ground, client: client)
    // What a window would leave of it says nothing.
    if model.isCovered { scene?.side = nil }
    let isShownBeside = scene?.side?.reportsItem ?? false
    if shot.makesRows || isShownBeside != rows.isShownBeside {
      rows.make(
        model, texts: texts, place: place, nowPlaying: nowPlaying, isShownBeside: isShownBeside,
        drawing)
    }
    drawing.drawFrame(
      model, texts: texts, place: place, frame: shot.frame, scene: scene,
      subtitles: nowPlaying.subtitles, preview: preview, statistics: statistics,
      spinnerPhase: spinnerPhase, into: &surface)
  }
}
