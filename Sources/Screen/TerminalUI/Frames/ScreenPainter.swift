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
  private(set) var rows = RowKeeper()
  private(set) var scenes = SceneKeeper()
  private var textCache = PageTextCache()

  /// Creates a painter of a screen without size.
  init(_ drawing: ScreenDrawing) {
    self.drawing = drawing
  }

  /// Fits everything to the terminal.
  mutating func layOut(_ size: CellSize, _ capabilities: Capabilities) {
    let layout = ScreenLayout(
      size: size, cellAspect: capabilities.cellAspect, raster: capabilities.pictureForm.raster)
    drawing.layout = layout
    drawing.signs = SignSet(capabilities)
    drawing.theme = ScreenTheme(capabilities)
    surface.ground = drawing.theme.ground
    surface.resize(to: layout.size)
    surface.pictureForm = capabilities.pictureForm
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
    let picture = drawing.layout.picture
    motion.begin(
      page, after: last, direction, from: surface,
      rows: picture.row..<(picture.row + picture.rows), stride: stride, at: time)
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
  ///   - shot: Which picture, and whether the rows are to be made anew.
  ///   - sight: What its player shows.
  ///   - preview: What is under the pointer on the seek bar.
  ///   - statistics: Figures over the picture, if they are shown.
  ///   - spinnerPhase: Which of the spinner's pictures to show.
  ///   - client: Has the neighbours' pictures.
  mutating func paint(
    _ model: ScreenModel, _ shot: FrameScheduler.Shot, _ sight: PlayerSight,
    preview: SeekPreview?, statistics: StatisticsLayout?, spinnerPhase: Int, _ client: PlayerClient
  ) {
    let texts = texts(model)
    var scene = scenes.scene(
      model, place: place, frame: shot.frame, media: sight.details, drawing: drawing,
      under: statistics?.ground, client: client)
    // What a window would leave of it says nothing.
    if model.isCovered { scene?.side = nil }
    let isToldBeside = scene?.side?.tellsItem ?? false
    if shot.makesRows || isToldBeside != rows.isToldBeside {
      rows.make(
        model, texts: texts, place: place, sight: sight, isToldBeside: isToldBeside, drawing)
    }
    drawing.drawPicture(
      model, texts: texts, place: place, frame: shot.frame, scene: scene,
      captions: sight.captions, preview: preview, statistics: statistics,
      spinnerPhase: spinnerPhase, into: &surface)
  }
}
