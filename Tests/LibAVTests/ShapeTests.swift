import MediaCore
import Models
import TestSupport
import Testing

@Suite struct ShapeTests {
  @Test func anamorphicPixelsAreWidened() throws {
    let clip = try TestClips.make(
      "wide.mp4",
      TestClips.pattern(PixelSize(width: 80, height: 96), filters: ",setsar=2") + TestClips.h264)
    let source = try open(clip)
    #expect(source.info.displaySize == PixelSize(width: 160, height: 96))
    #expect(source.info.codedSize == PixelSize(width: 80, height: 96))
  }

  @Test func readsTheCodecsSampleAspectRatio() throws {
    // MPEG-TS has no field for it.
    let clip = try TestClips.make(
      "wide.ts",
      TestClips.pattern(PixelSize(width: 80, height: 96), filters: ",setsar=2") + TestClips.h264)
    #expect(try open(clip).info.displaySize == PixelSize(width: 160, height: 96))
  }

  @Test func appliesTheSampleAspectBeforeTurning() throws {
    let wide = try TestClips.make(
      "wide-turned.mp4",
      TestClips.pattern(PixelSize(width: 80, height: 96), filters: ",setsar=2") + TestClips.h264)
    let turned = try TestClips.turned(degrees: 90, wide)
    #expect(try open(turned).info.displaySize == PixelSize(width: 96, height: 160))
  }

  @Test func reportsDecoderMemory() throws {
    let small = try open(TestClips.portrait()).info.estimatedMemory
    #expect(small == 96 * 160 * 3 / 2 * 10 + 3 << 20)
    let deep = try open(
      FormatCase.all.first { $0.name == "f10.mp4" }.map { try $0.clip() }
        ?? TestClips.portrait())
    _ = try deep.nextFrame()
    #expect(deep.info.estimatedMemory == 160 * 96 * 3 / 2 * 2 * 10 + 3 << 20)
  }

  @Test func drawsNothingBeforeTheFirstFrame() throws {
    let source = try open(TestClips.portrait())
    let frame = DecodedFrame(source, PixelSize(width: 4, height: 4))
    #expect(frame.pixels.allSatisfy { $0 == 0xFF_55AA })
  }

  @Test(arguments: [
    PixelSize(width: 1, height: 1), PixelSize(width: 3, height: 200),
    PixelSize(width: 640, height: 2), PixelSize(width: 500, height: 300),
  ])
  func scalesToAnySize(_ size: PixelSize) throws {
    let source = try open(TestClips.portrait())
    _ = try source.nextFrame()
    #expect(DecodedFrame(source, size).pixels.allSatisfy { $0 >> 24 == 0 && $0 != 0xFF_55AA })
  }
}
