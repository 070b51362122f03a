import AppFeature
import Graphics
import Models
import TerminalCore
import Testing

@testable import TerminalUI

@Suite struct SeekBarTests {
  private func bar(_ position: Double, of duration: Double?, columns: Int = 30) -> String {
    SeekBar(
      time: PlaybackTime(position: position, duration: duration), isPlaying: true, isThick: true
    )
    .line(columns: columns).map(\.text.string).joined()
  }

  @Test func restingBarIsALineToHalfACell() {
    func bar(_ position: Double) -> ChromeLine {
      SeekBar(time: PlaybackTime(position: position, duration: 128), isPlaying: true)
        .line(columns: 30)
    }
    #expect(bar(3).map(\.text.string) == [" ▶ 0:03 ", "────────────────", " 2:08 "])
    #expect(bar(13).map(\.text.string) == [" ▶ 0:13 ", "━╾", "──────────────", " 2:08 "])
    #expect(bar(13).map(\.style) == [[], .accent, .dim, []])
    #expect(bar(128).map(\.text.string) == [" ▶ 2:08 ", "━━━━━━━━━━━━━━━━", " 2:08 "])
  }

  @Test func excerptMarksTheOthers() {
    var bar = SeekBar(time: PlaybackTime(position: 2480, duration: 3730), isPlaying: true)
    bar.excerptStarts = [100, 1_000, 2_480, 3_000]
    #expect(
      bar.line(columns: 60).map(\.text.string).joined()
        == " ▶   41:20 ━│━━━━━━━━│━━━━━━━━━━━━━━━╾─────│─────── 1:02:10 ")
  }

  @Test func pieceTellsOfItsFilm() throws {
    let address = try #require(RemoteAddress("https://example.org/film.mkv"))
    var bar = SeekBar(time: PlaybackTime(position: 3, duration: 6), isPlaying: true)
    bar.film = Film(location: .remote(address), duration: 3730)
    #expect(
      bar.line(columns: 60).map(\.text.string).joined().hasSuffix(" 0:06 whole film: 1:02:10 "))
    bar.filmKey = "f"
    #expect(
      bar.line(columns: 60).map(\.text.string).joined().hasSuffix(" 0:06 f whole film: 1:02:10 "))
    bar.filmKey = nil
    bar.film?.duration = nil
    #expect(bar.line(columns: 60).map(\.text.string).joined().hasSuffix(" 0:06 whole film "))
    #expect(!bar.line(columns: 24).map(\.text.string).joined().contains("film"))
  }

  @Test func recordingTellsTheTimeOfDay() {
    var bar = SeekBar(time: PlaybackTime(position: 80, duration: 3730), isPlaying: true)
    bar.timeOfDay = "14:03:22"
    #expect(bar.line(columns: 60).map(\.text.string).joined().hasPrefix(" ▶    1:20 14:03:22 "))
    // On a narrow screen, the bar matters more.
    #expect(!bar.line(columns: 59).map(\.text.string).joined().contains("14:03"))
  }

  @Test func barIsPreciseToAnEighthOfACell() {
    // " ▶ 0:00 " and " 2:08 " leave sixteen cells of thirty: 128 steps of a second.
    #expect(bar(0, of: 128) == " ▶ 0:00 ──────────────── 2:08 ")
    #expect(bar(1, of: 128) == " ▶ 0:01 ▏─────────────── 2:08 ")
    #expect(bar(13, of: 128) == " ▶ 0:13 █▋────────────── 2:08 ")
    #expect(bar(127, of: 128) == " ▶ 2:07 ███████████████▉ 2:08 ")
    #expect(bar(128, of: 128) == " ▶ 2:08 ████████████████ 2:08 ")
  }

  @Test func cellStepBarHasNoPartialCells() {
    #expect(bar(1.1, of: 2) == " ▶ 0:01 ████████──────── 0:02 ")
  }

  @Test(
    arguments: [
      (32, 64, " ▶ 0:00 ────[───]─────── 2:08 "), (32, nil, " ▶ 0:00 ────[─────────── 2:08 "),
      (nil, 128, " ▶ 0:00 ───────────────] 2:08 "), (32, 33, " ▶ 0:00 ────[]────────── 2:08 "),
      (128, 1000, " ▶ 0:00 ──────────────[] 2:08 "),
    ] as [(Double?, Double?, String)])
  func marksOfAPartAreOnTheBar(_ inPoint: Double?, _ outPoint: Double?, _ line: String) {
    var bar = SeekBar(time: PlaybackTime(position: 0, duration: 128), isPlaying: true)
    bar.review = Review(inPoint: inPoint, outPoint: outPoint)
    #expect(bar.line(columns: 30).map(\.text.string).joined() == line)
    bar.isThick = true
    #expect(bar.line(columns: 30).map(\.text.string).joined() == line)
    bar.time.duration = nil
    #expect(!bar.line(columns: 30).map(\.text.string).joined().contains { "[]".contains($0) })
  }

  @Test func columnsMapToTimes() {
    let bar = SeekBar(time: PlaybackTime(position: 0, duration: 128), isPlaying: true)
    #expect(bar.fraction(atColumn: 7, columns: 30) == nil)
    #expect(bar.fraction(atColumn: 8, columns: 30) == 0.5 / 16)
    #expect(bar.fraction(atColumn: 16, columns: 30) == 8.5 / 16)
    #expect(bar.fraction(atColumn: 23, columns: 30) == 15.5 / 16)
    #expect(bar.fraction(atColumn: 24, columns: 30) == nil)
    #expect(bar.fraction(atColumn: 9, columns: 5) == nil)
  }

  @Test func handleLeavesTheBarInPlace() {
    let bar = SeekBar(time: PlaybackTime(position: 0, duration: 128), isPlaying: true)
    #expect(bar.fraction(atColumn: 0, columns: 30, isHeld: true) == 0)
    #expect(bar.fraction(atColumn: 8, columns: 30, isHeld: true) == 0.5 / 16)
    #expect(bar.fraction(atColumn: 29, columns: 30, isHeld: true) == 1)
    let endless = SeekBar(time: PlaybackTime(position: 3), isPlaying: true)
    #expect(endless.fraction(atColumn: 16, columns: 30) == nil)
    #expect(endless.fraction(atColumn: 16, columns: 30, isHeld: true) == nil)
  }

  @Test func barStaysWhileTheTimeTextGrows() {
    #expect(bar(0, of: 3661) == " ▶    0:00 ────────── 1:01:01 ")
    #expect(bar(600, of: 3661) == " ▶   10:00 █▋──────── 1:01:01 ")
    #expect(bar(3600, of: 3661) == " ▶ 1:00:00 █████████▊ 1:01:01 ")
  }

  @Test func restingBarShowsTheFrame() {
    func line(_ position: Double, columns: Int = 50, rate: Double? = 30, isPlaying: Bool = false)
      -> String
    {
      let time = PlaybackTime(position: position, duration: 128, frameRate: rate)
      return SeekBar(time: time, isPlaying: isPlaying).line(columns: columns)
        .map(\.text.string).joined()
    }
    #expect(line(0) == " ‖ 0:00.00 ────────────────────── 2:08 frame    0 ")
    #expect(line(97 / 30) == " ‖ 0:03.23 ╾───────────────────── 2:08 frame   97 ")
    #expect(line(128) == " ‖ 2:08.00 ━━━━━━━━━━━━━━━━━━━━━━ 2:08 frame 3839 ")
    #expect(line(97 / 30, columns: 30) == " ‖ 0:03.23 ───────────── 2:08 ")
    #expect(line(97 / 30, columns: 30, rate: nil) == " ‖ 0:03 ──────────────── 2:08 ")
    #expect(line(97 / 30, columns: 30, isPlaying: true) == " ▶ 0:03 ──────────────── 2:08 ")
  }

  @Test func liveStreamShowsLIVE() {
    var time = PlaybackTime(position: 128, duration: 128, isLive: true)
    func line() -> String {
      SeekBar(time: time, isPlaying: true).line(columns: 30).map(\.text.string).joined()
    }
    #expect(line() == " ▶ 2:08 ━━━━━━━━━━━━━━━━ live ")
    time.duration = nil
    #expect(line() == " ▶ 2:08 ──────────────── live ")
  }

  @Test func chaptersAreTicks() {
    var bar = SeekBar(time: PlaybackTime(position: 40, duration: 128), isPlaying: true)
    bar.chapters = [0, 24, 44, 72].map { Chapter(start: $0, end: $0, title: "") }
    let thin = bar.line(columns: 30)
    #expect(thin.map(\.text.string).joined() == " ▶ 0:40 ━━━│━│───│────── 2:08 ")
    #expect(thin.map(\.style) == [[], .accent, [], .dim, [], .dim, []])
    bar.isThick = true
    let line = bar.line(columns: 30)
    #expect(line.map(\.text.string).joined() == " ▶ 0:40 ███│█│───│────── 2:08 ")
    let styles = line.filter { $0.text.string == "│" }.map(\.style)
    #expect(styles == [[.accent, .track, .mark], [.track, .mark], [.track, .mark]])
    bar.symbols = .ascii
    #expect(
      bar.line(columns: 30).map(\.text.string).joined() == " > 0:40 ===|=|---|------ 2:08 ")
  }

  @Test func bufferedRangeIsLighter() {
    let time = PlaybackTime(position: 12, duration: 128, buffered: 12...64)
    var bar = SeekBar(time: time, isPlaying: true)
    let thin = bar.line(columns: 30)
    #expect(thin.map(\.text.string) == [" ▶ 0:12 ", "━╾", "━━━━━━────────", " 2:08 "])
    #expect(thin[2].style == .dim)
    bar.isThick = true
    let spans = bar.line(columns: 30)
    #expect(
      spans.map(\.text.string) == [" ▶ 0:12 ", "█", "▌", "━━━━━━", "────────", " 2:08 "])
    #expect(spans[2].style == [.accent, .buffered])
    #expect(spans[3].style == .buffered)
    #expect(spans[4].style == .track)
  }

  @Test func unusualStateFollowsTheDurationIfItFits() {
    var bar = SeekBar(time: PlaybackTime(position: 0, duration: 128), isPlaying: true)
    func right(_ columns: Int) -> String {
      let text = bar.line(columns: columns).map(\.text.string).joined()
      #expect(text.count == columns)
      return String(text[(text.lastIndex(of: "─") ?? text.startIndex)...].dropFirst())
    }
    #expect(right(40) == " 2:08 ")
    bar.states.loopMode = .off
    bar.states.speed.change(by: 2)
    bar.states.sound.volume = 65
    #expect(right(60) == " 2:08 loop: off 1.5x vol 65 % ")
    #expect(right(48) == " 2:08 1.5x vol 65 % ")
    #expect(right(36) == " 2:08 vol 65 % ")
    #expect(right(28) == " 2:08 ")
    bar.states.sound.isMuted = true
    #expect(right(60) == " 2:08 loop: off 1.5x muted ")
    // The title's row says why.
    bar.states.sound.remoteHost = "attic"
    #expect(right(60) == " 2:08 loop: off 1.5x ")
  }

  @Test func toastReplacesItsBadge() {
    var bar = SeekBar(time: PlaybackTime(position: 0, duration: 128), isPlaying: true)
    bar.states.loopMode = .off
    bar.states.speed.change(by: 2)
    bar.states.sound.volume = 65
    func right(_ message: Toast.Message?) -> String {
      bar.states.message = message
      let text = bar.line(columns: 60).map(\.text.string).joined()
      #expect(text.count == 60)
      return String(text[(text.lastIndex(of: "─") ?? text.startIndex)...].dropFirst())
    }
    #expect(right(nil) == " 2:08 loop: off 1.5x vol 65 % ")
    #expect(right(.loop(.off)) == " 2:08           1.5x vol 65 % ")
    #expect(right(.speed(bar.states.speed)) == " 2:08 loop: off      vol 65 % ")
    #expect(right(.volume(65)) == " 2:08 loop: off 1.5x          ")
    #expect(right(.fit(.fill)) == " 2:08 loop: off 1.5x vol 65 % ")
    bar.states.sound.isMuted = true
    #expect(right(.muted(true)) == " 2:08 loop: off 1.5x       ")
  }

  @Test func withoutBlocksTheBarIsASCII() {
    let bar = SeekBar(
      time: PlaybackTime(position: 64, duration: 128), isPlaying: false, symbols: .ascii)
    #expect(
      bar.line(columns: 30).map(\.text.string).joined() == " | 1:04 ========-------- 2:08 ")
  }

  @Test func rowIsFilledExactly() {
    for columns in 12...200 {
      for position in stride(from: 0.0, through: 60, by: 7.3) {
        #expect(bar(position, of: 60, columns: columns).count <= columns)
        if columns >= 20 { #expect(bar(position, of: 60, columns: columns).count == columns) }
      }
    }
  }

  @Test(arguments: [nil, 0, -1, .nan, .infinity] as [Double?])
  func senselessDurationShowsNoProgress(_ duration: Double?) {
    #expect(bar(5, of: duration).contains("█") == false)
  }

  @Test(arguments: [-3, .nan, .infinity, -.infinity, 1e300])
  func senselessPositionIsHarmless(_ position: Double) {
    #expect(bar(position, of: 10).count == 30)
  }
}
