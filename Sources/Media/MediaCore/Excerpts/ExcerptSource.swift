import Models

/// A part of a clip, as a clip of its own, whose sound fades in and out.
package final class ExcerptSource: MediaSource {
  private let base: any MediaSource
  /// On the base's clock.
  private let start: Double
  private let length: Double
  package private(set) var info: MediaInfo

  private var isPlaced = false
  private var hasVideoEnded = false
  private var hasSoundEnded = false
  private var unheard: [Int16] = []

  /// How long the sound fades at each end, in seconds: long enough to sound intended.
  private static let fade = 0.15
  /// Containers round times to milliseconds.
  private static let rounding = 0.001
  /// The maximum number of chunks of sound dropped to reach a frame: many times what a container
  /// has between two frames.
  private static let unheardLimit = 1_000

  /// Creates a part of a clip.
  ///
  /// - Parameters:
  ///   - base: The clip, which is moved.
  ///   - span: The part; what lies behind the clip's end is not part of it.
  /// - Throws: `.damaged` if the clip ends before it.
  package init(_ base: any MediaSource, span: TimeSpan) throws(MediaError) {
    let end = [span.end, base.info.duration].compactMap(\.self).min()
    guard !base.info.isStill, end.map({ $0 - span.start > Self.rounding }) ?? true else {
      throw .damaged
    }
    self.base = base
    start = span.start
    length = (end ?? .infinity) - span.start
    info = base.info
    info.whole = MediaInfo.Whole(start: start, duration: base.info.duration)
    info.duration = length.isFinite ? length : nil
  }

  package var details: MediaDetails { base.details }

  package var demand: DecodeDemand {
    get { base.demand }
    set { base.demand = newValue }
  }

  package var leftOut: Int { base.leftOut }

  package var keyframeSpacing: Double? { base.keyframeSpacing }

  package var keyframeStart: Double {
    get { base.keyframeStart - start }
    set { base.keyframeStart = newValue + start }
  }

  package var threadCount: Int {
    get { base.threadCount }
    set { base.threadCount = newValue }
  }

  package var soundTrack: Int? { base.soundTrack }

  package func selectSoundTrack(_ id: Int) throws(MediaError) { try base.selectSoundTrack(id) }

  package func selectSubtitleTrack(_ id: Int?) { base.selectSubtitleTrack(id) }

  /// On the clock of the whole clip.
  package func takeSubtitles() -> [SubtitleCue] { base.takeSubtitles() }

  package var bufferedEnd: Double? {
    base.bufferedEnd.map { min(max($0 - start, 0), length) }
  }

  package var isFetching: Bool { base.isFetching }

  package func lookForGrowth() -> MediaGrowth? {
    // An excerpt does not grow with its clip.
    _ = base.lookForGrowth()
    return nil
  }

  package func nextFrame() throws(MediaError) -> StreamRead<FrameTiming> {
    try place()
    guard !hasVideoEnded else { return .end }
    var read = try base.nextFrame()
    for _ in 0..<Self.unheardLimit where read == .starved && hasSoundEnded {
      // Nothing takes the sound behind the end.
      unheard.removeAll(keepingCapacity: true)
      guard case .value = try base.nextAudio(appendingTo: &unheard) else { break }
      read = try base.nextFrame()
    }
    guard case .value(let timing) = read else { return read }
    let time = timing.presentationTime - start
    guard time < length - Self.rounding else {
      hasVideoEnded = true
      return .end
    }
    // The frame shown at the beginning may have begun earlier.
    let begin = max(time, 0)
    return .value(
      FrameTiming(
        presentationTime: begin, duration: min(time + timing.duration, length) - begin,
        isAskedFor: timing.isAskedFor))
  }

  package func render(into target: PixelBuffer, showing region: FrameRegion, rotation: Rotation) {
    base.render(into: target, showing: region, rotation: rotation)
  }

  package func nextAudio(
    appendingTo samples: inout [Int16]
  ) throws(MediaError) -> StreamRead<Double> {
    try place()
    guard !hasSoundEnded else { return .end }
    let first = samples.count
    let read = try base.nextAudio(appendingTo: &samples)
    if read == .starved, hasVideoEnded {
      // Its packets lie behind more video than anyone wants.
      hasSoundEnded = true
      return .end
    }
    guard case .value(let begin) = read else { return read }
    let time = begin - start
    let kept = Int(saturating: ((length - time) * AudioFormat.rate).rounded(.down))
    let count = (samples.count - first) / AudioFormat.channels
    if kept < count {
      hasSoundEnded = true
      samples.removeLast((count - max(kept, 0)) * AudioFormat.channels)
      guard kept > 0 else { return .end }
    }
    fade(&samples, from: first, at: time)
    return .value(time)
  }

  package func seek(to time: Double, precision: SeekPrecision) throws(MediaError) {
    let latest = max(length - Self.rounding, 0)
    try base.seek(to: start + min(max(time, 0), latest), precision: precision)
    isPlaced = true
    hasVideoEnded = false
    hasSoundEnded = false
  }

  private func place() throws(MediaError) {
    guard !isPlaced else { return }
    try seek(to: 0, precision: .exact)
  }

  /// Fades the ends of the part.
  ///
  /// - Parameters:
  ///   - samples: Interleaved.
  ///   - first: Where those begin that are faded.
  ///   - time: When the first is heard, in seconds since the beginning of the part.
  private func fade(_ samples: inout [Int16], from first: Int, at time: Double) {
    let end = time + Double((samples.count - first) / AudioFormat.channels) / AudioFormat.rate
    guard time < Self.fade || end > length - Self.fade else { return }
    for index in first..<samples.count {
      let heard = time + Double((index - first) / AudioFormat.channels) / AudioFormat.rate
      let gain = min(heard, length - heard) / Self.fade
      guard gain < 1 else { continue }
      samples[index] = Int16((Double(samples[index]) * max(gain, 0)).rounded())
    }
  }
}
