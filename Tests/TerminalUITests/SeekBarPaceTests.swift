import Models
import TerminalCore
import TerminalUI
import Testing

@Suite struct SeekBarPaceTests {
  /// The rows of a bar looked at five times a second.
  private func rows(_ times: [Double], of duration: Double, columns: Int) -> [String] {
    var pace = SeekBarPace()
    return times.map { time in
      var bar = SeekBar(time: PlaybackTime(position: time, duration: duration), isPlaying: true)
      bar.head = pace.head(of: bar, columns: columns)
      return bar.line(columns: columns).spans.map(\.text.string).joined()
    }
  }

  @Test(arguments: [60.0, 90, 600], [40, 80, 160])
  func aTickChangesTheTimeOrOneCell(_ duration: Double, _ columns: Int) {
    let times = (0..<Int(duration * 2)).map { Double($0) * SeekBar.interval + 0.01 }
    let rows = rows(times, of: duration, columns: columns)
    for (before, after) in zip(rows, rows.dropFirst()) {
      let changed = zip(before, after).count { $0 != $1 }
      let hasOtherTime = before.prefix(7) != after.prefix(7)
      // 0:09 and 0:10 differ in two.
      #expect(changed <= (hasOtherTime ? 3 : 1), "\(before)\n\(after)")
      #expect(!hasOtherTime || before.dropFirst(9) == after.dropFirst(9))
    }
    // It is never more than a cell behind.
    var last = SeekBar(
      time: PlaybackTime(position: times.last ?? 0, duration: duration), isPlaying: true)
    let (filled, perCell) = last.steps(columns: columns)
    last.head = filled - perCell
    #expect((rows.last?.count { $0 == "█" } ?? 0) >= (filled - perCell) / perCell)
  }

  @Test func aSeekIsShownAtOnce() {
    #expect(
      rows([10, 70, 20], of: 128, columns: 30) == [
        " ▶ 0:10 █▎────────────── 2:08 ", " ▶ 1:10 ████████▊─────── 2:08 ",
        " ▶ 0:20 ██▌───────────── 2:08 ",
      ])
  }

  @Test func aBarThatMovesByCellsKeepsUp() {
    let rows = rows([0.1, 0.3, 0.5, 0.7, 0.9], of: 3, columns: 60)
    #expect(rows.map { $0.count { $0 == "█" } } == [1, 4, 7, 10, 13])
  }
}
