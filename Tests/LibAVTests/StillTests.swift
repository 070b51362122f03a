import MediaCore
import Models
import TestSupport
import Testing

@Suite struct StillTests {
  /// Ways to write one frame of the pattern.
  private static let frames = [
    "still.png": [String](), "still.jpg": ["-pix_fmt", "yuvj444p", "-q:v", "2"],
    "still.gif": [],
    "still.webp": ["-c:v", "libwebp", "-quality", "100", "-pix_fmt", "yuv420p"],
  ]

  private func still(_ name: String) throws -> FilePath {
    try TestClips.make(
      name,
      TestClips.pattern(PixelSize(width: 160, height: 96)) + ["-frames:v", "1"]
        + (Self.frames[name] ?? []))
  }

  @Test(arguments: ["still.png", "still.jpg", "still.webp", "still.gif"])
  func showsOneFrameWithoutAClock(_ name: String) throws {
    let source = try open(still(name))
    #expect(source.info.isStill)
    #expect(source.info.duration == nil)
    #expect(source.info.frameRate == nil)
    #expect(!source.info.hasAudio)
    #expect(source.info.displaySize == PixelSize(width: 160, height: 96))
    for _ in 0..<2 {
      guard case .value(let timing) = try source.nextFrame() else {
        Issue.record("no picture")
        return
      }
      #expect(timing.presentationTime == 0)
      #expect(DecodedFrame(source, PixelSize(width: 20, height: 12)).corners == .upright)
      #expect(try source.nextFrame() == .end)
      // It stays the current one.
      #expect(DecodedFrame(source, PixelSize(width: 20, height: 12)).corners == .upright)
      try source.seek(to: 3, precision: .exact)
    }
  }

  @Test func showsAnAlbumsCoverWhileItsSoundPlays() throws {
    let cover = try still("still.png")
    let song = try TestClips.make(
      "song.mp3",
      ["-i", cover.description] + TestClips.beeps() + [
        "-map", "0", "-map", "1", "-c:v", "copy", "-c:a", "libmp3lame",
        "-disposition:v", "attached_pic",
      ])
    let source = try open(song)
    #expect(source.info.isStill)
    #expect(source.info.hasAudio)
    #expect(source.info.displaySize == PixelSize(width: 160, height: 96))
    let whole = try Playthrough(source)
    #expect(whole.times == [0])
    #expect(abs(whole.audioEnd - 2) < 0.1)
    #expect(DecodedFrame(source, PixelSize(width: 20, height: 12)).corners == .upright)
  }
}

@Suite struct SoundTests {
  @Test(arguments: [
    ("sound.m4a", ["-c:a", "aac"], 0.004), ("sound.mp3", ["-c:a", "libmp3lame"], 0.03),
    ("sound.flac", [], 0.001), ("sound.ogg", ["-c:a", "libvorbis"], 0.004),
    ("sound.opus", ["-c:a", "libopus"], 0.004), ("sound.wav", [], 0.001),
    ("sound.aac", ["-c:a", "aac"], 0.03),
  ])
  func playsFilesThatHoldOnlySound(
    _ name: String, _ codec: [String], _ tolerance: Double
  ) throws {
    let source = try open(try TestClips.make(name, TestClips.beeps() + codec))
    #expect(source.info.displaySize == nil)
    #expect(source.info.hasAudio)
    #expect(try source.nextFrame() == .end)
    let whole = try Playthrough(source)
    #expect(abs(try #require(source.info.duration) - 2) < 0.15)
    #expect(abs(whole.audioEnd - 2) < 0.06)
    #expect(abs(try #require(whole.firstLoudTime)) < tolerance)
    #expect(whole.largestGap < 0.001)

    try source.seek(to: 1, precision: .exact)
    let second = try Playthrough(source)
    #expect(abs(try #require(second.audioStart) - 1) < 0.1)
    // The second beep.
    #expect(abs(try #require(second.firstLoudTime) - 1) < max(tolerance, 0.03))
  }

  @Test(arguments: [(44_100, 2), (22_050, 1), (96_000, 2), (48_000, 6)])
  func resamplesToTheStandardFormat(_ rate: Int, _ channels: Int) throws {
    let sound = try TestClips.make(
      "rate.wav", TestClips.beeps(rate: rate, channels: channels))
    let whole = try Playthrough(open(sound))
    #expect(abs(whole.samples.count - 96_000) < 100)
    #expect(abs(try #require(whole.firstLoudTime)) < 0.001)
  }

  @Test func keepsSoundAndFramesInSync() throws {
    let source = try open(TestClips.flashAndBeep())
    let whole = try Playthrough(source)
    for second in 0..<4 {
      let from = Int((Double(second) - (whole.audioStart ?? 0)) * 48_000) - 2400
      let onset = try #require(
        whole.samples.indices.first { $0 > from && abs(Int(whole.samples[$0])) > 3276 })
      let beep = Double(onset) / 48_000 + (whole.audioStart ?? 0)
      let flash = try #require(
        zip(whole.times, whole.numbers).first { $0.0 > Double(second) - 0.1 && $0.1 > 20 }?.0)
      #expect(abs(beep - flash) < 0.004)
    }
  }
}
