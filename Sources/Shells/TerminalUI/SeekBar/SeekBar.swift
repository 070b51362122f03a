import CellGraphics
import Models
import TerminalCore

/// The row that shows how far the clip has come, precise to an eighth of a cell.
package struct SeekBar {
  package var time: PlaybackTime
  package var isPlaying: Bool

  /// How often the bar looks at the player, in seconds. A bar of 80 cells has 640 steps: five looks
  /// a second are finer than that for clips of up to two minutes, and cost nothing.
  package static let interval = 0.2

  /// Creates a bar.
  package init(time: PlaybackTime, isPlaying: Bool) {
    self.time = time
    self.isPlaying = isPlaying
  }

  /// Lays the row out: time played, bar, length.
  package func line(columns: Int) -> ChromeLine {
    let left = " \(isPlaying ? "▶" : "‖") \(Self.clock(time.position)) "
    let right = time.duration.map { " \(Self.clock($0)) " } ?? " "
    let width = columns - CleanText(left).displayWidth - CleanText(right).displayWidth
    guard width >= 4 else {
      return ChromeLine([ChromeSpan(CleanText(left), [])])
    }
    let eighths = Int((time.progress * Double(width * 8)).rounded(.down))
    let played = String(repeating: "█", count: eighths / 8)
    let partial = eighths % 8 > 0 ? Self.partials[eighths % 8] : ""
    let rest = String(repeating: "─", count: width - played.count - partial.count)
    return ChromeLine([
      ChromeSpan(CleanText(left), []),
      ChromeSpan(CleanText(played + partial), .accent),
      ChromeSpan(CleanText(rest), .dim),
      ChromeSpan(CleanText(right), []),
    ])
  }

  private static let partials = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]

  /// Seconds as minutes and seconds, with hours where there are any.
  static func clock(_ seconds: Double) -> String {
    let total = seconds.isFinite ? Int(min(max(seconds, 0), 359_999)) : 0
    let (hours, minutes) = (total / 3600, total / 60 % 60)
    let tail = String(total % 60 + 100).suffix(2)
    if hours == 0 { return "\(minutes):\(tail)" }
    return "\(hours):\(String(minutes + 100).suffix(2)):\(tail)"
  }
}
