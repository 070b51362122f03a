import Graphics
import Models
import TerminalCore
import TestSupport
import Testing

@testable import TerminalUI

/// Pages of six rows, a letter and the row's number each, above two rows that do not move.
@Suite struct PageMotionTests {
  private var motion = PageMotion()

  private func page(_ letter: String) -> Surface {
    var surface = Surface(size: CellSize(columns: 2, rows: 8))
    for row in 0..<8 {
      surface.drawText(
        CleanText(row < 6 ? "\(letter)\(row)" : "--"), column: 0, row: row, maxColumns: 2,
        foreground: .white, background: .black)
    }
    return surface
  }

  private mutating func begin(
    _ page: Int, after last: Int, from surface: Surface, at time: Double
  ) {
    motion.begin(
      .page(PageID(rawValue: page)), after: .page(PageID(rawValue: last)),
      page > last ? .forwards : .backwards,
      from: surface, rows: 0..<6, stride: 1, at: time)
  }

  /// What the screen shows, in one line, and by how many rows it has moved.
  private mutating func step(_ surface: Surface, at time: Double) -> String {
    guard let scroll = motion.step(surface, at: time) else { return "nothing" }
    #expect(scroll.rows == 0..<6)
    return "\(text(of: motion.screen).joined(separator: " ")) \(scroll.distance)"
  }

  @Test mutating func nextPageSlidesInFromBelow() {
    begin(1, after: 0, from: page("a"), at: 0)
    #expect(step(page("b"), at: 0) == "a1 a2 a3 a4 a5 b0 -- -- 1")
    #expect(step(page("b"), at: 0.03) == "a3 a4 a5 b0 b1 b2 -- -- 2")
    // What comes may change on its way.
    #expect(step(page("c"), at: 0.06) == "a4 a5 c0 c1 c2 c3 -- -- 1")
    #expect(step(page("b"), at: 0.06) == "a4 a5 b0 b1 b2 b3 -- -- 0")
    #expect(!motion.hasArrived)
    #expect(step(page("b"), at: 0.2) == "b0 b1 b2 b3 b4 b5 -- -- 2")
    #expect(motion.hasArrived)
    motion.cancel()
    #expect(!motion.isUnderWay)
    #expect(step(page("b"), at: 0.2) == "nothing")
  }

  @Test mutating func previousPageSlidesInFromAbove() {
    begin(0, after: 1, from: page("b"), at: 0)
    #expect(step(page("a"), at: 0) == "a5 b0 b1 b2 b3 b4 -- -- -1")
    #expect(step(page("a"), at: 0.06) == "a2 a3 a4 a5 b0 b1 -- -- -3")
    #expect(step(page("a"), at: 9) == "a0 a1 a2 a3 a4 a5 -- -- -2")
    #expect(motion.hasArrived)
  }

  @Test mutating func secondSwipePushesTheWholeScreen() {
    begin(1, after: 0, from: page("a"), at: 0)
    #expect(step(page("b"), at: 0.03) == "a3 a4 a5 b0 b1 b2 -- -- 3")
    begin(2, after: 1, from: page("b"), at: 0.04)
    #expect(step(page("c"), at: 0.04) == "a4 a5 b0 b1 b2 c0 -- -- 1")
    #expect(step(page("c"), at: 0.1) == "b1 b2 c0 c1 c2 c3 -- -- 3")
    // Back to what is no longer whole.
    begin(1, after: 2, from: page("c"), at: 0.11)
    #expect(step(page("b"), at: 0.11) == "b5 b1 b2 c0 c1 c2 -- -- -1")
    #expect(step(page("b"), at: 1) == "b0 b1 b2 b3 b4 b5 -- -- -5")
  }

  @Test mutating func leavingPageCanReverse() {
    begin(1, after: 0, from: page("a"), at: 0)
    #expect(step(page("b"), at: 0.03) == "a3 a4 a5 b0 b1 b2 -- -- 3")
    begin(0, after: 1, from: page("b"), at: 0.04)
    #expect(step(page("a"), at: 0.04) == "a2 a3 a4 a5 b0 b1 -- -- -1")
    // And once more.
    begin(1, after: 0, from: page("a"), at: 0.05)
    #expect(step(page("b"), at: 0.05) == "a3 a4 a5 b0 b1 b2 -- -- 1")
    begin(0, after: 1, from: page("b"), at: 0.06)
    #expect(step(page("a"), at: 1) == "a0 a1 a2 a3 a4 a5 -- -- -3")
    #expect(motion.hasArrived)
  }

