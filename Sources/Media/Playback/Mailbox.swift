import Models
import Platform

/// The pictures of a player that others see: the one to show now, and the one to come back to.
final class Mailbox: Sendable {
  /// A picture and how it was drawn.
  struct Entry: Sendable {
    var frame: Frame
    var placement: PicturePlacement

    /// Bytes its pixels take.
    var bytes: Int { placement.size.width * placement.size.height * 4 }
  }

  private struct State {
    var shown: Entry?
    var poster: Entry?
    var serial: UInt64 = 0
    var generation: UInt64 = 0
    // When it was left with another picture than its first in the mailbox.
    var posterDueAt: Double?
    var isClosed = false
  }

  private let state = Lock(State())

  /// The picture to show now.
  var frame: Frame? { state.withLock { $0.shown?.frame } }

  /// The number of seeks so far, which names the pictures that are not stale.
  var generation: UInt64 { state.withLock { $0.generation } }

  /// The picture that is seen when the clip comes back.
  var comeback: Entry? { state.withLock { $0.poster ?? $0.shown } }

  /// Puts a picture in. The clip's first one is also kept to come back to.
  ///
  /// - Returns: Whether it went in: a picture from before a seek does not.
  func publish(
    _ picture: Picture, placement: PicturePlacement, generation: UInt64
  ) -> Bool {
    let isPoster = picture.time < 0.001
    return state.withLock { state in
      guard !state.isClosed, generation == state.generation else { return false }
      state.serial += 1
      let entry = Entry(
        frame: Frame(
          pixels: picture.pixels, presentationTime: picture.time, generation: generation,
          loopIndex: picture.loopIndex, serial: state.serial),
        placement: placement)
      if isPoster { state.poster = entry }
      // The picture it was left with stays until it is out of sight.
      if !(isPoster && state.posterDueAt != nil) { state.shown = entry }
      return true
    }
  }

  /// Puts in the picture that another player of the clip has left, if there is none yet.
  ///
  /// - Returns: Whether it went in.
  func restore(_ entry: Entry) -> Bool {
    state.withLock { state in
      guard !state.isClosed, state.shown == nil else { return false }
      state.serial += 1
      var entry = entry
      entry.frame.serial = state.serial
      entry.frame.generation = state.generation
      entry.frame.loopIndex = 0
      state.shown = entry
      if entry.frame.presentationTime < 0.001 { state.poster = entry }
      return true
    }
  }

  /// Makes what was published so far stale, and returns the new generation.
  func beginGeneration() -> UInt64 {
    state.withLock { state in
      state.generation += 1
      return state.generation
    }
  }

  /// Keeps what the clip comes back with.
  ///
  /// - Parameter posterDueAt: Host time from which its first picture is shown again; `nil` to keep
  ///   what is shown now.
  func leave(posterDueAt: Double?) {
    state.withLock { state in
      let isShown = state.shown?.frame.pixels === state.poster?.frame.pixels
      state.posterDueAt = isShown ? nil : posterDueAt
      if posterDueAt == nil { state.poster = nil }
    }
  }

  /// Shows the first picture again if the clip starts again when it comes back.
  ///
  /// - Parameter now: Host time; `nil` does it even if the clip was left only just now.
  /// - Returns: Whether the mailbox changed.
  func restorePoster(now: Double?) -> Bool {
    state.withLock { state in
      guard let due = state.posterDueAt, now.map({ $0 >= due }) ?? true else { return false }
      state.posterDueAt = nil
      guard var poster = state.poster else { return false }
      state.serial += 1
      poster.frame.serial = state.serial
      poster.frame.generation = state.generation
      state.shown = poster
      return true
    }
  }

  /// Host time at which `restorePoster` has something to do.
  var posterDueAt: Double? { state.withLock { $0.posterDueAt } }

  /// Lets go of all pictures.
  func empty() {
    state.withLock { state in
      state.shown = nil
      state.poster = nil
    }
  }

  /// Lets go of all pictures and takes no more.
  func close() {
    empty()
    state.withLock { $0.isClosed = true }
  }
}
