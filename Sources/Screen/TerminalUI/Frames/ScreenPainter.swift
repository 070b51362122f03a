import Clients
import Graphics
import Models
import TerminalCore

/// Paints the screen, and caches what can be reused.
struct ScreenPainter {
  /// How to draw on a terminal of this size.
  private(set) var drawing: ScreenDrawing
  private(set) var surface = Surface(size: CellSize(columns: 0, rows: 0))
  var motion = PageMotion()
  /// The item's place in the feed, as shown on screen.
  var place: FeedPlace?
  private(set) var rows = RowCache()
  private(set) var scenes = SceneCache()
  /// The text beside the frame that begins with the title; `nil` if the title bar has it.
  private(set) var titleBeside: CellRect?
  var overview = OverviewPainter()
  private var textCache = PageTextCache()
  private var toast: ToastText?

  /// The screen has no size before ``layOut(_:_:)``.
  init(_ drawing: ScreenDrawing) {
    self.drawing = drawing
  }

  /// Fits everything to the terminal, and ends a slide.
  mutating func layOut(_ size: CellSize, _ capabilities: Capabilities) {
    let layout = ScreenLayout(
      size: size, cellAspect: capabilities.cellAspect, form: capabilities.frameForm)
    drawing.layout = layout
    drawing.symbols = SymbolSet(capabilities)
    drawing.theme = ScreenTheme(capabilities)
    surface.ground = drawing.theme.ground
    surface.resize(to: layout.size)
    surface.frameForm = capabilities.frameForm
    motion.cancel()
  }

  /// Laid out for the terminal's size, and cached.
  mutating func texts(_ model: ScreenModel) -> PageTexts {
    textCache.texts(model, drawing: drawing)
  }

  /// Slides another page onto the screen, in place of the current one; see `PageMotion.begin`.
  mutating func slide(
    _ page: PageMotion.Subject, after last: PageMotion.Subject, _ direction: FeedDirection,
    stride: Int, at time: Double
  ) {
    let frame = drawing.layout.frame
    motion.begin(
      page, after: last, direction, from: surface,
      rows: frame.row..<(frame.row + frame.rows), stride: stride, at: time)
  }

  /// Advances the slide.
  ///
  /// - Returns: What to show, and how rows have moved since the last step; `nil` if nothing moves.
  mutating func step(at time: Double) -> (surface: Surface, scroll: RowScroll)? {
    motion.step(surface, at: time).map { (motion.screen, $0) }
  }

  /// Paints the overview, as far as it has changed.
  ///
  /// - Parameters:
  ///   - pixels: The thumbnail of an item.
  ///   - playing: The item whose clip plays, and its frame.
  mutating func paintOverview(
    pixels: (ItemID) -> PixelBuffer?, playing: (id: ItemID, frame: PixelBuffer)?
  ) {
    let overview = overview.paint(
      drawing, form: surface.frameForm, pixels: pixels, playing: playing)
    let frame = drawing.layout.frame
    surface.copyRows(frame.row..<(frame.row + frame.rows), of: overview, to: frame.row)
  }

  /// Paints a frame.
  ///
  /// - Parameters:
  ///   - shot: Which frame, and whether to rebuild the rows.
  ///   - spinnerPhase: Which of the spinner's frames to show.
  ///   - client: Provides the neighbours' frames.
  mutating func paint(
    _ model: ScreenModel, _ shot: FrameScheduler.Shot, _ nowPlaying: NowPlaying,
    preview: SeekPreview?, statistics: StatisticsLayout?, spinnerPhase: Int, _ client: PlayerClient
  ) {
    let texts = texts(model)
    var scene = scenes.scene(
      model, place: place, frame: shot.frame, media: nowPlaying.details, drawing: drawing,
      under: statistics?.ground, client: client)
    // What an overlay leaves visible of it is of no use.
    if model.isCovered { scene?.side = nil }
    let isShownBeside = scene?.side?.reportsItem ?? false
    titleBeside = isShownBeside ? scene?.stage.text : nil
    if shot.makesRows || isShownBeside != rows.isShownBeside {
      rows.make(
        model, texts: texts, place: place, nowPlaying: nowPlaying, isShownBeside: isShownBeside,
        drawing)
    }
    toast = drawing.drawFrame(
      model, texts: texts, place: place, frame: shot.frame, scene: scene,
      subtitles: nowPlaying.subtitles, preview: preview, statistics: statistics,
      spinnerPhase: spinnerPhase, toast: toast, into: &surface)
  }
}
