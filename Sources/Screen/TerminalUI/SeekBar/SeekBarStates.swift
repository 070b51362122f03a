import AppFeature
import Graphics
import Models
import Platform
import TerminalCore

/// Unusual playback settings, in short: loop, speed and volume.
package struct SeekBarStates: Hashable, Sendable {
  package var loopMode = LoopMode.one
  package var speed = PlaybackSpeed.normal
  package var sound = Sound()
  /// The current toast over the frame: it is not repeated here.
  package var message: Toast.Message?

  /// The texts for a number of columns; the least important are dropped first.
  func spans(columns: Int, formats: LocalFormats) -> [ChromeSpan] {
    var kept = [loopSpan, speed(formats), soundSpan].compactMap(\.self)
    while !kept.isEmpty, kept.displayWidth > columns { kept.removeFirst() }
    return kept
  }

  private var loopSpan: ChromeSpan? {
    let isSaid = if case .loop = message { true } else { false }
    return loopMode == .one ? nil : Self.span(loopMode.words, .dim, isSaid: isSaid)
  }

  private func speed(_ formats: LocalFormats) -> ChromeSpan? {
    let isSaid = if case .speed = message { true } else { false }
    return speed == .normal ? nil : Self.span(speed.words(formats), .accent, isSaid: isSaid)
  }

  private var soundSpan: ChromeSpan? {
    // If there is a reason to show, the title bar shows it.
    if sound.remoteHost != nil { return nil }
    let isSaid =
      switch message {
      case .muted, .volume: true
      default: false
      }
    if sound.isMuted { return Self.span(localized("muted"), .accent, isSaid: isSaid) }
    if case .missing = sound.device { return nil }
    return sound.volume == 100
      ? nil : Self.span(localized("vol %s %%", sound.volume), .accent, isSaid: isSaid)
  }

  /// The text of a toast already has its space here, so that the bar keeps its size when the toast
  /// disappears.
  private static func span(_ text: String, _ style: ChromeStyle, isSaid: Bool) -> ChromeSpan {
    let text = CleanText("\(text) ")
    guard isSaid else { return ChromeSpan(text, style) }
    return ChromeSpan(.blanks(text.displayWidth))
  }
}

extension SeekBarStates {
  init(_ model: ScreenModel) {
    self.init(
      loopMode: model.loopMode, speed: model.speed, sound: model.sound, message: model.message)
  }
}
