import Models
import Testing

@Suite struct RotationTests {
  private let all = [Rotation.none, .right, .upsideDown, .left]

  private func pixels(_ buffer: PixelBuffer) -> [UInt32] { buffer.withPixels(Array.init) }

  @Test func quarterTurnIsClockwise() {
    let frame = PixelBuffer(size: PixelSize(width: 3, height: 2), pixels: [1, 2, 3, 4, 5, 6])
    let turned = frame.rotated(.right)
    #expect(turned.size == PixelSize(width: 2, height: 3))
    #expect(pixels(turned) == [4, 1, 5, 2, 6, 3])
    #expect(pixels(frame.rotated(.upsideDown)) == [6, 5, 4, 3, 2, 1])
    #expect(pixels(frame.rotated(.left)) == [3, 6, 2, 5, 1, 4])
  }

  @Test func turnsAdd() {
    let frame = PixelBuffer(size: PixelSize(width: 3, height: 2), pixels: [1, 2, 3, 4, 5, 6])
    for first in all {
      #expect(first.next.after(first) == .right)
      #expect(frame.size.rotated(first) == frame.rotated(first).size)
      for second in all {
        #expect(
          pixels(frame.rotated(first).rotated(second.after(first)))
            == pixels(frame.rotated(second)))
      }
    }
  }

  /// A region of a rotated frame shows the same pixels.
  @Test func regionsTurnWithTheFrame() {
    let region = FrameRegion(x: 0.25, y: 0, width: 0.5, height: 1)
    #expect(region.rotated(.right) == FrameRegion(x: 0, y: 0.25, width: 1, height: 0.5))
    let corner = FrameRegion(x: 0, y: 0, width: 0.25, height: 0.5)
    #expect(corner.rotated(.right) == FrameRegion(x: 0.5, y: 0, width: 0.5, height: 0.25))
    #expect(corner.rotated(.upsideDown) == FrameRegion(x: 0.75, y: 0.5, width: 0.25, height: 0.5))
    #expect(corner.rotated(.left) == FrameRegion(x: 0, y: 0.75, width: 0.5, height: 0.25))
  }
}
