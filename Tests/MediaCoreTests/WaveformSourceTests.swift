import Models
import Platform
import TestSupport
import Testing

@testable import MediaCore

@Suite struct WaveformSourceTests {
  private let library = SyntheticLibrary()

  private func open(
    _ seconds: Double = 10, isDecorated: Bool = true,
    _ change: (inout SyntheticClip) -> Void = { _ in }
  ) throws -> any MediaSource {
    var clip = SyntheticClip()
    clip.duration = seconds
    clip.hasVideo = false
    change(&clip)
    let location = library.add("song.mp3", clip)
    let opener: any MediaOpener = isDecorated ? WaveformOpener(opener: library) : library
    return try opener.open(location, cancellation: CancellationToken())
  }

  /// All that is left of the sound, and where its first piece lies.
  private func sound(
    of source: any MediaSource, first: inout Double?, between: () throws -> Void = {}
  ) throws -> [Int16] {
    var samples: [Int16] = []
    while true {
      try between()
      switch try source.nextAudio(appendingTo: &samples) {
      case .value(let time): first = first ?? time
      case .end: return samples
      case .starved: Issue.record("there is no frame to read first")
      case .awaited: Issue.record("nothing is being written")
      }
    }
  }

  private func frameTimes(of source: any MediaSource) throws -> [Double] {
    var times: [Double] = []
    var ignored: [Int16] = []
    while true {
      switch try source.nextFrame() {
      case .value(let timing): times.append(timing.presentationTime)
      case .end: return times
      case .starved: _ = try source.nextAudio(appendingTo: &ignored)
      case .awaited: Issue.record("nothing is being written")
      }
    }
  }

  @Test func releasesTheOpenersMemory() {
    let opener = ReleaseCounter()
    WaveformOpener(opener: opener).releaseUnusedMemory()
    #expect(opener.count.withLock { $0 } == 1)
  }

  @Test func onlyAudioClipsGetAWaveform() throws {
    #expect(try open() is WaveformSource)
    #expect(try open { $0.hasVideo = true } is WaveformSource == false)
    #expect(try open { $0.hasAudio = false } is WaveformSource == false)
    let info = try open().info
    #expect(info.displaySize == PixelSize(width: 1_920, height: 1_080))
    #expect(info.frameRate == 25)
    #expect(info.hasAudio && !info.isStill)
    #expect(info.duration == 10)
  }

  @Test func soundIsUnchangedByTheWaveform() throws {
    var start: Double?
    let plain = try sound(of: open(isDecorated: false), first: &start)
    #expect(plain.count == 2 * 480_000)
    let alone = try sound(of: open(), first: &start)
    #expect(alone == plain)
    let seed = Fuzz.seed
    var generator = SeededGenerator(seed: seed)
    let source = try open()
    var decoratedStart: Double?
    let mixed = try sound(of: source, first: &decoratedStart) {
      for _ in 0..<Int.random(in: 0...2, using: &generator) { _ = try source.nextFrame() }
    }
    #expect(mixed == plain, "seed \(seed)")
    #expect(decoratedStart == 0)
  }

  @Test(arguments: [0.01, 0.04, 1, 3.33, 10])
  func framesCoverTheSound(_ seconds: Double) throws {
    let times = try frameTimes(of: open(seconds))
    #expect(times.count == Int((seconds * 25).rounded(.up)))
    #expect(times == times.indices.map { Double($0) / 25 })
  }

  @Test func theLastFrameEndsWithTheSound() throws {
    let source = try open(1.99)
    var end = 0.0
    while case .value(let timing) = try source.nextFrame() {
      end = timing.presentationTime + timing.duration
    }
    #expect(abs(end - 1.99) < 1e-9)
  }

  @Test func theSoundReadAheadIsBounded() throws {
    let source = try open(100)
    var frames = 0
    while case .value = try source.nextFrame() { frames += 1 }
    // Four seconds wait, of which a frame shows two.
    #expect((50...52).contains(frames))
    var samples: [Int16] = []
    while case .value = try source.nextAudio(appendingTo: &samples), samples.count < 96_000 {}
    #expect(try source.nextFrame() != .starved)
  }

