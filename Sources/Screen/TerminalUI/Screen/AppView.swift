import AppFeature
import Clients
import Composable
import Graphics
import Models
import Platform
import TerminalCore

/// The screen: reads the state, draws it, and turns keys into actions.
///
/// Events go to a `FrameScheduler`, which decides what is drawn and when. Nothing is drawn while
/// the terminal is still busy with the last frame: all changes in that time are drawn at once.
@MainActor
package final class AppView {
  let store: StoreOf<App>
  let terminal: any Terminal
  let playerClient: PlayerClient
  let feedClient: FeedClient
  let thumbnailClient: ThumbnailClient
  let clock: any ViewClock
  /// Whether pages may slide onto the screen.
  let isAnimated: Bool
  let statistics: StatisticsPanel
  let previews: StillLoader
  /// Called when the terminal is gone.
  package var onClosed: (@MainActor () -> Void)?
  var input = UserInput()
  var frameReport = FrameReport()
  private(set) var model: ScreenModel
  var scheduler = FrameScheduler()
  var painter: ScreenPainter
  var overviewObservation: ObserveToken?
  /// The area of a tile's thumbnail in the overview, as last reported.
  var tileArea: FrameArea?
  var tileMotion = TileMotion()
  /// The items whose tiles may turn, as last reported.
  var movingTiles: [ItemID] = []
  private var observation: ObserveToken?

  /// Nothing is shown before ``start()``.
  package init(
    store: StoreOf<App>, terminal: any Terminal, playerClient: PlayerClient,
    feedClient: FeedClient, thumbnailClient: ThumbnailClient = ThumbnailClient(),
    statisticsClient: StatisticsClient = StatisticsClient(),
    keyMap: KeyMap = .standard, formats: LocalFormats = .plain, isAnimated: Bool = true,
    clock: any ViewClock = MainClock()
  ) {
    self.store = store
    self.terminal = terminal
    self.playerClient = playerClient
    self.feedClient = feedClient
    self.thumbnailClient = thumbnailClient
    self.clock = clock
    self.isAnimated = isAnimated
    statistics = StatisticsPanel(client: statisticsClient, formats: formats)
    previews = StillLoader(playerClient: playerClient)
    model = ScreenModel(store.state)
    painter = ScreenPainter(
      ScreenDrawing(
        layout: ScreenLayout(size: CellSize(columns: 0, rows: 0)), keyMap: keyMap,
        symbols: SymbolSet(terminal.capabilities), timeZone: WallClock.timeZone(at:),
        formats: formats))
  }

  /// Draws the first screen, then listens to the terminal and the store.
  package func start() {
    layOut()
    terminal.onEvents = { [weak self] events in self?.handle(events) }
    clock.onWake = { [weak self] in self?.look() }
    previews.onFrame = { [weak self] in self?.draw() }
    statistics.read = { [unowned self] in statisticsSample() }
    // The first clip opens while the first screen is drawn.
    store.send(.appeared)
    store.send(.feed(.appeared))
    observation = store.observe(distinct: ScreenModel.init) { [weak self] model in
      self?.show(model)
    }
    scheduler.polls.keep(.record, statistics.isRecording, at: clock.now)
    if statistics.isRecording { statistics.record(at: clock.now) }
    look()
  }

  /// Draws the current frame if it is not yet on screen.
  package func frameArrived() {
    guard model.overview == nil else {
      if playingTile != nil { draw() }
      return
    }
    guard let clip = model.clip else { return }
    scheduler.frameArrived(
      playerClient.frame(clip.playerID),
      isSceneOutdated: painter.scenes.isOutdated(model, client: playerClient), at: clock.now)
    look()
  }

  /// Redraws the whole screen, whatever the terminal shows.
  func redraw() {
    terminal.redraw()
    scheduler.invalidate(.frame)
  }

  /// Draws although nothing on screen has changed.
  func draw() {
    scheduler.invalidate(.frame)
    look()
  }

  /// Restores the terminal and stops, until the user continues the program.
  package func suspend() {
    store.send(.suspended)
    terminal.suspend()
    store.send(.resumed)
  }

  /// What the player on screen shows now.
  var nowPlaying: NowPlaying {
    model.clip.map { playerClient.nowPlaying($0.playerID) } ?? NowPlaying()
  }

  var texts: PageTexts { painter.texts(model) }

  /// Fits everything to the terminal's size.
  func layOut() {
    painter.layOut(terminal.size, terminal.capabilities)
    if model.overview == nil { reportFrameArea() }
    layOutOverview()
    reportHeights()
    scheduler.invalidate(.screen)
  }

  /// Does what is due, and schedules the next wakeup.
  func look() {
    let time = clock.now
    takeLooks(at: time)
    if scheduler.isDue, terminal.isReady {
      drawFrame(at: time)
      reportToast()
    }
    reportFrame(at: time)
    reportCount()
    scheduler.polls.keep(.slide, painter.motion.isUnderWay, at: time)
    reportMovingTiles()
    scheduler.polls.keep(.tiles, !movingTiles.isEmpty, at: time)
    // While the terminal is busy, `.ready` resumes.
    clock.wake(
      at: scheduler.isDue && terminal.isReady ? time : scheduler.polls.next)
  }

  private func takeLooks(at time: Double) {
    for look in Look.allCases where scheduler.polls.takes(look, at: time) {
      switch look {
      case .bar:
        scheduler.lookAtBar(nowPlaying.time, isPlaying: model.isPlaying, at: time)
      case .spinner, .slide: scheduler.invalidate(.frame)
      // Nothing else may report that more was found.
      case .place: if readPlace(at: time) { scheduler.invalidate(.screen) }
      case .figures:
        statistics.look(at: time)
        scheduler.invalidate(.frame)
      case .record: statistics.record(at: time)
      // `look` reports it.
      case .frame: break
      case .tiles: turnTiles(at: time)
      }
    }
  }

  private func drawFrame(at time: Double) {
    let nowPlaying = nowPlaying
    let isResting = model.isResting || nowPlaying.time.isStill
    if nowPlaying.time.isStill {
      scheduler.polls.keep(.bar, false, at: time)
    } else if !isResting {
      scheduler.polls.keep(.bar, model.isSeekBarShown, at: time)
    }
    let shot = scheduler.shot(
      newest: nowPlaying.newest, nowPlaying.time, isResting: isResting, course(), at: time)
    if shot.makesRows { _ = readPlace(at: time) }
    if model.overview != nil {
      painter.paintOverview(
        pixels: { thumbnailClient.pixels($0, tileMotion.turn(of: $0)) }, playing: playingTile)
    }
    painter.paint(
      model, shot, nowPlaying, preview: seekPreview(nowPlaying),
      statistics: statistics.layout(
        in: painter.drawing.layout.frame, depth: terminal.capabilities.colorDepth),
      spinnerPhase: Int(saturating: time / SpinnerOverlay.interval), playerClient)
    reportMotion(nowPlaying.time, at: time)
    let step = painter.step(at: time)
    let isFrameDrawn = shot.frame != nil || model.clip == nil || model.clip?.failure != nil
    terminal.cursor = cursor
    // That of a page that slides by is not worth its bytes.
    if isFrameDrawn, step == nil { terminal.title = model.windowTitle(nowPlaying.details) }
    terminal.present(
      step?.surface ?? painter.surface, chrome: painter.rows.windows,
      exactly: step == nil && shot.isExact, scroll: step?.scroll)
    if step != nil, painter.motion.hasArrived { endMotion() }
    frameReport.presented(
      model.pageID, isComplete: isFrameDrawn && step == nil, frame: terminal.frameCount)
    statistics.figures.presented(
      shot.frame?.serial, of: model.clip?.playerID, isComplete: isFrameDrawn,
      isSwiping: !input.swipes.isEmpty, at: time)
    scheduler.presented(
      shot, isExact: terminal.isExact, lambda: terminal.link.frameTolerance, at: time)
    if painter.scenes.needsPosters { scheduler.invalidate(.frame) }
  }

  private func course() -> FrameScheduler.Course {
    // Rows under an overlay do not move.
    if model.isCovered { painter.motion.cancel() }
    if painter.motion.isUnderWay { return .slides }
    return playingTile != nil || tileMotion.isUnderWay ? .turnsTiles : .staysInPlace
  }

  private func show(_ model: ScreenModel) {
    let time = clock.now
    let hasTurned = (model.overview == nil) != (self.model.overview == nil)
    if hasTurned || model.pageID != self.model.pageID { frameReport = FrameReport() }
    // The cursor of an overview goes over items without turning a page.
    if hasTurned || model.pageID != self.model.pageID && model.overview == nil {
      turnPage(to: model, at: time)
    }
    if model.clip?.playerID != self.model.clip?.playerID { scheduler.turn() }
    if model.revision != self.model.revision { scheduler.renew() }
    // The thumbnail at the pointer is asked for anew.
    if model.marks.rotation != self.model.marks.rotation { previews.stop() }
    let hasOtherFit = model.fit != self.model.fit
    self.model = model
    if hasOtherFit { reportFrameArea() }
    statistics.show(model.isStatisticsShown, at: time)
    scheduler.polls.keep(.figures, model.isStatisticsShown, at: time)
    scheduler.polls.keep(.bar, model.isSeekBarShown, at: time)
    scheduler.polls.keep(
      .spinner, model.clip?.isSpinnerVisible ?? false || model.waitingSide != nil, at: time)
    scheduler.invalidate(.screen)
    layOutOverview()
    reportHeights()
    // The tiles are observed after the page.
    if model.overview == nil { look() } else { lookSoon() }
  }

  /// Looks once everything has been observed.
  func lookSoon() { clock.wake(at: clock.now) }

  func reportFrameArea() {
    playerClient.setFrameArea(painter.drawing.layout.frameArea(model.fit))
  }
}
