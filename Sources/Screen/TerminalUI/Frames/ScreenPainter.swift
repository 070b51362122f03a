import Clients
import Graphics
import Models
import TerminalCore

/// Paints the screen, and keeps what can be used again.
struct ScreenPainter {
  /// How everything is shown on a terminal of this size.
  private(set) var drawing: ScreenDrawing
  private(set) var surface = Surface(size: CellSize(columns: 0, rows: 0))
  private(set) var motion = PageMotion()
  /// Where the item on screen stands, as the screen shows it.
  var place: FeedPlace?
  private var rows = RowKeeper()
  private var scenes = SceneKeeper()
  private var textCache = PageTextCache()

  /// Creates a painter of a screen without size.
  init(_ drawing: ScreenDrawing) {
    self.drawing = drawing
  }

  /// The rows below the picture and the windows over it.
  var chrome: [ChromeWindow] { rows.windows }

  /// Whether there was no time for all that stands beside the picture.
  var owesPosters: Bool { scenes.owesPosters }

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

  /// Whether a neighbour that is seen has another picture by now.
  func isSceneOutdated(_ model: ScreenModel, client: PlayerClient) -> Bool {
    scenes.isOutdated(model, client: client)
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

  /// What moves is in its place from now on.
  mutating func endMotion() { motion.cancel() }

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
