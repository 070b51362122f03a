import Foundation
import Graphics
import Models
import TestSupport
import Testing

@testable import TerminalUI

@Suite struct StatisticsTextTests {
  private var sample: StatisticsSample {
    var sample = StatisticsSample(date: 1_700_000_000)
    sample.clip = StatisticsSample.ClipFacts(
      title: "clip", time: PlaybackTime(position: 12, duration: 60),
      details: MediaDetails(
        container: "MP4, QuickTime", byteCount: 12_345_678, bitRate: 2_500_000,
        displaySize: PixelSize(width: 1920, height: 1080), frameRate: 29.97, videoCodec: "h264",
        soundFormat: "aac, 48000 Hz, stereo"))
    sample.frames.late = 3
    sample.frames.unasked = 40
    sample.frames.offset = 0.002_3
    sample.frames.lead = 0.045
    sample.shown = 812
    sample.droppedByLink = 12
    sample.shownPerSecond = 24.96
    sample.link.framesPerSecond = 25
    sample.link.bytesPerSecond = 455_000
    sample.link.isAcknowledging = true
    sample.link.roundTrip = 0.041
    sample.link.queueingDelay = 0.003
    sample.link.rate = 1_000_000
    sample.link.frameTolerance = 2.5
    sample.link.byteLimit = 31_000
    for seconds in [0.007, 0.008, 0.012, 0.006] { sample.swipes.add(seconds) }
    sample.memory = 98_400_000
    sample.neighbours = [
      .init(distance: -2, stage: .poster), .init(distance: -1, stage: .opened),
      .init(distance: 1, stage: .ready), .init(distance: 2, stage: .poster),
      .init(distance: 3, stage: .poster), .init(distance: 4, stage: nil),
    ]
    return sample
  }

  private func screen(
    _ columns: Int, _ rows: Int, _ sample: StatisticsSample? = nil,
    behind: Color = .white
  ) -> Surface {
    var surface = Surface(size: CellSize(columns: columns, rows: rows))
    surface.fill(
      surface.bounds, with: Cell(glyph: .upperHalf, foreground: behind, background: behind))
    StatisticsText(sample ?? self.sample).layout(in: surface.bounds).draw(on: &surface)
    return surface
  }

  /// The upper left corner.
  private func corner(_ columns: Int, _ rows: Int, _ sample: StatisticsSample? = nil) -> [String] {
    text(of: screen(columns, rows, sample)).prefix(14).map { String($0.prefix(52)) }
  }

  @Test(arguments: [(80, 22), (120, 38), (200, 58)])
  func largeScreenShowsAllFigures(_ columns: Int, _ rows: Int) {
    expectScreen(
      corner(columns, rows),
      """
      ▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀
      ▀ File     MP4, QuickTime, 12.3 MB, 2.5 Mbit/s
      ▀ Video    h264, 1920×1080, 29.97 fps
      ▀ Sound    aac, 48000 Hz, stereo
      ▀ Shown    812 frames, 25.0 fps
      ▀ Dropped  3 late, 12 link too slow, 40 skipped
      ▀ Bytes    18.2 kB/frame, 455.0 kB/s
      ▀ Quality  colour error ≤ 2.5, at most 31.0 kB/frame
      ▀ A-V      +2 ms, sent 45 ms early
      ▀ Swipe    6 ms, median 8 ms of 4
      ▀ Link     41 ms round trip, 1.0 MB/s, queued 3 ms
      ▀ Memory   98.4 MB
      ▀ Ready    -2 still, -1 open, +1 ready, +2 to +3 sti
      ▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀
      """)
  }

  @Test func smallScreenShowsTheMainFigures() {
    expectScreen(
      text(of: screen(30, 8)),
      """
      ▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀
      ▀ Shown    812 frames       ▀▀
      ▀ Dropped  3 late           ▀▀
      ▀ Bytes    18.2 kB/frame    ▀▀
      ▀ A-V      +2 ms            ▀▀
      ▀ Swipe    6 ms             ▀▀
      ▀ Link     41 ms round trip ▀▀
      ▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀
      """)
  }

