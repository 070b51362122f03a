import TestSupport
import Testing

@testable import AppFeature

@Suite struct ScrollTests {
  @Test func scrollingBeforeLayoutIsIgnored() {
    var scroll = Scroll()
    scroll.move(by: 5)
    #expect(scroll.row == 0)
    scroll.lastRow = 3
    scroll.move(by: 5)
    #expect(scroll.row == 3)
  }

  /// Whatever the order of moves and layouts, the row is where the moves led, clamped to the text.
  @Test func rowStaysWithinTheText() {
    let seed = Fuzz.seed
    var generator = SeededGenerator(seed: seed)
    let rows = [0, 1, -1, 3, -3, 100, .max, .min, .max - 1]
    for _ in 0..<500 {
      var scroll = Scroll()
      var (row, last) = (0, 0)
      for _ in 0..<20 {
        if generator.chance(0.3) {
          last = generator.pick([-5, 0, 1, 7, 200, .max])
          scroll.lastRow = last
          last = max(last, 0)
          row = min(row, last)
        } else {
          let step = generator.pick(rows)
          scroll.move(by: step)
          // Computed in integers wide enough for any sum.
          row = Int(min(max(Int128(row) + Int128(step), 0), Int128(last)))
        }
        #expect(scroll.row == row && scroll.lastRow == last, "seed \(seed)")
      }
    }
  }
}