  @Test(arguments: [SeekPrecision.exact, .keyframe], [0, 0.02, 1.99, 2, 5.55, 9.99, 10, 1e9, -4])
  func seeksAreExact(_ precision: SeekPrecision, _ time: Double) throws {
    let source = try open()
    for _ in 0..<30 { _ = try source.nextFrame() }
    try source.seek(to: time, precision: precision)
    let clamped = min(max(time, 0), 10)
    let times = try frameTimes(of: source)
    #expect(times.first == min((clamped * 25 + 1e-6).rounded(.down), 249) / 25)
    #expect(times.last == 249.0 / 25)
  }

  @Test(arguments: [0, 0.5, 1.99, 2, 5.55, 9.9])
  func soundContinuesFromASeek(_ time: Double) throws {
    let source = try open()
    for isFrameFirst in [false, true] {
      try source.seek(to: time, precision: .exact)
      if isFrameFirst { _ = try source.nextFrame() }
      var first: Double?
      let samples = try sound(of: source, first: &first)
      let start = try #require(first)
      #expect(start <= time && start > time - 1_024.0 / 48_000)
      let frame = Int((start * 48_000).rounded())
      #expect(samples.first == SyntheticClip.sample(at: frame))
      #expect(samples.count == 2 * (480_000 - frame))
    }
  }

  /// What was before a seek shows in the frame after it, as if it had been played up to there.
  @Test func framesDoNotDependOnHowTheyWereReached() throws {
    func frame(of source: any MediaSource) -> [UInt32] {
      let target = PixelBuffer(size: PixelSize(width: 80, height: 44))
      source.render(into: target, showing: .whole)
      return target.withPixels(Array.init)
    }
    let played = try open()
    var samples: [Int16] = []
    for _ in 0...125 {
      while try played.nextFrame() == .starved {
        _ = try played.nextAudio(appendingTo: &samples)
      }
    }
    let sought = try open()
    try sought.seek(to: 5, precision: .exact)
    _ = try sought.nextFrame()
    #expect(frame(of: sought) == frame(of: played))
    #expect(frame(of: sought).contains { $0 != 0 })
  }

  @Test func loopsAreEqual() throws {
    let source = try open(2)
    let times = try frameTimes(of: source)
    var first: Double?
    _ = try sound(of: source, first: &first)
    try source.seek(to: 0, precision: .exact)
    #expect(try frameTimes(of: source) == times)
    first = nil
    #expect(try sound(of: source, first: &first).count == 2 * 96_000)
    #expect(first == 0)
  }

  @Test func eachLoopShowsTheSameFrames() throws {
    let source = try open(1)
    source.demand.interval = 0.2
    for _ in 0..<3 {
      var count = 0
      var ignored: [Int16] = []
      reading: while true {
        switch try source.nextFrame() {
        case .value(let timing): count += timing.isAskedFor ? 1 : 0
        case .starved: _ = try source.nextAudio(appendingTo: &ignored)
        case .end, .awaited: break reading
        }
      }
      #expect(count == 5)
      try source.seek(to: 0, precision: .exact)
    }
  }

  @Test func unreadableSoundFails() throws {
    let source = try open { $0.hasDamagedSound = true }
    #expect(throws: MediaError.damaged) { try source.nextFrame() }
    let empty = try open(0)
    #expect(try empty.nextFrame() == .end)
  }
}

/// Opens nothing, and counts how often memory is to be given back.
private final class ReleaseCounter: MediaOpener {
  let count = Lock(0)

  func open(
    _ location: MediaLocation, cancellation: CancellationToken
  ) throws(MediaError) -> any MediaSource {
    throw .notFound
  }

  func releaseUnusedMemory() { count.withLock { $0 += 1 } }
}
