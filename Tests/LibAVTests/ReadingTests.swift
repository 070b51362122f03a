import Glibc
import LibAV
import MediaCore
import Models
import TestSupport
import Testing

@Suite struct ReadingTests {
  @Test func recognizesContentWhateverTheName() throws {
    let misnamed = try TestClips.change("notes.txt", from: TestClips.portrait()) { _ in }
    #expect(try open(misnamed).info.videoCodec == "h264")
    let pattern = try TestClips.change("img%03d.png", from: TestClips.portrait()) { _ in }
    #expect(try open(pattern).info.videoCodec == "h264")
    let address = try TestClips.change("http:x.mp4", from: TestClips.portrait()) { _ in }
    #expect(try open(address).info.videoCodec == "h264")
  }

  @Test func opensANonUTF8Name() throws {
    var path = TestClips.freshPath("x").parent
    path = path.appending(FilePath(bytes: [0x66, 0xFF, 0x1B, 0x2E, 0x6D, 0x70, 0x34]))
    let original = try TestClips.portrait()
    let linked = original.withCString { from in path.withCString { to in link(from, to) } }
    #expect(linked == 0)
    #expect(try open(path).info.displaySize == PixelSize(width: 96, height: 160))
  }

  @Test func reopeningGivesTheSameResult() throws {
    let first = try Playthrough(open(TestClips.portrait()))
    let second = try Playthrough(open(TestClips.portrait()))
    #expect(first.numbers == second.numbers)
    #expect(first.samples == second.samples)
  }

  @Test func decodesTheSameWithTwoThreads() throws {
    let whole = try Playthrough(open(TestClips.portrait(), threadCount: 2))
    #expect(whole.numbers == (0..<50).map { $0 % 25 })
  }

  @Test func readAheadIsBounded() throws {
    let clip = try TestClips.make(
      "long.mp4",
      TestClips.pattern(PixelSize(width: 96, height: 160), seconds: 14)
        + TestClips.beeps(seconds: 14) + TestClips.h264 + ["-c:a", "aac"])
    let source = try open(clip)
    var frames = 0
    reading: while true {
      switch try source.nextFrame() {
      case .value: frames += 1
      case .starved: break reading
      case .end, .awaited:
        Issue.record("the sound of the whole clip was queued")
        break reading
      }
    }
    // Ten seconds of sound, and what the decoder holds back.
    #expect(235...265 ~= frames)
    var samples: [Int16] = []
    guard case .value = try source.nextAudio(appendingTo: &samples) else {
      Issue.record("no sound")
      return
    }
    for _ in 0..<40 { _ = try source.nextAudio(appendingTo: &samples) }
    #expect(try source.nextFrame() != .starved)
  }

  @Test func seeksFarWithUnreadSound() throws {
    let clip = try TestClips.make(
      "long-gop.mp4",
      TestClips.pattern(PixelSize(width: 96, height: 160), seconds: 6)
        + TestClips.beeps(seconds: 6) + TestClips.h264 + ["-g", "250", "-c:a", "aac"])
    let source = try open(clip)
    try source.seek(to: 5.5, precision: .exact)
    guard case .value(let timing) = try source.nextFrame() else {
      Issue.record("no picture")
      return
    }
    #expect(abs(timing.presentationTime - 5.48) < 0.003)
    var samples: [Int16] = []
    guard case .value(let time) = try source.nextAudio(appendingTo: &samples) else {
      Issue.record("no sound")
      return
    }
    #expect(time <= 5.5 && time > 5.4)
  }

  @Test(arguments: [DecodeEffort.withoutLoopFilter, .referenceOnly, .keyframesOnly])
  func skipsWhatItIsAskedToSkip(_ effort: DecodeEffort) throws {
    let source = try open(TestClips.silent())
    source.demand.effort = effort
    let whole = try Playthrough(source)
    switch effort {
    case .full, .withoutLoopFilter: #expect(whole.numbers.count == 50)
    case .referenceOnly: #expect(10..<45 ~= whole.numbers.count)
    case .keyframesOnly: #expect(whole.times == [0, 1])
    }
    for (time, number) in zip(whole.times, whole.numbers) {
      #expect(Int((time * 25).rounded()) % 25 == number)
    }
  }

