import MediaCore
import Models
import Platform

/// A source that generates its frames and sound.
package final class SyntheticSource: MediaSource {
  package private(set) var info: MediaInfo
  package var demand = DecodeDemand() {
    didSet {
      if oldValue.effort == .keyframesOnly, effort != .keyframesOnly { awaitsKeyframe = true }
      if demand.interval != pace.interval { pace = FramePace(interval: demand.interval) }
    }
  }
  private var effort: DecodeEffort { demand.effort }
  private var pace = FramePace()
  package private(set) var leftOut = 0
  package var threadCount = 1 {
    didSet { library.noteThreads(threadCount, of: name) }
  }
  package private(set) var soundTrack: Int?

  private static let pieceFrames = 1024

  private let clip: SyntheticClip
  private let name: String
  private let library: SyntheticLibrary
  private let cancellation: CancellationToken
  private var nextFrameNumber = 0
  // The frame that a seek has already decoded.
  private var soughtFrame: Int?
  private var awaitsKeyframe = false
  private var keyframes = KeyframeSpacing()
  package var keyframeStart = -Double.infinity
  private var currentFrame: Int?
  private var nextSoundFrame = 0
  private var subtitleTrack: Int?
  private var metSubtitles: [SubtitleCue] = []

  init(
    clip: SyntheticClip, name: String, library: SyntheticLibrary, cancellation: CancellationToken
  ) {
    self.clip = clip
    self.name = name
    self.library = library
    self.cancellation = cancellation
    info = clip.info
    soundTrack = clip.hasAudio ? 1 : nil
    library.sourceOpened()
    library.noteThreads(1, of: name)
  }

  deinit {
    library.sourceClosed()
  }

  package func nextFrame() throws(MediaError) -> StreamRead<FrameTiming> {
    try check()
    while true {
      guard clip.hasVideo, nextFrameNumber < clip.frameCount else { return .end }
      if isTooFarAhead(Double(nextFrameNumber) / clip.frameRate, of: soundTime) {
        return .starved
      }
      if isMissing(Double(nextFrameNumber + 1) / clip.frameRate) { return .awaited }
      let number = nextFrameNumber
      nextFrameNumber += 1
      guard isDecoded(number) else { continue }
      let isAskedFor = pace.admits(Double(number) / clip.frameRate)
      if !isAskedFor, number % clip.referenceInterval != 0 {
        leftOut += 1
        continue
      }
      if clip.damagedFrame == number { throw .damaged }
      if clip.hangsAtFrame == number {
        library.hang(cancellation)
        try check()
      }
      if let slow = clip.slowFrame, slow.number == number { library.work(slow.seconds) }
      let cost = effort == .full ? clip.frameCost : clip.frameCost / 2
      library.work((threadCount > 1 ? cost / 1.8 : cost) * library.slowdown.withLock { $0 })
      currentFrame = number
      meetSubtitles(with: number)
      return .value(
        FrameTiming(
          presentationTime: clip.claimedTimes[number] ?? Double(number) / clip.frameRate,
          duration: 1 / clip.frameRate, isAskedFor: isAskedFor))
    }
  }

  /// Whether a frame is decoded with the current effort, and has what it references.
  private func isDecoded(_ number: Int) -> Bool {
    let isKeyframe = number % clip.keyframeInterval == 0
    if isKeyframe { keyframes.note(at: Double(number) / clip.frameRate) }
    if number == soughtFrame { return true }
    if effort == .keyframesOnly, Double(number) / clip.frameRate < keyframeStart { return false }
    if isKeyframe {
      awaitsKeyframe = false
      return true
    }
    return !awaitsKeyframe && effort != .keyframesOnly
      && (effort < .referenceOnly || number % clip.referenceInterval == 0)
  }

  package var keyframeSpacing: Double? { keyframes.longest }

  package var details: MediaDetails {
    MediaDetails(
      container: "synthetic", duration: info.duration, displaySize: info.displaySize,
      codedSize: info.codedSize, frameRate: info.frameRate, videoCodec: "numbers",
      soundTracks: (0..<(clip.hasAudio ? clip.soundTrackCount : 0)).map {
        MediaTrack(id: 1 + $0, codec: "counter", isDefault: $0 == 0)
      },
      subtitleTracks: clip.subtitles.isEmpty
        ? [] : [MediaTrack(id: 11, codec: "text"), MediaTrack(id: 12, codec: "text")])
  }

  package func selectSoundTrack(_ id: Int) throws(MediaError) {
    guard clip.hasAudio, (1...clip.soundTrackCount).contains(id) else {
      throw .unsupportedCodec("none")
    }
    soundTrack = id
  }

  package func selectSubtitleTrack(_ id: Int?) {
    subtitleTrack = id
    metSubtitles = []
  }

  package func takeSubtitles() -> [SubtitleCue] {
    defer { metSubtitles = [] }
    return metSubtitles
  }

  private func meetSubtitles(with number: Int) {
    guard subtitleTrack != nil else { return }
    metSubtitles += clip.subtitles.filter { Int($0.start * clip.frameRate) == number }
  }

  package var bufferedEnd: Double? {
    if let fetched = clip.fetched { return min(fetched(), clip.duration) }
    return clip.readAhead.map {
      min(Double(nextFrameNumber) / clip.frameRate + $0, clip.duration)
    }
  }

  package var isFetching: Bool {
    [clip.fetched, clip.written].contains { $0.map { $0() < clip.duration } ?? false }
  }

  package func lookForGrowth() -> MediaGrowth? {
    guard let written = clip.written?() else { return nil }
    info.duration = min(written, clip.duration)
    return (info.duration, written < clip.duration)
  }

  /// Whether data that ends at a time has not been written yet.
  private func isMissing(_ end: Double) -> Bool {
    guard let written = clip.written?(), written < clip.duration else { return false }
    return end > written
  }

  package func render(
    into target: PixelBuffer, showing region: FrameRegion, rotation: Rotation
  ) {
    guard let currentFrame else { return }
    library.noteRegion(region, rotation, of: name)
    target.withMutablePixels { pixels in
      pixels.update(repeating: SyntheticClip.pixel(of: currentFrame))
      guard clip.isHalfWhite else { return }
      pixels[(pixels.count / 2)...].update(repeating: 0xFFFF_FFFF)
    }
  }

  package func nextAudio(appendingTo samples: inout [Int16]) throws(MediaError)
    -> StreamRead<Double>
  {
    try check()
    if clip.hasDamagedSound { throw .damaged }
    guard clip.hasAudio, nextSoundFrame < clip.soundCount else { return .end }
    if isTooFarAhead(Double(nextSoundFrame) / 48_000, of: frameTime) { return .starved }
    let first = nextSoundFrame
    let count = min(Self.pieceFrames, clip.soundCount - first)
    if isMissing(Double(first + count) / 48_000) { return .awaited }
    for frame in first..<first + count {
      let sample = clip.level ?? SyntheticClip.sample(at: frame)
      samples.append(soundTrack == 1 ? sample : -sample)
      samples.append(soundTrack == 1 ? sample : -sample)
    }
    nextSoundFrame += count
    return .value(Double(first) / 48_000)
  }

  package func seek(to time: Double, precision: SeekPrecision) throws(MediaError) {
    try check()
    guard clip.canSeek else { throw .damaged }
    library.noteSeek()
    var frame = min(max(Int(time * clip.frameRate + 1e-6), 0), max(clip.frameCount - 1, 0))
    if !clip.claimedTimes.isEmpty {
      let times = (0..<clip.frameCount).map { number in
        let claimed = clip.claimedTimes[number].flatMap { (0..<1e6).contains($0) ? $0 : nil }
        return claimed ?? Double(number) / clip.frameRate
      }
      frame = times.lastIndex { $0 <= time + 1e-6 } ?? 0
    }
    let distance = frame % clip.keyframeInterval
    // With keyframes only, there is nothing else to land on.
    if precision == .keyframe || effort == .keyframesOnly { frame -= distance }
    if precision == .exact, clip.seekCost > 0 {
      frame -= distance
      for _ in 0..<distance where !cancellation.isInHaste {
        library.work(clip.seekCost)
        frame += 1
      }
      try check()
    }
    let start = precision == .keyframe ? Double(frame) / clip.frameRate : max(time, 0)
    nextFrameNumber = frame
    soughtFrame = frame
    pace = FramePace(interval: demand.interval)
    leftOut = 0
    keyframes.jump()
    keyframeStart = -.infinity
    awaitsKeyframe = false
    let sample = Int(start * 48_000)
    nextSoundFrame =
      sample - sample % Self.pieceFrames + (sample == 0 ? clip.soundLostAfterSeek : 0)
  }

  private var frameTime: Double {
    clip.hasVideo && nextFrameNumber < clip.frameCount
      ? Double(nextFrameNumber) / clip.frameRate : .infinity
  }

  private var soundTime: Double {
    clip.hasAudio && nextSoundFrame < clip.soundCount
      ? Double(nextSoundFrame) / 48_000 : .infinity
  }

  private func isTooFarAhead(_ time: Double, of other: Double) -> Bool {
    clip.isInterleaved && time > other + 1
  }

  private func check() throws(MediaError) {
    if cancellation.isCancelled { throw .cancelled }
    if cancellation.isPastDeadline { throw .timedOut }
  }
}
