import MediaCore
import Models

/// A source that counts the frames decoded from it.
final class CountedSource: MediaSource {
  private let base: any MediaSource
  private(set) var frames = 0

  init(_ base: any MediaSource) { self.base = base }

  var info: MediaInfo { base.info }
  var details: MediaDetails { base.details }
  var demand: DecodeDemand {
    get { base.demand }
    set { base.demand = newValue }
  }
  var threadCount: Int {
    get { base.threadCount }
    set { base.threadCount = newValue }
  }
  var keyframeStart: Double {
    get { base.keyframeStart }
    set { base.keyframeStart = newValue }
  }
  var leftOut: Int { base.leftOut }
  var keyframeSpacing: Double? { base.keyframeSpacing }
  var soundTrack: Int? { base.soundTrack }
  var bufferedEnd: Double? { base.bufferedEnd }
  var isFetching: Bool { base.isFetching }

  func selectSoundTrack(_ id: Int) throws(MediaError) { try base.selectSoundTrack(id) }
  func selectSubtitleTrack(_ id: Int?) { base.selectSubtitleTrack(id) }
  func takeSubtitles() -> [SubtitleCue] { base.takeSubtitles() }
  func lookForGrowth() -> MediaGrowth? { base.lookForGrowth() }
  func activity() throws(MediaError) -> Activity? { try base.activity() }

  func nextFrame() throws(MediaError) -> StreamRead<FrameTiming> {
    frames += 1
    return try base.nextFrame()
  }

  func render(into target: PixelBuffer, showing region: FrameRegion, rotation: Rotation) {
    base.render(into: target, showing: region, rotation: rotation)
  }

  func nextAudio(appendingTo samples: inout [Int16]) throws(MediaError) -> StreamRead<Double> {
    try base.nextAudio(appendingTo: &samples)
  }

  func seek(to time: Double, precision: SeekPrecision) throws(MediaError) {
    try base.seek(to: time, precision: precision)
  }
}
