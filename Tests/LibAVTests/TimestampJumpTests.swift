import Foundation
import MediaCore
import Models
import TestSupport
import Testing

/// Clips whose parts were recorded apart, and clips whose streams begin apart.
@Suite struct TimestampJumpTests {
  /// Transport streams one behind the other, a second each.
  private func joined(_ name: String, _ parts: [(size: PixelSize, offset: Double)]) throws
    -> FilePath
  {
    let files = try parts.map { part in
      try TestClips.make(
        "part.ts",
        TestClips.pattern(part.size, seconds: 1) + TestClips.beeps(seconds: 1) + [
          "-c:v", "libx264", "-preset", "ultrafast", "-crf", "10", "-bf", "0", "-pix_fmt",
          "yuv420p", "-c:a", "mp2", "-output_ts_offset", "\(part.offset)",
        ])
    }
    let first = try #require(files.first)
    return try TestClips.change(name, from: first, key: "\(parts)") { bytes in
      for file in files.dropFirst() {
        bytes += try Data(contentsOf: URL(fileURLWithPath: file.description))
      }
    }
  }

  private let small = PixelSize(width: 96, height: 64)

  @Test func timestampJumpsAreRepaired() throws {
    let source = try open(
      joined("jumps.ts", [(small, 0), (small, 5000), (small, 7)]))
    #expect(abs(try #require(source.info.duration) - 3) < 0.1)
    let whole = try Playthrough(source)
    #expect(whole.numbers == (0..<75).map { $0 % 25 })
    for (index, time) in whole.times.enumerated() { #expect(abs(time - Double(index) / 25) < 0.05) }
    #expect(abs(whole.audioEnd - 3) < 0.15)
    #expect(whole.largestGap < 0.05)
  }

  @Test func seekingBeyondAJumpWorks() throws {
    let source = try open(
      joined("jumps.ts", [(small, 0), (small, 5000), (small, 7)]))
    for (time, number) in [(2.5, 62), (0.5, 12), (1.5, 37), (2.9, 72), (0, 0)] {
      try source.seek(to: time + 0.01, precision: .exact)
      guard case .value(let timing) = try source.nextFrame() else {
        Issue.record("no picture at \(time)")
        continue
      }
      #expect(abs(timing.presentationTime - Double(number) / 25) < 0.05)
      #expect(DecodedFrame(source, PixelSize(width: 16, height: 16)).patternNumber == number % 25)
      var piece: [Int16] = []
      if time < 2.8, case .value(let start) = try source.nextAudio(appendingTo: &piece) {
        #expect(abs(start - time) < 0.1)
      }
    }
  }

  @Test func changingAspectRatioIsFollowed() throws {
    let source = try open(
      joined("shapes.ts", [(small, 0), (PixelSize(width: 64, height: 96), 1)]))
    #expect(source.info.displaySize == small)
    var last = DecodedFrame(source, PixelSize(width: 48, height: 32))
    var count = 0
    while case .value = try source.nextFrame() {
      last = DecodedFrame(source, PixelSize(width: 48, height: 32))
      count += 1
      if count == 10 { #expect(last.corners == .upright) }
    }
    // 64 x 96 in 48 x 32 is 21 x 32.
    #expect(last.color(across: 0.1, down: 0.5) == .black)
    #expect(last.color(across: 0.9, down: 0.5) == .black)
    #expect(last.color(across: 0.33, down: 0.1).isNear(.red, within: 12))
    #expect(last.color(across: 0.67, down: 0.1).isNear(.green, within: 12))
    #expect(last.color(across: 0.67, down: 0.9).isNear(.white, within: 12))
  }

  /// The pattern beginning after 1.6 s of its sound.
  @Test(arguments: ["late.mp4", "late.mkv", "late.mov"])
  func soundBeforeTheFirstFrameIsPlayed(_ name: String) throws {
    let clip = try TestClips.make(
      name,
      ["-itsoffset", "1.6"] + TestClips.pattern(small, seconds: 1)
        + TestClips.beeps(seconds: 2.5) + TestClips.h264
        + ["-fps_mode", "passthrough", "-c:a", name.hasSuffix("mkv") ? "pcm_s16le" : "aac"])
    let source = try open(clip)
    let duration = try #require(source.info.duration)
    #expect(abs(duration - 2.6) < 0.1)
    let whole = try Playthrough(source)
    #expect(abs(try #require(whole.times.first) - 1.6) < 0.03)
    #expect(abs(try #require(whole.audioStart)) < 0.03)
    #expect(abs(whole.audioEnd - 2.5) < 0.1)
    #expect(abs(try #require(whole.firstLoudTime)) < 0.03)
    for (time, number) in [(0, 0), (0.7, 0), (1.7, 2), (2.3, 17)] {
      try source.seek(to: time + 0.01, precision: .exact)
      guard case .value = try source.nextFrame() else {
        Issue.record("no picture at \(time)")
        continue
      }
      #expect(DecodedFrame(source, PixelSize(width: 16, height: 16)).patternNumber == number)
    }
  }

  @Test func durationCountsFromTheFirstFrame() throws {
    let clip = try TestClips.make(
      "offset.mkv",
      TestClips.pattern(small, seconds: 1) + TestClips.beeps(seconds: 1) + TestClips.h264
        + ["-c:a", "libopus", "-output_ts_offset", "5"])
    let source = try open(clip)
    #expect(abs(try #require(source.info.duration) - 1) < 0.1)
    #expect(try Playthrough(source).times.first == 0)
  }

  /// AVI tells when packets are decoded, not when frames are shown.
  @Test func reorderedAVIFramesAreInSync() throws {
    let clip = try TestClips.make(
      "reordered.avi",
      TestClips.pattern(small) + TestClips.beeps() + TestClips.h264 + ["-c:a", "pcm_s16le"])
    let source = try open(clip)
    let whole = try Playthrough(source)
    #expect(whole.numbers == (0..<50).map { $0 % 25 })
    #expect(abs(try #require(whole.firstLoudTime)) < 0.01)
    #expect(abs(try #require(whole.audioStart)) < 0.01)
  }

  @Test func lastFramesDoNotWaitForTrailingSound() throws {
    let clip = try TestClips.make(
      "tail.mp4",
      TestClips.pattern(small, seconds: 1) + TestClips.beeps(seconds: 8) + TestClips.h264
        + ["-c:a", "aac"])
    let source = try open(clip)
    var count = 0
    while case .value = try source.nextFrame() { count += 1 }
    #expect(count == 25)
  }
}
