import Graphics
import Models
import Platform
import TerminalCore
import TestSupport
import Testing

@testable import TerminalUI

/// Sizes that terminals may have, and times that clips may tell.
extension AppViewTests {
  @Test(
    arguments: [
      nil, "?", .init(.enter), "/", "i", "z", "+", "m", "]", "y", "l", "2", .init(.right), ",",
    ] as [KeyEvent?])
  func anySizeAndAnyTimeAreHarmless(key: KeyEvent?) async {
    var generator = SeededGenerator(seed: 185)
    details.withLock {
      $0 = MediaDetails(displaySize: PixelSize(width: .max, height: 1), frameRate: .infinity)
    }
    subtitles.withLock {
      $0 = [SubtitleCue(start: 0, end: .infinity, lines: ["a caption"])]
    }
    frames.withLock {
      $0[PlayerID(rawValue: 0)] = Frame(pixels: PixelBuffer(size: PixelSize(width: 40, height: 16)))
    }
    let (view, _) = makeView(clips: 3)
    await eventually { !terminal.screens.isEmpty }
    if let key { press(key) }
    let sizes = (1...10).flatMap { columns in
      (1...10).map { CellSize(columns: columns, rows: $0) }
    }
    for size in sizes + [CellSize(columns: 1_000, rows: 1), CellSize(columns: 1, rows: 400)] {
      time.withLock {
        $0 = PlaybackTime(
          position: ExtremeNumbers.double(using: &generator),
          duration: ExtremeNumbers.double(using: &generator))
      }
      terminal.size = size
      terminal.onEvents?([.resized(size)])
      if let key, key != "y" { press(key) }
      terminal.onEvents?([.frameWanted])
      #expect(terminal.screens.last?.count == size.rows)
    }
    withExtendedLifetime(view) {}
  }

  @Test func seekBarFillsItsRowAtAnyTime() {
    var generator = SeededGenerator(seed: 185)
    for columns in -3...120 {
      for _ in 0..<20 {
        let bar = SeekBar(
          time: PlaybackTime(
            position: ExtremeNumbers.double(using: &generator),
            duration: ExtremeNumbers.double(using: &generator)), isPlaying: true)
        let width = bar.line(columns: columns).reduce(0) { $0 + $1.text.displayWidth }
        #expect(width <= max(columns, 0))
        let (filled, perCell) = bar.steps(columns: columns)
        #expect(filled >= 0 && filled <= max(columns, 0) * perCell)
        let column = ExtremeNumbers.integer(using: &generator)
        let part = bar.fraction(atColumn: column, columns: columns, isHeld: true)
        #expect(part.map { 0...1 ~= $0 } ?? true)
      }
    }
  }
}
