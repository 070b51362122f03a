import MediaCore
import Models
import TestSupport
import Testing

@Suite struct InterlacedTests {
  /// Black in one field and white in the other, as far apart as what moves can be.
  private func clip(isTopFirst: Bool) throws -> FilePath {
    try TestClips.make(
      "fields-\(isTopFirst).mp4",
      [
        "-f", "lavfi", "-i",
        "color=black:s=96x96:r=25:d=0.4,format=yuv420p,"
          + "geq=lum='if(mod(Y,2),235,16)':cb=128:cr=128",
        // Not with the frame's source, which forgets it.
        "-vf", "setfield=\(isTopFirst ? "tff" : "bff")", "-c:v", "libx264", "-preset", "ultrafast",
        "-crf", "4", "-flags", "+ildct+ilme",
        "-x264opts", isTopFirst ? "tff=1" : "bff=1",
      ])
  }

  /// A height that leaves the second field a line of chroma less than the first.
  @Test func theSecondFieldEndsWithinTheFrame() throws {
    let clip = try TestClips.make(
      "fields.mkv",
      [
        "-f", "lavfi", "-i",
        "color=black:s=96x54:r=25:d=0.2,format=yuv420p,"
          + "geq=lum='if(mod(Y,2),235,16)':cb=128:cr=128,setfield=bff",
        "-c:v", "rawvideo", "-field_order", "bb", "-pix_fmt", "yuv420p",
      ])
    let source = try open(clip)
    _ = try source.nextFrame()
    let frame = DecodedFrame(source, PixelSize(width: 24, height: 13))
    for down in [0.05, 0.5, 0.95] {
      #expect(frame.color(across: 0.5, down: down).isNear(.white, within: 12))
    }
  }

  @Test(arguments: [true, false])
  func firstFieldOfAnInterlacedFrameIsShown(isTopFirst: Bool) throws {
    let source = try open(clip(isTopFirst: isTopFirst))
    guard case .value(let timing) = try source.nextFrame() else {
      Issue.record("no picture")
      return
    }
    #expect(abs(timing.duration - 0.04) < 0.001)
    let color = DecodedFrame(source, PixelSize(width: 24, height: 24)).color(across: 0.5, down: 0.5)
    #expect(color.isNear(isTopFirst ? .black : .white, within: 12))
    // With fewer lines than one field for each, both are needed.
    let large = DecodedFrame(source, PixelSize(width: 96, height: 96))
    #expect(large.color(across: 0.5, down: 0.505) != large.color(across: 0.5, down: 0.515))
  }
}
