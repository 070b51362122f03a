import Models
import TestSupport
import Testing

/// A frame much wider than the screen.
@Suite(.ownThreads) struct PanoramaTests {
  @Test func panoramaInFillModePansUntilPaused() throws {
    let folder = try ScratchFolder()
    let path = folder.file("wide.png")
    // Seven colour bars.
    try FFmpegCommand.run([
      "-f", "lavfi", "-i", "smptebars=s=4000x400", "-frames:v", "1", path,
    ])
    let flick = try FlickProcess(["--only", path])
    // Without replies the link counts as fast, however busy the machine is.
    flick.answersQueries = false
    #expect(flick.waitUntil { $0.contains("wide.png") })
    #expect(flick.waitUntilQuiet(for: 1))
    flick.press(.character("z"))
    #expect(flick.waitUntil { $0.contains("fill") })
    let filled = flick.output.count
    #expect(flick.waitUntil { _ in flick.output.count > filled + 20_000 })
    flick.press(.space)
    #expect(flick.waitUntil { $0.contains("paused") })
    #expect(flick.waitUntilQuiet(for: 1))
    flick.press(.space)
    let held = flick.output.count
    #expect(flick.waitUntil { _ in flick.output.count > held + 20_000 })
    #expect(flick.quit() == .status(0))

    let still = try FlickProcess(["--only", "--no-animation", path])
    #expect(still.waitUntil { $0.contains("wide.png") })
    still.press(.character("z"))
    #expect(still.waitUntil { $0.contains("fill") })
    #expect(still.waitUntilQuiet(for: 2))
    #expect(still.quit() == .status(0))
  }
}
