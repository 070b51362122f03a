import MediaCore
import Models
import TestSupport
import Testing

/// How long clips are whose containers say something else.
@Suite struct DurationTests {
  private func recipe(_ arguments: [String]) -> [String] {
    TestClips.pattern(PixelSize(width: 96, height: 64)) + TestClips.beeps() + TestClips.h264
      + ["-c:a", "aac"] + arguments
  }

  /// ISO 14496-12, 8.4.2: a length of which all bits are set is unknown.
  @Test func unknownDurationIsMeasured() throws {
    let told = try TestClips.make(
      "told.mp4", recipe(["-movflags", "frag_keyframe+empty_moov+default_base_moof"]))
    let path = try TestClips.change("unknown.mp4", from: told) { bytes in
      for start in bytes.indices where bytes[start...].starts(with: Array("mdhd".utf8)) {
        bytes.replaceSubrange(start + 20..<start + 24, with: [0xFF, 0xFF, 0xFF, 0xFF])
      }
    }
    let source = try open(path)
    #expect(abs(try #require(source.info.duration) - 2) < 0.1)
    #expect(try Playthrough(source).numbers.count == 50)
  }

  @Test func implausibleDurationIsMeasured() throws {
    let told = try TestClips.make("short.mkv", recipe([]))
    let path = try TestClips.change("days.mkv", from: told) { bytes in
      // The Duration element, a number of eight bytes: 11 days in milliseconds.
      let start = try #require(bytes.firstRange(of: [0x44, 0x89, 0x88])).upperBound
      bytes.replaceSubrange(start..<start + 8, with: [0x41, 0xCD, 0xCD, 0x65, 0, 0, 0, 0])
    }
    #expect(abs(try #require(open(path).info.duration) - 2) < 0.1)
  }

  @Test func leadingGapIsNotCounted() throws {
    let clip = try TestClips.silent()
    let late = try TestClips.make(
      "late.mp4", ["-itsoffset", "10", "-i", clip.description, "-c", "copy"])
    let source = try open(late)
    #expect(abs(try #require(source.info.duration) - 2) < 0.01)
    #expect(try Playthrough(source).times.first == 0)
    try source.seek(to: 1.5, precision: .exact)
    #expect(try Playthrough(source).numbers.count == 13)
  }

  /// FFmpeg 7 tells 25 for every stream without times.
  @Test(arguments: ["h264", "hevc"])
  func withoutTimestampsTheHeaderRateCounts(_ format: String) throws {
    let coder = format == "h264" ? "libx264" : "libx265"
    let path = try TestClips.make(
      "rate.\(format)",
      ["-f", "lavfi", "-i", "testsrc=s=96x64:r=30:d=2", "-c:v", coder, "-bf", "0", "-f", format])
    let source = try open(path)
    #expect(source.info.frameRate == 30)
    #expect(source.info.duration.map { abs($0 - 2) < 0.01 } ?? false)
  }
}
