import Models
import TerminalCore
import TerminalUI
import Testing

@Suite struct SeekBarTests {
  private func bar(_ position: Double, of duration: Double?, columns: Int = 30) -> String {
    SeekBar(time: PlaybackTime(position: position, duration: duration), isPlaying: true)
      .line(columns: columns).spans.map(\.text.string).joined()
  }

  @Test func theBarIsPreciseToAnEighthOfACell() {
    // " ▶ 0:00 " and " 2:08 " leave sixteen cells of thirty: 128 steps of a second.
    #expect(bar(0, of: 128) == " ▶ 0:00 ──────────────── 2:08 ")
    #expect(bar(1, of: 128) == " ▶ 0:01 ▏─────────────── 2:08 ")
    #expect(bar(13, of: 128) == " ▶ 0:13 █▋────────────── 2:08 ")
    #expect(bar(127, of: 128) == " ▶ 2:07 ███████████████▉ 2:08 ")
    #expect(bar(128, of: 128) == " ▶ 2:08 ████████████████ 2:08 ")
  }

  @Test func aBarThatMovesByCellsHasNoPartsOfThem() {
    #expect(bar(1.1, of: 2) == " ▶ 0:01 ████████──────── 0:02 ")
  }

  @Test func aColumnOfTheBarStandsForAPartOfTheClip() {
    let bar = SeekBar(time: PlaybackTime(position: 0, duration: 128), isPlaying: true)
    #expect(bar.fraction(atColumn: 7, columns: 30) == nil)
    #expect(bar.fraction(atColumn: 8, columns: 30) == 0.5 / 16)
    #expect(bar.fraction(atColumn: 16, columns: 30) == 8.5 / 16)
    #expect(bar.fraction(atColumn: 23, columns: 30) == 15.5 / 16)
    #expect(bar.fraction(atColumn: 24, columns: 30) == nil)
    #expect(bar.fraction(atColumn: 9, columns: 5) == nil)
  }

  @Test func withoutBlocksTheBarIsASCII() {
    let bar = SeekBar(
      time: PlaybackTime(position: 64, duration: 128), isPlaying: false, signs: .ascii)
    #expect(
      bar.line(columns: 30).spans.map(\.text.string).joined() == " | 1:04 ========-------- 2:08 ")
  }

  @Test func itFillsItsRowExactly() {
    for columns in 12...200 {
      for position in stride(from: 0.0, through: 60, by: 7.3) {
        #expect(bar(position, of: 60, columns: columns).count <= columns)
        if columns >= 20 { #expect(bar(position, of: 60, columns: columns).count == columns) }
      }
    }
  }

  @Test(arguments: [nil, 0, -1, .nan, .infinity] as [Double?])
  func aLengthThatMakesNoSenseShowsNoProgress(_ duration: Double?) {
    #expect(bar(5, of: duration).contains("█") == false)
  }

  @Test(arguments: [-3, .nan, .infinity, -.infinity, 1e300])
  func aPositionThatMakesNoSenseIsHarmless(_ position: Double) {
    #expect(bar(position, of: 10).count == 30)
  }
}
