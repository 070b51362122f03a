import CellGraphics
import Models
import TerminalCore

/// The row that shows how far the clip has come, precise to an eighth of a cell; in clips of a few
/// seconds, which fill a cell between two looks, to a cell.
package struct SeekBar {
  package var time: PlaybackTime
  package var isPlaying: Bool
  package var signs: SignSet

  /// How often the bar looks at the player, in seconds. A bar of 80 cells has 640 steps: five looks
  /// a second are finer than that for clips of up to two minutes, and cost nothing.
  package static let interval = 0.2

  /// A bar of fewer columns tells nothing.
  private static let leastColumns = 4

  /// Creates a bar.
  package init(time: PlaybackTime, isPlaying: Bool, signs: SignSet = .unicode) {
    self.time = time
    self.isPlaying = isPlaying
    self.signs = signs
  }

  /// Lays the row out: time played, bar, length.
  package func line(columns: Int) -> ChromeLine {
    let bar = barColumns(in: columns)
    guard bar.count >= Self.leastColumns else {
      return ChromeLine([ChromeSpan(CleanText(left).fitted(toColumns: columns), [])])
    }
    // Where each look moves the bar by cells, parts of them would only cost bytes.
    let stride = Double(bar.count) * Self.interval / (time.duration ?? .infinity)
    let steps = stride >= 1 ? 1 : signs.partials.count
    let shown = Int((time.progress * Double(bar.count * steps)).rounded(.down))
    let played =
      String(repeating: signs.played, count: shown / steps) + signs.partials[shown % steps]
    let rest = String(repeating: signs.rest, count: bar.count - played.count)
    return ChromeLine([
      ChromeSpan(CleanText(left), []),
      ChromeSpan(CleanText(played), [.accent, .track]),
      ChromeSpan(CleanText(rest), .track),
      ChromeSpan(CleanText(right), []),
    ])
  }

  /// The part of the clip that a column of the row stands for, from 0 to 1; `nil` beside the bar.
  package func fraction(atColumn column: Int, columns: Int) -> Double? {
    let bar = barColumns(in: columns)
    guard bar.count >= Self.leastColumns, bar.contains(column) else { return nil }
    return (Double(column - bar.lowerBound) + 0.5) / Double(bar.count)
  }

  /// The columns of a row that the bar itself takes.
  private func barColumns(in columns: Int) -> Range<Int> {
    let start = CleanText(left).displayWidth
    let end = columns - CleanText(right).displayWidth
    return start..<max(start, end)
  }

  private var left: String {
    " \(isPlaying ? signs.playing : signs.paused) \(Self.clock(time.position)) "
  }

  private var right: String {
    time.duration.map { " \(Self.clock($0)) " } ?? " "
  }

  /// Seconds as minutes and seconds, with hours where there are any.
  static func clock(_ seconds: Double) -> String {
    let total = seconds.isFinite ? Int(min(max(seconds, 0), 359_999)) : 0
    let (hours, minutes) = (total / 3600, total / 60 % 60)
    let tail = String(total % 60 + 100).suffix(2)
    if hours == 0 { return "\(minutes):\(tail)" }
    return "\(hours):\(String(minutes + 100).suffix(2)):\(tail)"
  }
}