  @Test mutating func skippedPagesAreNotShown() {
    begin(1, after: 0, from: page("a"), at: 0)
    begin(2, after: 1, from: page("a"), at: 0.01)
    #expect(step(page("c"), at: 0.01) == "a1 a2 a3 a4 a5 c0 -- -- 1")
    motion.cancel()
    begin(1, after: 0, from: page("a"), at: 0)
    begin(0, after: 1, from: page("a"), at: 0.01)
    #expect(!motion.isUnderWay)
  }

  /// Two pages of footage at the size of a usual terminal: what the terminal is sent, and what it
  /// shows after each step.
  @Test(arguments: [(FrameQuality.high, 1), (.medium, -1)])
  mutating func slideTakesTheBytesOfOneFrame(quality: FrameQuality, direction: Int) throws {
    let screen = CellSize(columns: 120, rows: 40)
    let area = CellRect(column: 0, row: 0, columns: 120, rows: 38)
    let chrome = CellRect(column: 0, row: 38, columns: 120, rows: 2)
    let terminal = try #require(TerminalModel(size: screen))
    var encoder = FrameEncoder(size: screen, depth: .trueColor)
    encoder.lambda = quality.lambda
    var fresh = encoder
    var surface = Surface(size: screen)
    var output: [UInt8] = []
    let footage = [UInt64(1), 2].map { Footage(size: PixelSize(width: 120, height: 76), seed: $0) }
    for number in 0..<6 {
      surface.drawFrame(footage[0].frame(number), in: area)
      _ = encoder.encode(surface, masking: [chrome], byteLimit: nil, into: &output)
    }
    terminal.feed(output)
    let last = surface
    surface.drawFrame(footage[1].frame(0), in: area)
    output = []
    let frame = fresh.encode(surface, masking: [chrome], byteLimit: nil, into: &output)

    motion.begin(
      .page(PageID(rawValue: direction)), after: .page(0),
      direction > 0 ? .forwards : .backwards, from: last, rows: 0..<38, stride: 1, at: 0)
    var sum = 0
    var steps = 0
    while !motion.hasArrived {
      output = []
      let moved = motion.step(surface, at: Double(steps) * Slide.interval)
      let scroll = try #require(moved)
      _ = encoder.scroll(scroll, masking: [chrome], into: &output)
      encoder.isMoving = true
      _ = encoder.encode(motion.screen, masking: [chrome], byteLimit: nil, into: &output)
      terminal.feed(output)
      sum += output.count
      steps += 1
      for row in 0..<38 {
        for column in 0..<120 {
          let believed = try #require(encoder.shownCell(column: column, row: row)?.halves)
          let shown = terminal.cell(column: column, row: row).halves
          try #require(
            shown?.top == believed.top.modelValue && shown?.bottom == believed.bottom.modelValue)
        }
      }
    }
    #expect(steps == 9)
    #expect(Double(sum) <= 1.1 * Double(frame), "\(sum) bytes, a frame takes \(frame)")
  }

  /// Whatever is pressed when, the rows move as the surface does.
  @Test mutating func scrollsDescribeTheMovement() throws {
    var generator = SeededGenerator(seed: 7)
    var last = page("a")
    var current = 0
    var time = 0.0
    var before = last
    for _ in 0..<2000 {
      time += Double(generator.int(0..<60)) / 1000
      if generator.chance(0.3) {
        let next = generator.int(0..<4)
        if next != current {
          begin(next, after: current, from: last, at: time)
          current = next
        }
      }
      last = page(["a", "b", "c", "d"][current])
      guard let scroll = motion.step(last, at: time) else {
        before = last
        continue
      }
      for row in 0..<6 where (0..<6).contains(row + scroll.distance) {
        let moved = before[0, row + scroll.distance]
        let now = motion.screen[0, row]
        // A row of the page before is that row, or one of the page that comes.
        try #require(moved == now || now.glyph == last[0, 0].glyph)
      }
      before = motion.screen
      if motion.hasArrived {
        #expect(text(of: motion.screen) == text(of: last))
        motion.cancel()
      }
    }
  }
}

extension Color {
  /// As the terminal model has it, red first.
  fileprivate var modelValue: UInt32 {
    UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
  }
}
