import Models

/// A player's published frames: the one to show now, and the one to come back to.
struct Mailbox {
  /// A frame and how it was rendered.
  struct Entry: Sendable {
    var frame: Frame
    var rendering: FrameRendering

    /// The size of its pixels in bytes.
    var bytes: Int { rendering.size.width * rendering.size.height * 4 }
  }

  private var shown: Entry?
  private var poster: Entry?
  private var serial: UInt64 = 0
  /// The number of seeks so far; frames of this generation are not stale.
  private(set) var generation: UInt64 = 0
  /// Host time at which `restorePoster` has work to do: the clip was left with a frame other than
  /// its first in the mailbox.
  private(set) var posterDueAt: Double?
  private var isClosed = false
  /// Where the first frame is in the clip, in seconds: at 0 unless only a part of it is played.
  private let origin: Double

  init(origin: Double = 0) {
    self.origin = origin
  }

  /// The frame to show now.
  var frame: Frame? { shown?.frame }

  /// The frame shown when the clip comes back.
  var resumeEntry: Entry? { poster ?? shown }

  /// Publishes a frame. The clip's first one is also kept to come back to.
  ///
  /// - Parameters:
  ///   - frame: The frame.
  ///   - next: The one that is due next, if it is decoded and playback goes on.
  ///   - rendering: How they were rendered.
  /// - Returns: Whether it was accepted.
  mutating func publish(
    _ frame: DecodedFrame, next: DecodedFrame? = nil, rendering: FrameRendering
  ) -> Bool {
    let isPoster = frame.time < 0.001
    guard !isClosed else { return false }
    serial += 1
    let entry = Entry(
      frame: Frame(
        pixels: frame.pixels, presentationTime: origin + frame.time, generation: generation,
        loopIndex: frame.loopIndex, serial: serial),
      rendering: rendering)
    if isPoster { poster = entry }
    // The last shown frame stays until it is out of sight.
    if !(isPoster && posterDueAt != nil) {
      shown = entry
      shown?.frame.next = next?.pixels
    }
    return true
  }

  /// Publishes the poster left by another player of the clip, if there is no frame yet.
  ///
  /// - Returns: Whether it was accepted.
  mutating func restore(_ entry: Entry) -> Bool {
    guard !isClosed, shown == nil else { return false }
    serial += 1
    var entry = entry
    entry.frame.serial = serial
    entry.frame.generation = generation
    entry.frame.loopIndex = 0
    shown = entry
    if entry.frame.presentationTime - origin < 0.001 { poster = entry }
    return true
  }

  /// Makes all frames published so far stale.
  mutating func beginGeneration() { generation += 1 }

  /// Keeps the frame the clip comes back with.
  ///
  /// - Parameter posterDueAt: Host time from which its first frame is shown again; `nil` to keep
  ///   the current frame.
  mutating func leave(posterDueAt: Double?) {
    shown?.frame.next = nil
    let isShown = shown?.frame.pixels === poster?.frame.pixels
    self.posterDueAt = isShown ? nil : posterDueAt
    if posterDueAt == nil { poster = nil }
  }

  /// Shows the first frame again if the clip will restart when it comes back.
  ///
  /// - Parameter now: Host time; `nil` does it even if the clip was left only just now.
  /// - Returns: Whether the mailbox changed.
  mutating func restorePoster(now: Double?) -> Bool {
    guard let due = posterDueAt, now.map({ $0 >= due }) ?? true else { return false }
    posterDueAt = nil
    guard var poster else { return false }
    serial += 1
    poster.frame.serial = serial
    poster.frame.generation = generation
    shown = poster
    return true
  }

  /// Makes the shown frame a new one, because what is shown with it has changed.
  mutating func renew() {
    guard shown != nil else { return }
    serial += 1
    shown?.frame.serial = serial
  }

  /// Rotates the frame that is shown when the clip comes back, until there is a better one.
  mutating func rotatePoster(_ rotation: Rotation, after old: Rotation) {
    let turn = rotation.after(old)
    guard turn != .none, let entry = poster else { return }
    poster?.frame.pixels = entry.frame.pixels.rotated(turn)
    poster?.rendering.size = entry.rendering.size.rotated(turn)
    poster?.rendering.region = entry.rendering.region.rotated(turn)
    poster?.rendering.rotation = rotation
  }

  /// Releases all frames.
  mutating func empty() {
    shown = nil
    poster = nil
  }

  /// Releases all frames and accepts no more.
  mutating func close() {
    empty()
    isClosed = true
  }
}
