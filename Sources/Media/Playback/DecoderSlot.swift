import MediaCore
import Models

/// Where a player's decoder lies while no thread holds it.
///
/// One thread at a time takes it out, or the right to open one, and puts it back.
struct DecoderSlot {
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

  /// How ready the clip is.
  private(set) var stage = PreloadStage.closed
  private var decoder: ClipDecoder?
  private var owner = Holder.nobody
  private var isAwaited = false
  private var gate = Gate.open

  /// Whether the clip cannot be played.
  var hasFailed: Bool { gate == .failed }

  /// Takes the decoder, or the right to open one.
  ///
  /// - Parameters:
  ///   - holder: Who asks.
  ///   - isAwaited: Whether to be told when it is put back, if another thread has it.
  /// - Returns: What can be had.
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

  /// Gives back what was claimed.
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

  /// Notes that the frame was let go of.
  mutating func posterWasDropped() {
    if stage == .poster { stage = .probed }
  }

  /// Lets a stage stand for a frame that was there before anything was opened.
  mutating func posterWasRestored() {
    if stage < .poster { stage = .poster }
  }

  /// Refuses the decoder from now on.
  ///
  /// - Returns: Whether it was not refused before.
  mutating func fail() -> Bool {
    guard gate == .open else { return false }
    gate = .failed
    return true
  }

  /// Gives a clip that has failed another chance.
  ///
  /// - Returns: Whether it had failed.
  mutating func forgive() -> Bool {
    guard gate == .failed else { return false }
    gate = .open
    return true
  }

  /// Refuses the decoder for ever.
  ///
  /// - Returns: The decoder, to be closed on a thread that may wait.
  mutating func close() -> ClipDecoder? {
    gate = .deleted
    defer { decoder = nil }
    return decoder
  }
}
