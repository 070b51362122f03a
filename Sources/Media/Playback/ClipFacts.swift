import MediaCore
import Models

/// The known properties of a player's clip.
struct ClipFacts {
  /// The result of opening; `nil` before.
  private(set) var info: MediaInfo?
  /// Seconds, from the file or from having played to the end.
  private(set) var duration: Double?
  /// Whether the clip is one silent frame.
  var isStill = false
  var details: MediaDetails?
  /// Whether more of it is being written.
  private(set) var isGrowing = false
  /// Whether it has grown since it was opened.
  private(set) var hasGrown = false
  /// The version of a file here at the last attempt to open it.
  var fileVersion: FileVersion?
  /// Whether what is beside the clip is part of `details`.
  var isDescribed = false

  /// The limit for seeks, in seconds: zero for a silent still; `nil` while unknown.
  var seekLimit: Double? { isStill ? 0 : duration }
  /// The memory of an open decoder, in bytes; `nil` before it was opened.
  var memory: Int? { info?.estimatedMemory }

  /// Records the result of opening.
  mutating func note(_ info: MediaInfo) {
    if let duration = info.duration.flatMap(MediaTime.plausible), duration > 0 {
      self.duration = duration
    }
    self.info = info
    (isGrowing, hasGrown) = (false, false)
    isStill = info.isStill && !info.hasAudio
  }

  /// Records the growth of the clip.
  mutating func note(_ growth: MediaGrowth) {
    (isGrowing, hasGrown) = (growth.isGoingOn, true)
    guard let duration = growth.duration else { return }
    self.duration = duration
    info?.duration = duration
    details?.duration = duration
  }

  /// Records a duration found by playing to the end, if the file did not contain one.
  mutating func noteEnd(_ duration: Double) {
    if self.duration == nil, duration > 0 { self.duration = duration }
  }
}
