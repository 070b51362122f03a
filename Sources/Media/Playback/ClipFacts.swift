import MediaCore
import Models

/// What is known of a player's clip.
struct ClipFacts {
  /// What opening told; `nil` before.
  private(set) var info: MediaInfo?
  /// Seconds, from the file or from having played to the end.
  private(set) var duration: Double?
  /// Whether the clip is one silent frame.
  var isStill = false
  /// All that the container says.
  var details: MediaDetails?
  /// Whether more of it is being written.
  private(set) var isGrowing = false
  /// The file's when it was opened, or when that was tried.
  var fileVersion: FileVersion?

  /// How far a seek may go, in seconds: nowhere in a silent still; `nil` while that is unknown.
  var seekLimit: Double? { isStill ? 0 : duration }
  /// What an open decoder takes, in bytes; `nil` before it was opened.
  var memory: Int? { info?.estimatedMemory }

  /// Where the clip's frames go in an area; `nil` before it was opened and without frames.
  func placement(in area: FrameArea) -> FramePlacement? {
    info?.displaySize.map { FramePlacement(of: $0, in: area) }
  }

  /// Takes in what opening the clip told.
  mutating func note(_ info: MediaInfo) {
    if let duration = info.duration.flatMap(MediaTime.plausible), duration > 0 {
      self.duration = duration
    }
    self.info = info
    isGrowing = false
    isStill = info.isStill && !info.hasAudio
  }

  /// Takes in what has become of the clip since it was opened.
  mutating func note(_ growth: MediaGrowth) {
    isGrowing = growth.isGoingOn
    guard let duration = growth.duration else { return }
    self.duration = duration
    info?.duration = duration
    details?.duration = duration
  }

  /// Takes in a length found by playing to the end, if the file did not tell one.
  mutating func noteEnd(_ duration: Double) {
    if self.duration == nil, duration > 0 { self.duration = duration }
  }
}
