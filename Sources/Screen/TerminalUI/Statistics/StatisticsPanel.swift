import Clients
import Graphics
import Models
import Platform

/// Reads the figures while somebody wants to see them, outside the reducers: they say how play goes,
/// and change nothing (docs/decisions/screen-statistics.md).
@MainActor
final class StatisticsPanel {
  /// Reads everything but the rates; set by the view.
  var read: (@MainActor () -> StatisticsSample)?

  var figures = ScreenFigures()
  let client: StatisticsClient
  private let formats: LocalFormats
  private var text: StatisticsText? {
    didSet { layout = nil }
  }
  private var layout: StatisticsLayout?
  private var rates = RateWindow(count: StatisticsPanel.rateSpan)
  private var recordRates = RateWindow(count: 1)

  /// Seconds between two looks, and between two samples that are recorded.
  nonisolated static let interval = 0.5
  nonisolated static let recordInterval = 1.0
  /// Rates on screen are those of so many looks: two seconds, so that they can be read.
  private static let rateSpan = 4

  /// Creates a panel that is not shown.
  ///
  /// - Parameters:
  ///   - client: Whom to ask.
  ///   - formats: How numbers are written.
  init(client: StatisticsClient, formats: LocalFormats = .plain) {
    self.client = client
    self.formats = formats
  }

  /// Whether samples are recorded, whether shown or not.
  var isRecording: Bool { client.record != nil }

  /// Begins to show the figures, or ends it: not shown, none are read.
  func show(_ isShown: Bool, at time: Double) {
    guard isShown != (text != nil) else { return }
    text = nil
    rates = RateWindow(count: Self.rateSpan)
    if isShown { look(at: time) }
  }

  /// The figures laid out, if they are shown.
  func layout(in area: CellRect, depth: ColorDepth) -> StatisticsLayout? {
    guard let text else { return nil }
    if layout?.area != area { layout = text.layout(in: area) }
    layout?.depth = depth
    return layout
  }

  /// Reads the figures that are shown.
  func look(at time: Double) {
    text = sample(&rates, at: time).map { StatisticsText($0, formats: formats) }
  }

  /// Reads a sample for the recording.
  func record(at time: Double) {
    guard let record = client.record, let sample = sample(&recordRates, at: time) else { return }
    record(sample)
  }

  private func sample(_ rates: inout RateWindow, at time: Double) -> StatisticsSample? {
    guard var sample = read?() else { return nil }
    let link = sample.link
    let counts = RateWindow.Counts(
      Double(figures.total), Double(link.frames), Double(link.bytes))
    let growth = rates.look(counts, at: time)
    sample.shownPerSecond = growth.x
    sample.link.framesPerSecond = growth.y
    sample.link.bytesPerSecond = growth.z
    return sample
  }
}
