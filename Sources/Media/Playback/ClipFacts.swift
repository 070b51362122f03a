import MediaCore
import Models
import Platform

/// What is known of a player's clip.
final class ClipFacts: Sendable {
  /// The facts as values.
  struct Values: Sendable {
    /// What opening told; `nil` before.
    var info: MediaInfo?
    /// Seconds, from the file or from having played to the end.
    var duration: Double?
    /// Whether the clip is one silent picture.
    var isStill = false
    var details: MediaDetails?
    /// Whether more of it is being written.
    var isGrowing = false
    /// The file's when it was opened, or when that was tried.
    var fileVersion: FileVersion?
  }

  private let state = Lock(Values())

  var values: Values { state.withLock { $0 } }
  var duration: Double? { state.withLock { $0.duration } }
  /// How far a seek may go, in seconds: nowhere in a silent still; `nil` while that is unknown.
  var seekLimit: Double? {
    state.withLock { $0.isStill ? 0 : $0.duration }
  }
  var details: MediaDetails? { state.withLock { $0.details } }
  var fileVersion: FileVersion? { state.withLock { $0.fileVersion } }
  /// What an open decoder takes, in bytes; `nil` before it was opened.
  var memory: Int? { state.withLock { $0.info?.estimatedMemory } }
  /// The picture's shape; `nil` without one, and before it was opened.
  var displaySize: PixelSize? { state.withLock { $0.info?.displaySize } }

  /// Where the clip's pictures go in an area; `nil` before it was opened and without pictures.
  func placement(in area: PictureArea) -> PicturePlacement? {
    displaySize.map { PicturePlacement(of: $0, in: area) }
  }

  /// Takes in what the file looks like from outside, before it is opened.
  func note(_ fileVersion: FileVersion?) {
    state.withLock { $0.fileVersion = fileVersion }
  }

  /// Takes in what opening the clip told.
  func note(_ info: MediaInfo) {
    state.withLock { state in
      if let duration = info.duration.flatMap(MediaTime.plausible), duration > 0 {
        state.duration = duration
      }
      state.info = info
      state.isGrowing = false
      state.isStill = info.isStill && !info.hasAudio
    }
  }

  /// Takes in all that the container says, once.
  func noteDetails(of source: any MediaSource) {
    guard details == nil else { return }
    let details = source.details
    state.withLock { $0.details = details }
  }

  /// Takes in what has become of the clip since it was opened.
  func note(_ growth: MediaGrowth) {
    state.withLock { state in
      state.isGrowing = growth.isGoingOn
      guard let duration = growth.duration else { return }
      state.duration = duration
      state.info?.duration = duration
      state.details?.duration = duration
    }
  }

  /// Takes in that the clip has turned out to be one picture.
  func noteStill() {
    state.withLock { $0.isStill = true }
  }

  /// Takes in a length found by playing to the end, if the file did not tell one.
  func noteEnd(_ duration: Double) {
    state.withLock { state in
      if state.duration == nil, duration > 0 { state.duration = duration }
    }
  }

  /// Takes in what another player of the clip knew.
  func restore(_ values: Values) {
    state.withLock { if $0.info == nil { $0 = values } }
  }
}
