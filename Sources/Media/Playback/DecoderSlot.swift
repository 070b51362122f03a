import MediaCore
import Models
import Platform

/// Where a player's decoder lies while no thread holds it.
///
/// One thread at a time takes it out, or the right to open one, and puts it back.
final class DecoderSlot: Sendable {
  /// Who has the decoder, or is about to open one.
  enum Holder {
    case nobody
    case playback
    case preload
  }

  /// What a try to take the decoder led to.
  enum Claim {
    /// The caller holds it; `nil` if it has to open one.
    case granted(ClipDecoder?)
    /// Another thread works on it and will say when it is done.
    case busy
    /// It cannot be played, or was deleted.
    case refused
  }

  private enum Gate {
    case open
    case failed
    case deleted
  }

  private struct State {
    var decoder: ClipDecoder?
    var stage = PreloadStage.closed
    var holder = Holder.nobody
    var isAwaited = false
    var gate = Gate.open
  }

  private let state = Lock(State())

  /// How ready the clip is.
  var stage: PreloadStage { state.withLock { $0.stage } }

  /// Whether the clip cannot be played.
  var hasFailed: Bool { state.withLock { $0.gate == .failed } }

  /// Takes the decoder, or the right to open one.
  ///
  /// - Parameters:
  ///   - holder: Who asks.
  ///   - isAwaited: Whether to be told when it is put back, if another thread has it.
  /// - Returns: What can be had.
  func claim(for holder: Holder, isAwaited: Bool = false) -> Claim {
    state.withLock { state in
      guard state.gate == .open else { return .refused }
      guard state.holder == .nobody else {
        if isAwaited { state.isAwaited = true }
        return .busy
      }
      state.holder = holder
      state.isAwaited = false
      defer { state.decoder = nil }
      return .granted(state.decoder)
    }
  }

  /// Gives back what was claimed.
  ///
  /// - Returns: Whether the decoder was kept (a deleted player keeps none) and whether another
  ///   thread waits for it.
  func release(_ decoder: ClipDecoder?, stage: PreloadStage) -> (isKept: Bool, isAwaited: Bool) {
    state.withLock { state in
      state.holder = .nobody
      state.stage = stage
      defer { state.isAwaited = false }
      guard state.gate == .open else { return (false, state.isAwaited) }
      state.decoder = decoder
      return (decoder != nil, state.isAwaited)
    }
  }

  /// Notes that the picture was let go of.
  func posterWasDropped() {
    state.withLock { if $0.stage == .poster { $0.stage = .probed } }
  }

  /// Lets a stage stand for a picture that was there before anything was opened.
  func posterWasRestored() {
    state.withLock { if $0.stage < .poster { $0.stage = .poster } }
  }

  /// Refuses the decoder from now on.
  ///
  /// - Returns: Whether it was not refused before.
  func fail() -> Bool {
    state.withLock { state in
      guard state.gate == .open else { return false }
      state.gate = .failed
      return true
    }
  }

  /// Gives a clip that has failed another chance.
  ///
  /// - Returns: Whether it had failed.
  func forgive() -> Bool {
    state.withLock { state in
      guard state.gate == .failed else { return false }
      state.gate = .open
      return true
    }
  }

  /// Refuses the decoder for ever.
  ///
  /// - Returns: The decoder, to be closed on a thread that may wait.
  func close() -> ClipDecoder? {
    state.withLock { state in
      state.gate = .deleted
      defer { state.decoder = nil }
      return state.decoder
    }
  }
}
