import LibAV
import MediaCore
import Models
import TestSupport
import Testing

/// What headers say wrong of their streams.
@Suite struct HeaderTests {
  /// MP4 has two channels written down for each of these codecs, however many there are.
  @Test(arguments: ["libmp3lame", "libvorbis", "dca"])
  func monoInMP4IsReportedAsMono(_ codec: String) throws {
    let clip = try TestClips.make(
      "mono.mp4",
      TestClips.pattern(PixelSize(width: 64, height: 48), seconds: 1)
        + TestClips.beeps(seconds: 1, channels: 1) + TestClips.h264 + [
          "-c:a", codec, "-ac", "1", "-strict", "-2",
        ])
    let source = try open(clip)
    #expect(source.details.soundFormat.string.hasSuffix(", 48000 Hz, mono"))
  }

  /// Each frame is said to last a thousandth of a second.
  @Test func impossibleFrameRateIsMeasured() throws {
    let whole = try TestClips.make(
      "steady.mkv",
      [
        "-f", "lavfi", "-i", "testsrc2=s=64x48:r=30000/1001:d=1", "-c:v", "libx264", "-bf", "2",
        "-bsf:v", "h264_metadata=tick_rate=120000/1001", "-f", "matroska",
      ])
    let clip = try TestClips.change("hasty.mkv", from: whole) { bytes in
      // Matroska's DefaultDuration, in nanoseconds.
      let element = try #require(bytes.firstRange(of: [0x23, 0xE3, 0x83, 0x84])).upperBound
      bytes.replaceSubrange(element..<element + 4, with: [0, 0x0F, 0x42, 0x40])
    }
    let source = try open(clip)
    _ = try source.nextFrame()
    #expect(source.info.frameRate.map { abs($0 - 30_000 / 1001) < 0.001 } == true)
    #expect(source.details.frameRate == source.info.frameRate)
  }
}
