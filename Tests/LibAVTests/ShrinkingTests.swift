import MediaCore
import Models
import TestSupport
import Testing

@testable import LibAV

/// What is left out for frames that are shown much smaller than they are.
@Suite struct ShrinkingTests {
  /// A clip with frames built on both sides, decoded for a small screen and whole.
  @Test(arguments: ["libx264", "libx265"])
  func scaledBlocksHaveNoEdges(_ encoder: String) throws {
    let size = PixelSize(width: 640, height: 384)
    let clip = try TestClips.make(
      "shrunk.mp4",
      ["-f", "lavfi", "-i", "mandelbrot=s=640x384:r=25", "-t", "1"] + [
        "-c:v", encoder, "-preset", "veryfast", "-crf", "28", "-bf", "3", "-pix_fmt", "yuv420p",
      ])
    let rough = try open(clip)
    let whole = try open(clip)
    var error = FrameError()
    for _ in 0..<20 {
      guard case .value = try rough.nextFrame(), case .value = try whole.nextFrame() else {
        break
      }
      let shown = small(rough)
      let wanted = small(whole)
      // At full size nothing is left out of the next frame.
      whole.render(into: PixelBuffer(size: size), showing: .whole)
      error += shown.withPixels { FrameError(of: Array($0), from: wanted) }
    }
    #expect(error.decibels >= 45)
  }

  private func small(_ source: any MediaSource) -> PixelBuffer {
    let target = PixelBuffer(size: PixelSize(width: 128, height: 76))
    source.render(into: target, showing: .whole)
    return target
  }
}
