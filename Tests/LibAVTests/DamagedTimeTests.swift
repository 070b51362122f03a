import MediaCore
import Models
import TestSupport
import Testing

/// Clips whose timestamps and lengths make no sense: Matroska has 64 bits for them.
@Suite struct DamagedTimeTests {
  /// Frames whose times are an expression of FFmpeg's from the sixth on, with sound of two
  /// seconds.
  private func clip(_ name: String, times: String) throws -> FilePath {
    try TestClips.make(
      name,
      TestClips.pattern(PixelSize(width: 96, height: 64)) + TestClips.beeps() + [
        "-c:v", "mjpeg", "-c:a", "pcm_s16le", "-bsf:v", "setts=ts='if(gte(N,5),\(times),PTS)'",
      ])
  }

  /// What Matroska's cluster starts with when its timestamp has eight bytes.
  private func timestamp(_ ticks: UInt64) -> [UInt8] {
    [0xE7, 0x88] + (0..<8).map { UInt8(truncatingIfNeeded: ticks >> (56 - 8 * $0)) }
  }

  private func expectSaneTimes(_ whole: Playthrough) {
    #expect(whole.numbers.starts(with: [0, 1, 2, 3, 4]))
    #expect(zip(whole.times, whole.times.dropFirst()).allSatisfy { $0 < $1 })
    #expect(whole.times.allSatisfy { (0..<10).contains($0) })
    #expect(whole.frames.allSatisfy { (0..<10).contains($0.duration) })
    #expect(abs(whole.audioEnd - 2) < 0.1)
  }

  @Test func framesWithImpossibleTimestampsFollowTheOneBefore() throws {
    let path = try clip("huge.mkv", times: "4e18")
    let source = try open(path)
    #expect(source.info.duration.map { $0 < 10 } ?? true)
    expectSaneTimes(try Playthrough(source))
  }

  @Test func overflowingTimestampDifferencesAreHandled() throws {
    let path = try clip("apart.mkv", times: "if(gte(N,30),6e18,5e18)")
    let apart = try TestClips.change("apart.mkv", from: path) { bytes in
      // Matroska's times are not signed, but are read as if they were.
      while let found = bytes.firstRange(of: timestamp(5_000_000_000_000_000_000)) {
        bytes.replaceSubrange(found, with: timestamp(0x9000_0000_0000_0000))
      }
    }
    let source = try open(apart)
    // The frames of the odd times then wait while sound is asked for.
    for _ in 0..<5 { _ = try source.nextFrame() }
    var samples: [Int16] = []
    var isOver = false
    while !isOver {
      switch try source.nextAudio(appendingTo: &samples) {
      case .value: break
      case .end, .starved, .awaited: isOver = true
      }
    }
    #expect(samples.count == 2 * 96_000)
    expectSaneTimes(try Playthrough(open(apart)))
  }

  @Test(arguments: [1e15, -1e15, .infinity, .nan, 1e300])
  func impossibleDurationIsIgnored(milliseconds: Double) throws {
    let original = try TestClips.make(
      "short.mkv",
      TestClips.pattern(PixelSize(width: 96, height: 64)) + ["-c:v", "mjpeg"])
    let path = try TestClips.change("length.mkv", from: original, key: "\(milliseconds)") { bytes in
      // The Duration element, a number of eight bytes.
      let start = try #require(bytes.firstRange(of: [0x44, 0x89, 0x88])).upperBound
      let bits = milliseconds.bitPattern
      bytes.replaceSubrange(
        start..<start + 8, with: (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * $0)) })
    }
    let source = try open(path)
    #expect(abs((source.info.duration ?? 2) - 2) < 0.1)
    try source.seek(to: 1e300, precision: .exact)
    try source.seek(to: 1, precision: .exact)
    guard case .value(let timing) = try source.nextFrame() else {
      Issue.record("no picture")
      return
    }
    #expect(abs(timing.presentationTime - 1) < 0.03)
  }
}
