import Clients
import Graphics
import Models
import Platform

/// Reads the statistics while they are needed, outside the reducers: they describe playback and
/// change nothing (docs/decisions/screen-statistics.md).
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

  /// Seconds between two looks, and between two recorded samples.
  nonisolated static let interval = 0.5
  nonisolated static let recordInterval = 1.0
  /// Rates on screen cover this many looks: two seconds, so that they are readable.
  private static let rateSpan = 4

  /// Hidden until ``show(_:at:)``.
  init(client: StatisticsClient, formats: LocalFormats = .plain) {
    self.client = client
    self.formats = formats
  }

  /// Whether samples are recorded, visible or not.
  var isRecording: Bool { client.record != nil }

  /// Shows or hides the statistics: while hidden, none are read.
  func show(_ isShown: Bool, at time: Double) {
    guard isShown != (text != nil) else { return }
    text = nil
    rates = RateWindow(count: Self.rateSpan)
    if isShown { look(at: time) }
  }

  /// The statistics laid out, if they are shown.
  func layout(in area: CellRect, depth: ColorDepth) -> StatisticsLayout? {
    guard let text else { return nil }
    if layout?.area != area { layout = text.layout(in: area) }
    layout?.depth = depth
    return layout
  }

  /// Updates the statistics on screen.
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
