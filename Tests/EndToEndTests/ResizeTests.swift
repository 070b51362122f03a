import Models
import Platform
import TestSupport
import Testing

/// What a terminal shows when its size changes in the middle of a clip.
@Suite(.ownThreads) struct ResizeTests {
  /// The frame is of one colour, so any cell of it that differs is a tear.
  @Test(arguments: [PixelSize(width: 320, height: 180), PixelSize(width: 180, height: 320)])
  func frameIsCompleteSoonAfterAResize(_ shape: PixelSize) throws {
    let folder = try ScratchFolder()
    let clip = folder.file("plain.mp4")
    try FFmpegCommand.makeClip(clip, source: "color=c=0x3080c0", size: shape, duration: 4)
    // Large enough for its first frame to measure the link: of an unknown one, frames are cut.
    let flick = try FlickProcess([clip], size: CellSize(columns: 200, rows: 60))
    #expect(flick.waitUntil { Self.isWhole($0, shape) })
    flick.run(for: 0.3)
    let sizes = [(120, 40), (60, 20), (140, 24), (80, 50), (100, 30), (30, 10), (200, 60)]
    for (columns, rows) in sizes {
      let size = CellSize(columns: columns, rows: rows)
      // Right after a step of the seek bar no frame of the old size is in flight; none arrives
      // while the bar is hidden.
      let before = flick.model.synchronizedUpdateCount
      _ = flick.waitUntil(timeout: 0.5) { $0.synchronizedUpdateCount > before }
      let updates = flick.model.synchronizedUpdateCount
      flick.resize(size)
      // How the terminal itself rearranges its cells is not under test. A terminal that a busy machine makes
      // slow gets the frame in parts.
      let isWhole = flick.waitUntil(timeout: 10) { model in
        !model.isInsideSynchronizedUpdate && model.synchronizedUpdateCount > updates
          && Self.isWhole(model, shape)
      }
      #expect(isWhole, "\(size)")
      flick.run(for: 0.2)
      #expect(Self.isWhole(flick.model, shape), "\(size) later")
    }
    flick.press(.character("q"))
    #expect(flick.problemsAfterExit(.status(0)) == [])
  }

  /// Whether the frame fills its area, in whole cells.
  private static func isWhole(_ model: TerminalModel, _ shape: PixelSize) -> Bool {
    let rows = model.size.rows - 2
    let area = FrameArea(
      size: PixelSize(width: model.size.columns, height: rows * 2),
      unit: PixelSize(width: 1, height: 2))
    let size = area.placing(shape).size
    let left = (area.size.width - size.width) / 2
    let top = (area.size.height - size.height) / 4 * 2
    let frame = model.pixels.cropped(
      x: left..<(left + size.width), y: top..<(top + size.height))
    return frame.pixels.allSatisfy { pixel in
      guard let pixel else { return false }
      return pixel & 0xFF > 150 && pixel >> 16 < 90
    }
  }
}
