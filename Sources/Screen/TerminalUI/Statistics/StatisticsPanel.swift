import Clients
import Graphics
import Models
import Platform

/// Reads the figures while somebody wants to see them, outside the reducers: they say how play goes,
/// and change nothing.
@MainActor
final class StatisticsPanel {
  /// Reads everything but the rates; set by the view.
  var read: (@MainActor () -> StatisticsSample)?
  /// Called when there are new figures to draw.
  var onChange: (@MainActor () -> Void)?

  private(set) var figures = ScreenFigures()
  let client: StatisticsClient
  private let formats: LocalFormats
  private let now: @MainActor () -> Double
  private var text: StatisticsText? {
    didSet { layout = nil }
  }
  private var layout: StatisticsLayout?
  private let timer = RepeatingTimer(interval: StatisticsPanel.interval)
  private let recordTimer = RepeatingTimer(interval: StatisticsPanel.recordInterval)
  private var rates = RateWindow(count: StatisticsPanel.rateSpan)
  private var recordRates = RateWindow(count: 1)

  /// Seconds between two looks, and between two samples that are recorded.
  private static let interval = 0.5
  private static let recordInterval = 1.0
  /// Rates on screen are those of so many looks: two seconds, so that they can be read.
  private static let rateSpan = 4

  /// Creates a panel that is not shown.
  ///
  /// - Parameters:
  ///   - client: Whom to ask.
  ///   - formats: How numbers are written.
  ///   - now: Tells the time, in seconds of a monotonic clock.
  init(
    client: StatisticsClient, formats: LocalFormats = .plain, now: @escaping @MainActor () -> Double
  ) {
    self.client = client
    self.formats = formats
    self.now = now
    timer.onTick = { [weak self] in
      self?.look()
      self?.onChange?()
    }
    recordTimer.onTick = { [weak self] in self?.record() }
  }

  /// Begins to record, if that is wanted.
  func start() {
    guard client.record != nil else { return }
    record()
    recordTimer.isRunning = true
  }

  /// Whether it looks at anything again and again.
  var isTicking: Bool { timer.isRunning || recordTimer.isRunning }

  /// Whether the figures are on screen; without that, none are read.
  var isShown: Bool {
    get { timer.isRunning }
    set {
      guard newValue != timer.isRunning else { return }
      timer.isRunning = newValue
      text = nil
      rates = RateWindow(count: Self.rateSpan)
      if newValue { look() }
    }
  }

  /// A swipe was asked for.
  func swipeBegan(at time: Double) {
    figures.swipeBegan(at: time)
  }

  /// A screen was handed to the terminal.
  func presented(_ frame: Frame?, of player: PlayerID?, isSwiping: Bool, at time: Double) {
    figures.presented(frame?.serial, of: player, isSwiping: isSwiping, at: time)
  }

  /// The figures laid out, if they are shown.
  func layout(in area: CellRect, depth: ColorDepth) -> StatisticsLayout? {
    guard let text else { return nil }
    if layout?.area != area { layout = text.layout(in: area) }
    layout?.depth = depth
    return layout
  }

  private func look() {
    text = sample(&rates).map { StatisticsText($0, formats: formats) }
  }

  private func record() {
    guard let record = client.record, let sample = sample(&recordRates) else { return }
    record(sample)
  }

  private func sample(_ rates: inout RateWindow) -> StatisticsSample? {
    guard var sample = read?() else { return nil }
    let link = sample.link
    let counts = RateWindow.Counts(
      pictures: Double(figures.total), frames: Double(link.frames), bytes: Double(link.bytes))
    let growth = rates.look(counts, at: now())
    sample.shownPerSecond = growth.pictures
    sample.link.framesPerSecond = growth.frames
    sample.link.bytesPerSecond = growth.bytes
    return sample
  }
}
