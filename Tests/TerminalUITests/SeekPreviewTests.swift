import AppFeature
import Graphics
import Models
import TerminalCore
import Testing

@testable import TerminalUI

/// What the pointer sees on the seek bar, at each size of screen.
extension ScreenTests {
  private func hovering(at fraction: Double, isAwake: Bool = true) -> App.State {
    var state = clipState()
    state.controls.hover = fraction
    state.controls.isAwake = isAwake
    return state
  }

  private func screen(
    _ state: App.State, columns: Int, rows: Int, frame: PixelSize?, chapters: [Chapter] = [],
    symbols: SymbolSet = .unicode
  ) -> [String] {
    let layout = ScreenLayout(size: CellSize(columns: columns, rows: rows))
    let drawing = ScreenDrawing(layout: layout, symbols: symbols)
    let time = PlaybackTime(position: 30, duration: 120)
    var surface = Surface(size: layout.size)
    let model = ScreenModel(state)
    var preview = drawing.seekPreview(model, time: time, chapters: chapters)
    preview?.frame = frame.map { PixelBuffer(size: $0) }
    drawing.drawFrame(model, frame: nil, preview: preview, spinnerPhase: 0, into: &surface)
    var bar = drawing.seekBar(model, time: time)
    bar.chapters = chapters
    return text(of: surface, chrome: drawing.chrome(model, time: time, bar: bar))
  }

  @Test func previewHasThumbnailTimeAndChapter() {
    let chapters = [
      Chapter(start: 0, end: 60, title: "The river"),
      Chapter(start: 60, end: 120, title: "The sea"),
    ]
    expectScreen(
      Array(
        screen(
          hovering(at: 0.75), columns: 80, rows: 24, frame: PixelSize(width: 20, height: 12),
          chapters: chapters
        ).suffix(9)),
      """
                                                     ▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀
                                                     ▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀
                                                     ▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀
                                                     ▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀
                                                     ▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀
                                                     ▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀
                                                        1:30  The sea
       river.mp4
       ▶ 0:30 ████████████████▌────────────────│──────────────────────────────── 2:00
      """)
  }

  @Test func previewStaysOnScreen() {
    let size = PixelSize(width: 32, height: 20)
    let left = screen(hovering(at: 0), columns: 120, rows: 40, frame: size)
    #expect(left[27].hasPrefix(" ▀▀▀"))
    #expect(left[37].trimmed == "0:00")
    let right = screen(hovering(at: 1), columns: 120, rows: 40, frame: size)
    #expect(right[27].hasSuffix("▀▀▀ "))
    #expect(right[37].trimmed == "2:00")
  }

  @Test func smallScreenPreviewIsTheTime() {
    expectScreen(
      Array(screen(hovering(at: 0.5), columns: 30, rows: 10, frame: nil).suffix(3)),
      """
                    1:00
       river.mp4
       ▶ 0:30 ████──────────── 2:00
      """)
  }

  @Test func everyPreviewSizeIsDrawn() {
    for columns in [1, 7, 20, 21, 40, 200] {
      for rows in [1, 6, 7, 12, 60] {
        for fraction in [0, 0.5, 1] {
          for frame in [nil, PixelSize(width: 0, height: 0), PixelSize(width: 90, height: 90)] {
            let lines = screen(
              hovering(at: fraction), columns: columns, rows: rows, frame: frame)
            #expect(lines.count == rows)
          }
        }
      }
    }
  }

  @Test func barFadesDuringPlayback() {
    var state = clipState()
    state.controls.isAwake = false
    let rows = screen(state, columns: 80, rows: 24, frame: nil)
    #expect(rows.count == 24)
    #expect(rows[22].hasPrefix(" river.mp4"))
    #expect(rows[23].trimmed == "")
    state = clipState { $0.play = .paused }
    state.controls.isAwake = false
    #expect(screen(state, columns: 80, rows: 24, frame: nil)[23].hasPrefix(" ‖ 0:30 ━"))
    state = clipState()
    state.controls.isAwake = false
    state.controls.grip = 0.5
    #expect(screen(state, columns: 80, rows: 24, frame: nil)[23].hasPrefix(" ▶ 1:00 █"))
  }

  @Test func permanentBarStays() {
    var state = clipState()
    state.controls = Controls.State(isPermanent: true)
    state.controls.isAwake = false
    #expect(screen(state, columns: 80, rows: 24, frame: nil)[23].hasPrefix(" ▶ 0:30 ━"))
    #expect(screen(state, time: PlaybackTime(isStill: true))[9].trimmed == "")
    var article = articleState()
    article.controls = state.controls
    #expect(screen(article) == screen(articleState()))
  }

  @Test(arguments: [(30, 10), (80, 24), (120, 40), (200, 60)])
  func theBarAtEachSize(_ columns: Int, _ rows: Int) {
    var state = clipState()
    state.feed.loopMode = .feed
    state.speed.change(by: 1)
    state.sound.isMuted = true
    let row = screen(state, columns: columns, rows: rows, frame: nil)[rows - 1]
    #expect(row.count == columns)
    let end = columns > 40 ? " 2:00 loop: feed 1.25x muted " : " 2:00 "
    #expect(row.hasPrefix(" ▶ 0:30 ━") && row.hasSuffix("─\(end)"))
    let ascii = screen(state, columns: columns, rows: rows, frame: nil, symbols: .ascii)[rows - 1]
    #expect(ascii.hasPrefix(" > 0:30 =") && ascii.hasSuffix("-\(end)"))
  }
}

extension String {
  fileprivate var trimmed: String { split(separator: " ").joined(separator: " ") }
}
