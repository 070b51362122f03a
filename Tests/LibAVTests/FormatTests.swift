import MediaCore
import Models
import TestSupport
import Testing

/// One container and its codecs, and what has to come out.
struct FormatCase: CustomTestStringConvertible {
  var name: String
  var codecs: [String]
  var size = PixelSize(width: 160, height: 96)
  /// Whether each frame's number can be read from its frame.
  var isNumbered = true
  var hasAudio = true
  var videoCodec: String
  /// How far the sound's onset may be off: several containers do not record codec delay.
  var onsetTolerance = 0.004
  var durationTolerance = 0.1
  /// How far the time of a frame sought may be off.
  var seekTolerance = 0.003

  var testDescription: String { "\(name) \(videoCodec)" }

  func clip() throws -> FilePath {
    try TestClips.make(
      name, TestClips.pattern(size) + (hasAudio ? TestClips.beeps() : []) + codecs)
  }

  private static let vp8 = [
    "-c:v", "libvpx", "-deadline", "realtime", "-cpu-used", "8", "-crf", "4", "-b:v", "4M", "-g",
    "25", "-pix_fmt", "yuv420p",
  ]
  private static let vp9 = [
    "-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-crf", "10", "-b:v", "0",
    "-g", "25", "-pix_fmt", "yuv420p",
  ]
  private static let hevc10 = [
    "-c:v", "libx265", "-preset", "veryfast", "-crf", "10", "-pix_fmt", "yuv420p10le",
    "-x265-params",
    "log-level=none:pools=1:frame-threads=1", "-tag:v", "hvc1",
  ]

  static let all = [
    FormatCase(name: "f.mp4", codecs: TestClips.h264 + ["-c:a", "aac"], videoCodec: "h264"),
    FormatCase(name: "f.mov", codecs: TestClips.h264 + ["-c:a", "pcm_s16le"], videoCodec: "h264"),
    FormatCase(
      name: "f-fragmented.mp4",
      codecs: TestClips.h264 + ["-c:a", "aac", "-movflags", "frag_keyframe+delay_moov"],
      videoCodec: "h264"),
    FormatCase(name: "f.mkv", codecs: TestClips.h264 + ["-c:a", "libvorbis"], videoCodec: "h264"),
    FormatCase(
      name: "f.webm", codecs: vp9 + ["-c:a", "libopus"], videoCodec: "vp9",
      onsetTolerance: 0.008),
    FormatCase(name: "f8.webm", codecs: vp8 + ["-c:a", "libvorbis"], videoCodec: "vp8"),
    FormatCase(
      name: "f.avi",
      codecs: ["-c:v", "mpeg4", "-q:v", "2", "-bf", "0", "-c:a", "mp2"],
      videoCodec: "mpeg4", onsetTolerance: 0.06),
    FormatCase(
      name: "f.ts", codecs: TestClips.h264 + ["-c:a", "aac"], videoCodec: "h264",
      onsetTolerance: 0.03),
    FormatCase(
      name: "f2.ts", codecs: ["-c:v", "mpeg2video", "-q:v", "2", "-bf", "2", "-c:a", "mp2"],
      videoCodec: "mpeg2video", onsetTolerance: 0.03),
    FormatCase(
      name: "f.mpg", codecs: ["-c:v", "mpeg2video", "-q:v", "2", "-bf", "2", "-c:a", "mp2"],
      // ffmpeg writes a last keyframe that claims to be shown with the frame two before it.
      videoCodec: "mpeg2video", onsetTolerance: 0.03, seekTolerance: 0.09),
    FormatCase(
      name: "f.flv", codecs: TestClips.h264 + ["-c:a", "aac"], videoCodec: "h264",
      onsetTolerance: 0.03),
    FormatCase(
      name: "f.ogv", codecs: ["-c:v", "libtheora", "-q:v", "10", "-c:a", "libvorbis"],
      videoCodec: "theora"),
    FormatCase(
      name: "f10.mp4", codecs: hevc10 + ["-c:a", "aac"], videoCodec: "hevc"),
    FormatCase(
      name: "f.wmv", codecs: ["-c:v", "wmv2", "-q:v", "2", "-c:a", "wmav2"], videoCodec: "wmv2",
      onsetTolerance: 0.06, durationTolerance: 0.2),
    FormatCase(
      name: "f.gif", codecs: [], hasAudio: false, videoCodec: "gif"),
    FormatCase(
      name: "f.apng", codecs: ["-c:v", "apng", "-plays", "0"], hasAudio: false,
      videoCodec: "apng"),
    FormatCase(
      name: "f-intra.mov", codecs: ["-c:v", "prores_ks", "-c:a", "pcm_s16le"],
      videoCodec: "prores"),
  ]
}

