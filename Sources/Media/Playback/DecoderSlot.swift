import MediaCore
import Models

/// Holds a player's decoder while no thread uses it.
///
/// One thread at a time takes it, or the right to open one, and puts it back.
struct DecoderSlot {
  /// Who holds the decoder, or is about to open one.
  enum Holder {
    case nobody
    case playback
    case preload
  }

  enum Claim {
    /// The caller holds it; `nil` if it must open one.
    case granted(ClipDecoder?)
    /// Another thread holds it and will signal when it is done.
    case busy
    /// The clip cannot be played, or the player was deleted.
    case refused
  }

  private enum Gate {
    case open
    case failed
    case deleted
  }

  private(set) var stage = PreloadStage.closed
  private var decoder: ClipDecoder?
  private var owner = Holder.nobody
  private var isAwaited = false
  private var gate = Gate.open

  /// Whether the clip cannot be played.
  var hasFailed: Bool { gate == .failed }

  /// Claims the decoder, or the right to open one.
  ///
  /// - Parameters:
  ///   - holder: The claimant.
  ///   - isAwaited: Whether to be signalled when another thread puts it back.
  /// - Returns: The result.
  mutating func claim(for holder: Holder, isAwaited: Bool = false) -> Claim {
    guard gate == .open else { return .refused }
    guard owner == .nobody else {
      if isAwaited { self.isAwaited = true }
      return .busy
    }
    owner = holder
    self.isAwaited = false
    defer { decoder = nil }
    return .granted(decoder)
  }

  /// Puts back what was claimed.
  ///
  /// - Returns: Whether the decoder was kept (a deleted player keeps none) and whether another
  ///   thread waits for it.
  mutating func release(_ decoder: ClipDecoder?, stage: PreloadStage) -> (
    isKept: Bool, isAwaited: Bool
  ) {
    owner = .nobody
    self.stage = stage
    defer { isAwaited = false }
    guard gate == .open else { return (false, isAwaited) }
    self.decoder = decoder
    return (decoder != nil, isAwaited)
  }

  /// Records that the poster was released.
  mutating func posterWasDropped() {
    if stage == .poster { stage = .probed }
  }

  /// Sets the stage for a poster that existed before anything was opened.
  mutating func posterWasRestored() {
    if stage < .poster { stage = .poster }
  }

  /// Refuses the decoder from now on.
  ///
  /// - Returns: Whether this is a change.
  mutating func fail() -> Bool {
    guard gate == .open else { return false }
    gate = .failed
    return true
  }

  /// Allows a failed clip to be tried again.
  ///
  /// - Returns: Whether it had failed.
  mutating func forgive() -> Bool {
    guard gate == .failed else { return false }
    gate = .open
    return true
  }

  /// Refuses the decoder permanently.
  ///
  /// - Returns: The decoder, to be closed on a thread that may block.
  mutating func close() -> ClipDecoder? {
    gate = .deleted
    defer { decoder = nil }
    return decoder
  }
}
