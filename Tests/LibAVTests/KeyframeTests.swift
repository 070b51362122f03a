import MediaCore
import Models
import TestSupport
import Testing

/// Clips whose keyframes are not where seeks look for them.
@Suite struct KeyframeTests {
  private func number(_ source: any MediaSource) -> Int {
    DecodedFrame(source, PixelSize(width: 16, height: 16)).patternNumber
  }

  /// A clip of four seconds of which an edit list shows what follows 0.96 s, and whose first
  /// keyframe by the list of them comes after one second.
  private func trimmed() throws -> FilePath {
    let whole = try TestClips.make(
      "whole.mp4",
      TestClips.pattern(PixelSize(width: 96, height: 64), seconds: 4) + TestClips.beeps(seconds: 4)
        + TestClips.h264 + ["-c:a", "aac", "-movie_timescale", "1000"])
    return try TestClips.change("trimmed.mp4", from: whole) { bytes in
      // ISO 14496-12, 8.6.2: the numbers of the samples that are keyframes, one of which is left out.
      let keyframes = try #require(bytes.firstRange(of: Array("stss".utf8))).upperBound + 4
      #expect(bytes[keyframes + 3] == 4)
      bytes[keyframes + 3] = 3
      let entries = bytes[keyframes + 8..<keyframes + 20]
      bytes.replaceSubrange(keyframes + 4..<keyframes + 16, with: entries)
      // 8.6.6: length in thousandths, beginning by the track's clock of 12 800 a second.
      let edit = try #require(bytes.firstRange(of: Array("elst".utf8))).upperBound + 8
      bytes.replaceSubrange(edit..<edit + 8, with: [0, 0, 0x0B, 0xE0, 0, 0, 0x34, 0])
    }
  }

  @Test func clipTrimmedBeforeItsFirstKeyframeRestarts() throws {
    let source = try open(trimmed())
    let first = try Playthrough(source)
    #expect(first.numbers == (24..<100).map { $0 % 25 })
    for time in [0, 1.5, 0] {
      try source.seek(to: time, precision: .exact)
      let again = try Playthrough(source)
      #expect(again.numbers == first.numbers.suffix(again.numbers.count))
      #expect(abs((again.times.first ?? -1) - time) < 0.021)
      #expect(abs((again.audioStart ?? -1) - time) < 0.06)
    }
    try source.seek(to: 0.3, precision: .keyframe)
    #expect(try source.nextFrame() != .end)
    #expect(number(source) == 0)
  }

  private func clip(keyframeInterval: Int) throws -> FilePath {
    try TestClips.make(
      "interval.mp4",
      TestClips.pattern(PixelSize(width: 96, height: 64), seconds: 2) + [
        "-c:v", "libx264", "-preset", "veryfast", "-g", "\(keyframeInterval)", "-keyint_min",
        "\(keyframeInterval)", "-sc_threshold", "0",
      ])
  }

  @Test func spacingOfKeyframesIsWhatWasRead() throws {
    let source = try open(clip(keyframeInterval: 10))
    #expect(source.keyframeSpacing == nil)
    _ = try Playthrough(source)
    #expect(abs((source.keyframeSpacing ?? 0) - 0.4) < 0.001)
    let single = try open(clip(keyframeInterval: 1_000))
    _ = try Playthrough(single)
    try single.seek(to: 0, precision: .exact)
    _ = try Playthrough(single)
    #expect(single.keyframeSpacing == nil)
  }

  @Test func lateKeyframesAreSkipped() throws {
    let source = try open(clip(keyframeInterval: 10))
    #expect(try source.nextFrame() != .end)
    source.demand.effort = .keyframesOnly
    source.keyframeStart = 1
    #expect(try Playthrough(source).times.map { ($0 * 25).rounded() } == [30, 40])
    try source.seek(to: 0, precision: .exact)
    #expect(try Playthrough(source).times.map { ($0 * 25).rounded() } == [0, 10, 20, 30, 40])
  }

  /// Some writers mark every packet as a keyframe.
  @Test func falseKeyframeFlagIsIgnored() throws {
    let honest = try TestClips.make(
      "honest.avi",
      TestClips.pattern(PixelSize(width: 96, height: 64), seconds: 4)
        + ["-c:v", "msmpeg4v2", "-g", "50", "-q:v", "2"])
    let claiming = try TestClips.change("claiming.avi", from: honest) { bytes in
      // The index: an identifier, flags, a place and a length for each packet.
      let name = Array("idx1".utf8)
      let index = try #require(bytes.indices.last { bytes[$0...].starts(with: name) }) + 8
      for entry in 0..<100 { bytes[index + 16 * entry + 4] |= 0x10 }
    }
    let source = try open(claiming)
    for (time, wanted) in [(1.2, 30), (3, 75), (0.4, 10), (2, 50)] {
      try source.seek(to: time + 0.01, precision: .exact)
      guard case .value(let timing) = try source.nextFrame() else {
        Issue.record("no picture at \(time)")
        continue
      }
      #expect(abs(timing.presentationTime - time) < 0.003)
      #expect(number(source) == wanted % 25, "at \(time)")
    }
    try source.seek(to: 3.5, precision: .keyframe)
    guard case .value(let timing) = try source.nextFrame() else {
      Issue.record("no picture")
      return
    }
    #expect(abs(timing.presentationTime - 2) < 0.003)
  }
}