  /// Those frames are shown that would be if all were decoded.
  @Test(arguments: [0.08, 0.1, 0.125, 0.2, 0.4])
  func decodesWhatIsAskedFor(interval: Double) throws {
    for clip in try [TestClips.silent(), TestClips.landscape()] {
      let source = try open(clip)
      source.demand.interval = interval
      let whole = try Playthrough(source)
      let shown = zip(whole.frames, whole.numbers).filter { $0.0.isAskedFor }
      var pace = FramePace(interval: interval)
      #expect(shown.map(\.1) == (0..<50).filter { pace.admits(Double($0) / 25) }.map { $0 % 25 })
      // VP9 has no frames here that no other references.
      #expect(clip.description.hasSuffix("webm") || whole.frames.count < 45)
      #expect(whole.frames.count + source.leftOut == 50)
      for (timing, number) in zip(whole.frames, whole.numbers) {
        #expect(Int((timing.presentationTime * 25).rounded()) % 25 == number)
      }
    }
  }

  @Test func showsWholeFramesAfterGoingBackToFullEffort() throws {
    let source = try open(TestClips.silent(seconds: 4))
    source.demand.effort = .keyframesOnly
    _ = try source.nextFrame()
    source.demand.effort = .full
    let rest = try Playthrough(source)
    for (time, number) in zip(rest.times, rest.numbers) {
      #expect(Int((time * 25).rounded()) % 25 == number)
    }
    #expect(rest.times.last.map { abs($0 - 3.96) < 0.003 } ?? false)
  }

  @Test func seeksAnywhereInAnyOrder() throws {
    let source = try open(TestClips.silent(seconds: 4))
    var state: UInt64 = 7
    for _ in 0..<60 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let number = Int(state >> 33) % 100
      try source.seek(to: Double(number) / 25 + 0.01, precision: .exact)
      for step in 0..<Int(state >> 61) {
        guard number + step < 100, case .value(let timing) = try source.nextFrame() else { break }
        #expect(abs(timing.presentationTime - Double(number + step) / 25) < 0.003)
        let frame = DecodedFrame(source, PixelSize(width: 16, height: 16))
        #expect(frame.patternNumber == (number + step) % 25)
      }
    }
  }

  @Test func acceptsSenselessTimes() throws {
    let source = try open(TestClips.portrait())
    for time in [-5, .nan, .infinity, -.infinity, 1e300] {
      try source.seek(to: time, precision: .exact)
      #expect(try source.nextFrame() != .end)
    }
  }

  @Test func startsAtZeroWhereverTheTimestampsStart() throws {
    for name in ["late.ts", "late.mkv"] {
      let clip = try TestClips.make(
        name,
        TestClips.pattern(PixelSize(width: 96, height: 160)) + TestClips.beeps()
          + TestClips.h264 + ["-c:a", "aac", "-output_ts_offset", "1000"])
      let source = try open(clip)
      let whole = try Playthrough(source)
      #expect(whole.times.first == 0)
      #expect(whole.numbers.count == 50)
      #expect(abs(try #require(whole.firstLoudTime)) < 0.03)
      try source.seek(to: 1.5, precision: .exact)
      guard case .value(let timing) = try source.nextFrame() else {
        Issue.record("no picture")
        return
      }
      #expect(abs(timing.presentationTime - 1.48) < 0.003)
    }
  }

  @Test func reportsHowFarItHasRead() throws {
    let source = try open(TestClips.silent(seconds: 4))
    #expect(source.bufferedEnd == nil)
    var last = 0.0
    while case .value(let timing) = try source.nextFrame() {
      let end = try #require(source.bufferedEnd)
      #expect(end >= timing.presentationTime)
      #expect(end <= 4)
      last = end
    }
    #expect(last == 4)
    try source.seek(to: 1, precision: .keyframe)
    _ = try source.nextFrame()
    #expect(source.bufferedEnd.map { 1...1.5 ~= $0 } ?? false)
  }

  @Test func seeksWithoutTimestamps() throws {
    for name in ["bare.h264", "bare.hevc"] {
      let codec =
        name == "bare.h264"
        ? TestClips.h264
        : [
          "-c:v", "libx265", "-preset", "veryfast", "-crf", "10", "-g", "25", "-pix_fmt",
          "yuv420p", "-x265-params", "log-level=none:pools=1:frame-threads=1",
        ]
      let clip = try TestClips.make(
        name, TestClips.pattern(PixelSize(width: 96, height: 160)) + codec)
      let source = try open(clip)
      #expect(source.info.duration == 2)
      for precision in [SeekPrecision.keyframe, .exact] {
        for number in [40, 3, 27, 0, 49] {
          try source.seek(to: Double(number) / 25 + 0.01, precision: precision)
          guard case .value(let timing) = try source.nextFrame() else {
            Issue.record("no picture")
            return
          }
          #expect(abs(timing.presentationTime - Double(number) / 25) < 0.003)
          let frame = DecodedFrame(source, PixelSize(width: 16, height: 16))
          #expect(frame.patternNumber == number % 25)
        }
      }
    }
  }
}
