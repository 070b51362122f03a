import AppFeature
import Clients
import Composable
import Dispatch
import Graphics
import Models
import Platform
import TerminalCore

/// The screen: reads the state, draws it, and turns keys into actions.
///
/// It draws when something that it shows has changed, and never while the terminal still has
/// something of the last frame to write: what falls into that time is drawn as one.
@MainActor
package final class AppView {
  let store: StoreOf<App>
  let keyMap: KeyMap
  /// Called when the terminal has gone away.
  package var onClosed: (@MainActor () -> Void)?
  var pendingSwipes = Swipes()
  var pointer = Pointer()
  var motion = MotionReports()
  let previews: PreviewLoader
  let panorama: Panorama
  var pace = SeekBarPace()
  let terminal: any Terminal
  let playerClient: PlayerClient
  let feedClient: FeedClient
  let statistics: StatisticsPanel
  /// The time, in seconds since 1970.
  let date: @MainActor () -> Double

  private(set) var model: ScreenModel
  private(set) var drawing: ScreenDrawing
  private(set) var surface: Surface
  private var observation: ObserveToken?
  var feedObservations: [ObserveToken] = []
  private var needsDraw = true
  private var shownSerial: UInt64?
  private var shownTime = PlaybackTime()
  private var shownGeneration: UInt64?
  private(set) var chrome: [ChromeWindow] = []
  /// Whether the next screen has to have its chrome made anew: the next picture of a clip that
  /// plays needs only the last one's.
  var needsChrome = true
  /// Whether nothing but the time has changed in it.
  private var keepsCaption = false
  /// Whether a picture has come since the seek bar was last looked at.
  private var hasPictureCome = false
  private var hold = PictureHold()
  var pageMotion = PageMotion()
  /// Whether pages may slide onto the screen.
  let isAnimated: Bool
  let now: @MainActor () -> Double
  private var spinnerPhase = 0
  private var textCache = PageTextCache()
  private var scenes = SceneKeeper()
  /// Whether title and place were beside the picture in the last screen.
  private var wasToldBeside = false
  /// Whether the last screen said that the clip's sound cannot be heard.
  private var wasSilent = false
  /// Where the item on screen stands, as the screen shows it.
  var shownPlace: FeedPlace?
  private let seekBarTimer = RepeatingTimer(interval: SeekBar.interval)
  private let spinnerTimer = RepeatingTimer(interval: SpinnerSign.interval)
  let motionTimer = RepeatingTimer(interval: Slide.interval)
  let panTimer = RepeatingTimer(interval: Pan.interval)
  let placeTimer = RepeatingTimer(interval: CaptionLine.placeInterval)
  let visitTimer = RepeatingTimer(interval: Visit.threshold)

  /// Creates a view; `start` shows it.
  ///
  /// - Parameters:
  ///   - formats: How dates, numbers and durations are written.
  ///   - isAnimated: Whether pages may slide onto the screen.
  ///   - now: Tells the time, in seconds of a monotonic clock.
  ///   - date: Tells the time, in seconds since 1970.
  package init(
    store: StoreOf<App>, terminal: any Terminal, playerClient: PlayerClient,
    feedClient: FeedClient, statisticsClient: StatisticsClient = StatisticsClient(),
    keyMap: KeyMap = .standard, formats: LocalFormats = .plain, isAnimated: Bool = true,
    now: @escaping @MainActor () -> Double = { HostTime.now },
    date: @escaping @MainActor () -> Double = { WallClock.now }
  ) {
    self.now = now
    self.isAnimated = isAnimated
    self.store = store
    self.terminal = terminal
    self.playerClient = playerClient
    previews = PreviewLoader(playerClient: playerClient)
    panorama = Panorama(playerClient: playerClient)
    self.feedClient = feedClient
    statistics = StatisticsPanel(client: statisticsClient, formats: formats, now: now)
    self.date = date
    self.keyMap = keyMap
    model = ScreenModel(store.state)
    drawing = ScreenDrawing(
      layout: ScreenLayout(size: CellSize(columns: 0, rows: 0)), keyMap: keyMap,
      signs: SignSet(terminal.capabilities), timeZone: WallClock.timeZone(at:),
      formats: formats)
    surface = Surface(size: CellSize(columns: 0, rows: 0))
    hold.begin()
  }

  /// Whether the screen is looked at again and again although nothing tells of a change.
  package var isTicking: Bool { seekBarTimer.isRunning || spinnerTimer.isRunning }

  /// Draws the first screen and listens to the terminal and the store from then on.
  package func start() {
    layOut()
    terminal.onEvent = { [weak self] event in self?.handle(event) }
    seekBarTimer.onTick = { [weak self] in self?.tickSeekBar() }
    previews.onPicture = { [weak self] in self?.drawAnyway() }
    spinnerTimer.onTick = { [weak self] in self?.tickSpinner() }
    motionTimer.onTick = { [weak self] in self?.drawAnyway() }
    // The first clip is opened while the first screen is drawn.
    store.send(.appeared)
    store.send(.feed(.appeared))
    observation = store.observe(distinct: ScreenModel.init) { [weak self] model in
      self?.show(model)
    }
    followFeed()
    followStatistics()
    followPanorama()
    drawIfNeeded()
  }

  /// Draws the picture on screen if it is not the one that its player shows by now.
  package func frameArrived() {
    // The page's end of its way brings the newest.
    guard !pageMotion.isUnderWay, let clip = model.clip else { return }
    let isNew = playerClient.frame(clip.playerID)?.serial != shownSerial
    guard isNew || scenes.isOutdated(model, client: playerClient) else { return }
    needsDraw = true
    if isNew { hasPictureCome = true }
    drawIfNeeded()
  }

  /// Draws the whole screen anew, whatever the terminal has made of it.
  func redraw() {
    terminal.redraw()
    needsDraw = true
  }

  /// What the screen has to be read, laid out.
  var texts: PageTexts { textCache.texts(model, drawing: drawing) }

  /// Forgets what was made of the item on screen.
  func forgetPage() {
    textCache.forget()
    shownSerial = nil
  }

  /// Draws although nothing that is shown has changed.
  func drawAnyway() {
    needsDraw = true
    drawIfNeeded()
  }

  /// Gives the terminal back and stops, until the user continues the program.
  package func suspend() {
    store.send(.suspended)
    terminal.suspend()
    store.send(.resumed)
  }

  var time: PlaybackTime {
    model.clip.map { playerClient.time($0.playerID) } ?? PlaybackTime()
  }

  /// Whether the clip on screen has sound, and nothing plays it.
  private var isSilent: Bool {
    guard model.sound.reasonOfSilence != nil, let clip = model.clip, clip.failure == nil,
      let details = playerClient.details(clip.playerID)
    else { return false }
    return details.soundTracks.contains(where: \.isDecodable)
  }

  /// Fits everything to the terminal's size.
  func layOut() {
    let capabilities = terminal.capabilities
    let layout = ScreenLayout(
      size: terminal.size, cellAspect: capabilities.cellAspect,
      raster: capabilities.pictureForm.raster)
    drawing.layout = layout
    drawing.signs = SignSet(capabilities)
    drawing.theme = ScreenTheme(capabilities)
    surface.ground = drawing.theme.ground
    surface.resize(to: layout.size)
    surface.pictureForm = capabilities.pictureForm
    endMotion()
    tellPictureArea()
    keepsCaption = false
    tellHeights()
    needsChrome = true
    needsDraw = true
  }

  /// Tells the engine what to scale pictures for.
  private func tellPictureArea() {
    playerClient.setPictureArea(drawing.layout.pictureArea(model.fit))
  }

  /// Draws if something has changed and the terminal can take it.
  func drawIfNeeded() {
    guard needsDraw, terminal.isReady else { return }
    needsDraw = false
    let newest = model.clip.flatMap { playerClient.frame($0.playerID) }
    let time = time
    let isResting = model.isResting || time.isStill
    let whole =
      pageMotion.isUnderWay
      ? pageMotion.picture(newest: newest)
      : isResting ? newest : hold.picture(newest: newest, at: now())
    let isHeld = !isResting && hold.isHolding
    let frame = panned(whole, isStill: time.isStill)
    if time.isStill { seekBarTimer.isRunning = false }
    if !isResting { seekBarTimer.isRunning = model.isSeekBarShown }
    let texts = texts
    let needsPlace = needsChrome || isResting || frame?.generation != shownGeneration
    let hasMoved = needsPlace && readPlace()
    let shownStatistics = statistics.layout(
      in: drawing.layout.picture, depth: terminal.capabilities.colorDepth)
    var scene = scenes.scene(
      model, place: shownPlace, frame: frame, drawing: drawing, under: shownStatistics?.ground,
      client: playerClient)
    // What a window would leave of it says nothing.
    if model.isCovered { scene?.side = nil }
    let isToldBeside = scene?.side?.tellsItem ?? false
    // A seek is seen at once.
    if needsPlace || isToldBeside != wasToldBeside {
      let isSilent = isSilent
      chrome = drawing.chrome(
        model, texts: texts, place: shownPlace, time: time, bar: seekBarContext(time),
        isToldBeside: isToldBeside, isSilent: isSilent,
        after: keepsCaption && !hasMoved && isToldBeside == wasToldBeside && isSilent == wasSilent
          && time.isStill == shownTime.isStill ? chrome : [])
      (wasToldBeside, wasSilent) = (isToldBeside, isSilent)
      keepsCaption = true
      needsChrome = false
    }
    shownSerial = frame?.serial
    shownTime = time
    shownGeneration = frame?.generation
    let captions = model.clip.map { playerClient.captions($0.playerID) } ?? []
    drawing.drawPicture(
      model, texts: texts, place: shownPlace, frame: frame, scene: scene, captions: captions,
      preview: seekPreview(time), statistics: shownStatistics, spinnerPhase: spinnerPhase,
      into: &surface)
    askForMotion(time)
    present(exactly: (isResting && !panorama.isMoving) || isHeld)
    statistics.presented(
      frame, of: model.clip?.playerID, isSwiping: !pendingSwipes.isEmpty, at: now())
    hold.sent(frame, lambda: terminal.link.frameTolerance, at: now())
    if (isResting && !panorama.isMoving) || isHeld || hold.isHolding { settle() }
    if scenes.owesPosters { drawSoon() }
  }

  /// Goes on with a picture that rests until the screen shows it exactly.
  private func settle() {
    guard !terminal.isExact, !pageMotion.isUnderWay else { return }
    drawSoon()
  }

  /// Draws in the next turn of the run loop, or as soon as the terminal takes it.
  func drawSoon() {
    needsDraw = true
    // While the terminal is busy, `.ready` goes on.
    guard terminal.isReady else { return }
    DispatchQueue.main.async { [weak self] in
      MainActor.assumeIsolated { self?.drawIfNeeded() }
    }
  }

  private func show(_ model: ScreenModel) {
    if model.itemID != self.model.itemID { pageTurned(to: model) }
    if model.clip?.playerID != self.model.clip?.playerID {
      shownSerial = nil
      hold.begin()
    }
    statistics.isShown = model.isStatisticsShown
    let hasOtherFit = model.fit != self.model.fit
    self.model = model
    if hasOtherFit { tellPictureArea() }
    seekBarTimer.isRunning = model.isSeekBarShown
    spinnerTimer.isRunning = model.clip?.isSpinnerVisible ?? false || model.waitingSide != nil
    keepsCaption = false
    needsChrome = true
    needsDraw = true
    tellHeights()
    drawIfNeeded()
  }

  /// Lets the next picture bring the bar, or if none comes, the next look.
  private func tickSeekBar() {
    // A player takes a moment to stop: the last look at it comes after that, and when all has come
    // that is fetched meanwhile.
    if !model.isPlaying {
      let time = time
      if !time.isFetching { seekBarTimer.isRunning = false }
      guard time != shownTime else { return }
    }
    needsChrome = true
    guard !hasPictureCome || !model.isPlaying else {
      hasPictureCome = false
      return
    }
    needsDraw = true
    drawIfNeeded()
  }

  private func tickSpinner() {
    spinnerPhase += 1
    needsDraw = true
    drawIfNeeded()
  }
}