@Suite struct FormatTests {
  @Test(arguments: FormatCase.all)
  func playsEachFrameOnceAndAllOfTheSound(_ format: FormatCase) throws {
    let source = try open(format.clip())
    #expect(source.info.displaySize == format.size)
    #expect(source.info.codedSize == format.size)
    #expect(source.info.videoCodec == format.videoCodec)
    #expect(source.info.hasAudio == format.hasAudio)
    #expect(!source.info.isStill)
    #expect(source.info.frameRate.map { abs($0 - 25) < 0.1 } ?? false)
    #expect(abs(try #require(source.info.duration) - 2) <= format.durationTolerance)

    let whole = try Playthrough(source)
    #expect(whole.numbers == (0..<50).map { $0 % 25 })
    #expect(whole.times.first == 0)
    for (index, time) in whole.times.enumerated() {
      #expect(abs(time - Double(index) / 25) < 0.003)
    }
    if format.hasAudio {
      #expect(abs(whole.audioEnd - 2) < 0.1)
      #expect(whole.largestGap < 0.001)
      let onset = try #require(whole.firstLoudTime)
      #expect(abs(onset) <= format.onsetTolerance)
    }
  }

  @Test(arguments: FormatCase.all)
  func drawsTheFirstFrameInItsColours(_ format: FormatCase) throws {
    let source = try open(format.clip())
    _ = try source.nextFrame()
    let frame = DecodedFrame(source, PixelSize(width: 20, height: 12))
    #expect(frame.corners == .upright)
    #expect(frame.pixels.allSatisfy { $0 >> 24 == 0 })
  }

  @Test(arguments: FormatCase.all)
  func restartsAfterItsEnd(_ format: FormatCase) throws {
    let source = try open(format.clip())
    let first = try Playthrough(source)
    try source.seek(to: 0, precision: .keyframe)
    let second = try Playthrough(source)
    #expect(second.numbers == first.numbers)
    #expect(abs(second.samples.count - first.samples.count) <= 700)
  }

  @Test(arguments: FormatCase.all)
  func landsOnTheFrameShownAtATime(_ format: FormatCase) throws {
    let source = try open(format.clip())
    for (time, number) in [(1.3, 32), (0.05, 1), (1.999, 49), (0.0, 0), (1.0, 25), (5.0, 49)] {
      try source.seek(to: time, precision: .exact)
      guard case .value(let timing) = try source.nextFrame() else {
        Issue.record("no picture at \(time)")
        continue
      }
      #expect(abs(timing.presentationTime - Double(number) / 25) < format.seekTolerance)
      let frame = DecodedFrame(source, PixelSize(width: 16, height: 16))
      #expect(frame.patternNumber == number % 25)
      if number < 49, case .value(let next) = try source.nextFrame() {
        #expect(abs(next.presentationTime - Double(number + 1) / 25) < 0.003)
      }
      var piece: [Int16] = []
      if format.hasAudio, time < 1.9,
        case .value(let start) = try source.nextAudio(appendingTo: &piece)
      {
        #expect(abs(start - time) < 0.1)
      }
    }
  }

  @Test(arguments: FormatCase.all)
  func landsOnTheKeyframeBeforeATime(_ format: FormatCase) throws {
    let source = try open(format.clip())
    try source.seek(to: 1.5, precision: .keyframe)
    guard case .value(let timing) = try source.nextFrame() else {
      Issue.record("no picture")
      return
    }
    #expect(timing.presentationTime <= 1.502)
    let number = Int((timing.presentationTime * 25).rounded())
    #expect(DecodedFrame(source, PixelSize(width: 16, height: 16)).patternNumber == number % 25)
  }
}
