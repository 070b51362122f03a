import AppFeature
import Graphics
import Models
import Platform
import TerminalCore

/// How clips are played, as far as it is not the usual way: loop, speed and loudness, in short.
package struct SeekBarStates: Hashable, Sendable {
  /// `nil` where nothing is said of it.
  package var loopMode: LoopMode?
  package var speed = PlaybackSpeed.normal
  package var sound = Sound()
  /// What a toast over the frame tells for a moment: that is not said twice.
  package var message: Toast.Message?

  /// What there is to say in a number of columns; what matters least is left out first.
  func spans(columns: Int, symbols: SymbolSet, formats: LocalFormats) -> [ChromeSpan] {
    var kept = [loop(symbols), speed(formats), soundSpan].compactMap(\.self)
    while !kept.isEmpty, kept.displayWidth > columns { kept.removeFirst() }
    return kept
  }

  private func loop(_ symbols: SymbolSet) -> ChromeSpan? {
    let isSaid = if case .loop = message { true } else { false }
    return switch loopMode {
    case .one: Self.span(symbols.loop, .dim, isSaid: isSaid)
    case .feed, .off: loopMode.map { Self.span($0.words, .dim, isSaid: isSaid) }
    case nil: nil
    }
  }

  private func speed(_ formats: LocalFormats) -> ChromeSpan? {
    let isSaid = if case .speed = message { true } else { false }
    return speed == .normal ? nil : Self.span(speed.words(formats), .accent, isSaid: isSaid)
  }

  private var soundSpan: ChromeSpan? {
    // Where there is a reason to name, the title's row names it.
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

  /// What a toast says has its place here already, so that the bar does not change its length when the
  /// toast goes.
  private static func span(_ text: String, _ style: ChromeStyle, isSaid: Bool) -> ChromeSpan {
    let text = CleanText("\(text) ")
    guard isSaid else { return ChromeSpan(text, style) }
    return ChromeSpan(.blanks(text.displayWidth))
  }
}

extension SeekBarStates {
  /// - Parameter hasEnd: Whether it is known where the clip ends, and so what happens there.
  init(_ model: ScreenModel, hasEnd: Bool) {
    self.init(
      loopMode: hasEnd || model.loopMode != .one ? model.loopMode : nil, speed: model.speed,
      sound: model.sound, message: model.message)
  }
}
