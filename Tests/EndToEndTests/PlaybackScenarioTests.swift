import Glibc
import Graphics
import Models
import TestSupport
import Testing

@Suite(.ownThreads) struct PlaybackScenarioTests {
  let clips: Clips

  init() throws {
    clips = try Clips.shared.get()
  }

  @Test func pausingKeepsTheFrameAndSendsNothing() throws {
    let flick = try FlickProcess([clips.path(0)])
    #expect(flick.waitForClip(0))
    flick.press(.space)
    #expect(flick.waitUntil { $0.contains("‖") })
    #expect(flick.waitUntilQuiet(for: 1))
    flick.press(.space)
    #expect(flick.waitUntil { !$0.contains("‖") })
    let before = flick.output.count
    #expect(flick.waitUntil { _ in flick.output.count > before + 10_000 })
    flick.press(.character("q"))
    #expect(flick.problemsAfterExit(.status(0)) == [])
  }

  @Test func seekingMovesThePosition() throws {
    let flick = try FlickProcess(["--loop", "off", clips.path(0)])
    #expect(flick.waitForClip(0))
    flick.press(.space)
    #expect(flick.waitUntil { $0.contains("‖") })
    flick.press(.character("7"))
    #expect(flick.waitForBar("0:02"))
    flick.press(.left)
    #expect(flick.waitForBar("0:00"))
    flick.press(.right)
    #expect(
      flick.waitUntil { model in
        let first = model.cell(column: 12, row: model.size.rows - 1)
        return (flick.seekBar.contains("0:02") || flick.seekBar.contains("0:03"))
          && first.text == "━"
      })
    flick.press(.character("q"))
    #expect(flick.problemsAfterExit(.status(0)) == [])
  }

  /// Subtitles come from a file beside the clip, with their styles, and can be turned off.
  @Test func subtitlesBesideAClipAreShown() throws {
    let folder = try ScratchFolder()
    let path = folder.file("clip.mp4")
    _ = try Command.run("cp", [clips.path(0), path])
    let text = "1\n00:00:00,000 --> 00:00:09,000\nMind <i>the</i> <b>gap</b>\n"
    _ = try Command.run(
      "sh", ["-c", "printf %s \"$1\" > \"$2\"", "sh", text, folder.file("clip.en.srt")])
    let flick = try FlickProcess([path])
    #expect(flick.waitForBar("0:01"))
    flick.press(.character("c"))
    #expect(flick.waitUntil { $0.contains("subtitles: en") && $0.contains("Mind the gap") })
    let (model, words) = (flick.model, "Mind the gap")
    let row = try #require(
      (0..<model.size.rows).first { model.text(row: $0).contains(words) })
    let first = (model.size.columns - words.count) / 2
    let cells = (first..<first + words.count).map { model.cell(column: $0, row: row) }
    #expect(cells.map(\.text).joined() == words)
    #expect(cells.filter(\.isItalic).map(\.text) == ["t", "h", "e"])
    #expect(cells.filter(\.isBold).map(\.text) == ["g", "a", "p"])
    flick.press(.character("c"))
    #expect(flick.waitUntil { $0.contains("subtitles: off") && !$0.contains(words) })
    flick.press(.character("q"))
    #expect(flick.problemsAfterExit(.status(0)) == [])
  }

  /// An audio file is visualised: loud beeps on the left channel only.
  @Test func audioIsVisualised() throws {
    let folder = try ScratchFolder()
    let path = folder.file("song.wav")
    try FFmpegCommand.run([
      "-f", "lavfi", "-i", "aevalsrc='0.9*sin(2*PI*1000*t)*lt(mod(t,1),0.5)|0':s=48000:d=20", path,
    ])
    let flick = try FlickProcess([path])
    #expect(
      flick.waitUntil { model in
        let pixels = model.pixels
        // To a slow terminal, black is sent about black.
        func lit(_ rows: Range<Int>) -> Int {
          pixels.cropped(x: 2..<78, y: rows).pixels.count { ($0 ?? 0) & 0xC0_C0C0 != 0 }
        }
        return lit(4..<20) > 400 && lit(25..<44) == 0
      })
    flick.press(.space)
    #expect(flick.waitUntil { $0.contains("‖") })
    flick.press(.character("-"))
    #expect(flick.waitUntil { $0.contains("volume") && $0.contains("95 %") })
    flick.press(.character("q"))
    #expect(flick.problemsAfterExit(.status(0)) == [])
  }

  @Test func loopModeFeedAdvancesToTheNextClip() throws {
    let flick = try FlickProcess(["--loop", "feed", clips.path(0)])
    #expect(flick.waitForClip(0))
    flick.press(.character("9"))
    #expect(flick.waitForClip(1))
    flick.press(.character("q"))
    #expect(flick.problemsAfterExit(.status(0)) == [])
  }

  @Test func clipLoops() throws {
    let flick = try FlickProcess([clips.path(0)])
    #expect(flick.waitForClip(0))
    flick.press(.character("9"))
    #expect(flick.waitForBar("0:02"))
    #expect(flick.waitForBar("0:00"))
    #expect(flick.waitForBar("0:01"))
    flick.press(.character("q"))
    #expect(flick.problemsAfterExit(.status(0)) == [])
  }

  /// Compares the first frame of a paused clip with ffmpeg's.
  @Test(arguments: [
    (0, 320.0, 180.0), (1, 180.0, 320.0), (2, 180.0, 320.0), (3, 320.0, 180.0),
  ])
  func firstFrameMatchesFFmpeg(_ index: Int, _ width: Double, _ height: Double) throws {
    let flick = try FlickProcess([clips.path(index)], size: CellSize(columns: 100, rows: 32))
    #expect(flick.waitForClip(index))
    flick.press(.space)
    #expect(flick.waitUntil { $0.contains("‖") })
    flick.press(.character("0"))

    let area = PixelSize(width: 100, height: 60)
    let size = FrameArea(size: area).fitting(width: width, height: height)
    let left = (area.width - size.width) / 2
    let top = (area.height - size.height) / 2
    let wanted = try #require(
      try FFmpegCommand.frames(of: clips.path(index), size: size).first)
    var ratio = 0.0
    let isGood = flick.waitUntil(timeout: 10) { model in
      ratio = model.pixels.cropped(x: left..<(left + size.width), y: top..<(top + size.height))
        .psnr(against: wanted)
      return ratio >= 38
    }
    #expect(isGood, "\(ratio) dB")
    flick.press(.character("q"))
    #expect(flick.problemsAfterExit(.status(0)) == [])
  }

  @Test(arguments: ["256", "16", "8", "mono"])
  func everyColourDepthShowsAFrame(_ depth: String) throws {
    let flick = try FlickProcess(["--color", depth, clips.path(1)])
    #expect(flick.waitForClip(1))
    #expect(
      flick.waitUntil { model in
        (0..<22).contains { row in model.text(row: row).contains { $0 == "▀" || $0 == "▄" } }
      })
    #expect(!String(decoding: flick.output, as: UTF8.self).contains("38;2;"))
    flick.press(.character("q"))
    #expect(flick.problemsAfterExit(.status(0)) == [])
  }

  @Test func resizingRefitsTheFrame() throws {
    let flick = try FlickProcess([clips.path(0)])
    #expect(flick.waitForClip(0))
    for size in [
      CellSize(columns: 120, rows: 40), CellSize(columns: 10, rows: 3),
      CellSize(columns: 1, rows: 1),
      CellSize(columns: 60, rows: 20),
    ] {
      flick.resize(size)
      flick.run(for: 0.1)
    }
    #expect(flick.waitUntil { _ in flick.titleBar.contains(Clips.names[0]) })
    // 60 x 36 pixels hold a frame of 60 x 34, which includes the outermost columns.
    #expect(
      flick.waitUntil { model in
        let pixels = model.pixels.cropped(x: 0..<60, y: 4..<30)
        return pixels.pixels.count { ($0 ?? 0) != 0 } > pixels.pixels.count / 2
      })
    flick.press(.character("q"))
    #expect(flick.problemsAfterExit(.status(0)) == [])
  }

  @Test(arguments: ["xterm-256color", "tmux-256color", "screen-256color", "vt220", "no-such-term"])
  func everyTerminalTypeWorks(_ name: String) throws {
    let flick = try FlickProcess(
      [clips.folder.path], environment: ["TERM": name, "COLORTERM": String?.none])
    #expect(flick.waitForClip(0))
    flick.type(Array("\u{1B}OB".utf8))
    #expect(flick.waitForClip(1))
    flick.press(.up)
    #expect(flick.waitForClip(0))
    flick.press(.character("q"))
    #expect(flick.problemsAfterExit(.status(0)) == [])
  }
}