  @Test func connectionOfAClipOnAnotherMachineIsShown() {
    var sample = StatisticsSample(date: 0)
    sample.server = ServerStatistics()
    #expect(StatisticsText(sample).lines.last?.parts == ["0 bytes under way"])
    sample.server?.roundTrip = 0.102
    sample.server?.rate = 1_900_000
    sample.server?.bytesUnderWay = 380_000
    let line = StatisticsText(sample).lines.last
    #expect(line?.name == "Server")
    #expect(line?.parts == ["102 ms round trip", "1.9 MB/s", "380.0 kB under way"])
  }

  @Test(arguments: [(19, 8), (30, 3), (1, 1), (0, 0)])
  func below20x4OnlyTheFrameIsShown(_ columns: Int, _ rows: Int) {
    #expect(
      text(of: screen(columns, rows)).allSatisfy { $0.allSatisfy { $0 == "▀" } })
  }

  @Test func unknownFiguresAreOmitted() {
    expectScreen(
      corner(80, 22, StatisticsSample(date: 0)).prefix(7).map(\.self),
      """
      ▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀
      ▀ Shown    0 frames, 0.0 fps                  ▀▀▀▀▀▀
      ▀ Dropped  0 late, 0 link too slow, 0 skipped ▀▀▀▀▀▀
      ▀ Bytes    0 bytes/s                          ▀▀▀▀▀▀
      ▀ Quality  colour error ≤ 0.0, no limit       ▀▀▀▀▀▀
      ▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀
      ▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀
      """)
  }

  /// WCAG 2.1 asks for a contrast of 4.5; on any frame.
  @Test(arguments: [Color.white, .black, Color(red: 255, green: 255, blue: 0)])
  func textIsLegibleOnAnyFrame(_ behind: Color) {
    let surface = screen(80, 22, behind: behind)
    for row in 1..<13 {
      for column in 1..<45 where ![.upperHalf, .space].contains(surface[column, row].glyph) {
        let cell = surface[column, row]
        let ratio =
          (luminance(cell.foreground) + 0.05) / (luminance(cell.background) + 0.05)
        #expect(ratio >= 4.5, "\(column), \(row)")
      }
    }
  }

  @Test(arguments: [Color.white, .black, Color(red: 255, green: 255, blue: 0)])
  func textIsLegibleOnALightBackground(_ behind: Color) {
    var surface = Surface(size: CellSize(columns: 80, rows: 22))
    surface.fill(
      surface.bounds, with: Cell(glyph: .upperHalf, foreground: behind, background: behind))
    StatisticsText(sample).layout(in: surface.bounds)
      .draw(on: &surface, theme: ScreenTheme(lightGround: .white))
    for row in 1..<13 {
      for column in 1..<45 where ![.upperHalf, .space].contains(surface[column, row].glyph) {
        let cell = surface[column, row]
        #expect(cell.foreground.contrast(with: cell.background) >= 4.5, "\(column), \(row)")
        #expect(luminance(cell.foreground) < luminance(cell.background))
      }
    }
  }

  /// Dots of a dithered ground would be taken for text.
  @Test(arguments: [ColorDepth.palette16, .palette8, .mono])
  func fewColorsUseABlackBackground(_ depth: ColorDepth) {
    var surface = screen(80, 22)
    var figures = StatisticsText(sample).layout(in: surface.bounds)
    figures.depth = depth
    figures.draw(on: &surface)
    for row in 1..<13 {
      for column in 1..<40 {
        #expect(surface[column, row].background == .black, "\(column), \(row)")
      }
    }
  }

  /// Relative luminance of sRGB.
  private func luminance(_ color: Color) -> Double {
    func linear(_ value: UInt8) -> Double {
      let share = Double(value) / 255
      return share <= 0.040_45 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(color.red) + 0.7152 * linear(color.green)
      + 0.0722 * linear(color.blue)
  }

  @Test func strangeNumbersAreHarmless() {
    var sample = sample
    for number in [Double.infinity, -.infinity, .nan, 1e300, -1] {
      sample.frames.offset = number
      sample.frames.lead = number
      sample.shownPerSecond = number
      sample.link.framesPerSecond = number
      sample.link.bytesPerSecond = number
      sample.link.rate = number
      sample.link.roundTrip = number
      sample.link.frameTolerance = number
      sample.swipes.add(number)
      #expect(corner(80, 22, sample).contains { $0.contains("Swipe") })
    }
  }
}
