import Models
import TerminalCore
import Testing

@testable import TerminalUI

@Suite struct SeekBarPaceTests {
  /// The rows of a bar looked at five times a second.
  ///
  /// - Parameter buffered: Up to where the clip is here at a time.
  private func rows(
    _ times: [Double], of duration: Double, columns: Int,
    buffered: (Double) -> Double? = { _ in nil }
  ) -> [String] {
    var pace = SeekBarPace()
    return times.map { time in
      let range = buffered(time).map { time...max($0, time) }
      var bar = SeekBar(
        time: PlaybackTime(position: time, duration: duration, buffered: range), isPlaying: true,
        isThick: true)
      (bar.head, bar.reach) = pace.look(at: bar, columns: columns)
      return bar.line(columns: columns).map(\.text.string).joined()
    }
  }

  @Test(arguments: [60.0, 90, 600], [40, 80, 160])
  func tickChangesTheTimeOrOneCell(_ duration: Double, _ columns: Int) {
    let times = (0..<Int(duration * 2)).map { Double($0) * SeekBar.interval + 0.01 }
    let rows = rows(times, of: duration, columns: columns)
    for (before, after) in zip(rows, rows.dropFirst()) {
      let changed = zip(before.unicodeScalars, after.unicodeScalars).count { $0 != $1 }
      let hasOtherTime = before.prefix(7) != after.prefix(7)
      // 0:09 and 0:10 differ in two.
      #expect(changed <= (hasOtherTime ? 3 : 1), "\(before)\n\(after)")
      #expect(!hasOtherTime || before.dropFirst(9) == after.dropFirst(9))
    }
    // It is never more than a cell behind.
    var last = SeekBar(
      time: PlaybackTime(position: times.last ?? 0, duration: duration), isPlaying: true,
      isThick: true)
    let (filled, perCell) = last.steps(columns: columns)
    last.head = filled - perCell
    #expect((rows.last?.count { $0 == "█" } ?? 0) >= (filled - perCell) / perCell)
  }

  /// What comes from a server comes at other times than the clip moves.
  @Test(arguments: [60.0, 90, 600], [40, 80, 160])
  func bufferedRangeHasItsOwnTicks(_ duration: Double, _ columns: Int) {
    let times = (0..<Int(duration * 2)).map { Double($0) * SeekBar.interval + 0.01 }
    let rows = rows(times, of: duration, columns: columns) { min($0 * 2 + 5, duration) }
    var ticks = 0
    for (before, after) in zip(rows, rows.dropFirst()) {
      let hasOtherTime = before.prefix(7) != after.prefix(7)
      let heads = [before, after].map { row in
        Array(row.unicodeScalars.filter { (0x2588...0x258F).contains($0.value) })
      }
      let changed = zip(before.unicodeScalars, after.unicodeScalars).count { $0 != $1 }
      let hasReached =
        before.unicodeScalars.lastIndex(of: "━") != after.unicodeScalars.lastIndex(of: "━")
      #expect(!hasOtherTime || before.dropFirst(9) == after.dropFirst(9))
      #expect(heads[0] == heads[1] || changed == 1, "\(before)\n\(after)")
      if hasReached { ticks += 1 }
    }
    #expect(ticks > columns / 6)
    // It is a tick or two behind.
    let last = times.last ?? 0
    let bar = SeekBar(
      time: PlaybackTime(
        position: last, duration: duration, buffered: last...min(last * 2 + 5, duration)),
      isPlaying: true
    ).line(columns: columns).map(\.text.string).joined()
    func reach(_ row: String) -> Int {
      row.lastIndex(of: "━").map { row.distance(from: row.startIndex, to: $0) } ?? columns
    }
    #expect(abs(reach(rows.last ?? "") - reach(bar)) <= 2)
  }

  @Test func seekIsShownAtOnce() {
    #expect(
      rows([10, 70, 20], of: 128, columns: 30) == [
        " ▶ 0:10 █▎────────────── 2:08 ", " ▶ 1:10 ████████▊─────── 2:08 ",
        " ▶ 0:20 ██▌───────────── 2:08 ",
      ])
  }

  @Test func cellStepBarKeepsUp() {
    let rows = rows([0.1, 0.3, 0.5, 0.7, 0.9], of: 3, columns: 60)
    #expect(rows.map { $0.count { $0 == "█" } } == [1, 4, 7, 10, 13])
  }
}
