import MediaCore
import Models
import Platform

/// What is remembered of clips whether or not they have a player: their frames, where they were
/// left, and that they cannot be played (docs/decisions/engine-preloading.md).
final class ClipMemory: Sendable {
  /// The frame a clip comes back with, the player that has it in its mailbox, and what is known
  /// of the clip.
  typealias Poster = (id: PlayerID, entry: Mailbox.Entry, facts: ClipFacts)

  // A lock for each: the main thread asks for positions, and may not wait for the niced preload
  // thread, which sorts posters.
  let posters: Lock<RecencyCache<MediaLocation, Poster>>
  private let positions = Lock(RecencyCache<MediaLocation, Double>(countLimit: 1000))
  private let failures = Lock(
    RecencyCache<MediaLocation, (fileVersion: FileVersion?, error: MediaError)>(countLimit: 1000))

  /// Creates an empty memory.
  init(posterCount: Int, posterBytes: Int) {
    posters = Lock(RecencyCache(countLimit: posterCount, byteLimit: posterBytes))
  }

  // MARK: Posters

  /// Keeps the frame that a player's clip comes back with.
  ///
  /// - Returns: The players whose frames have to go for it.
  func keepPoster(of player: Player) -> [PlayerID] {
    guard let entry = player.mailbox.comeback else { return [] }
    let facts = player.facts
    guard facts.info != nil else { return [] }
    return posters.withLock {
      $0.use(player.location, (player.id, entry, facts), bytes: entry.bytes).map { $0.id }
    }
  }

  /// The frame of a clip, if its file is still what it was.
  ///
  /// - Parameter fileVersion: Looks at the file; only done where there is a frame.
  func poster(
    of location: MediaLocation, fileVersion: (MediaLocation) -> FileVersion?
  ) -> Poster? {
    guard let poster = posters.withLock({ $0[location] }) else { return nil }
    guard poster.facts.fileVersion == fileVersion(location) else {
      posters.withLock { $0.remove(location) }
      return nil
    }
    return poster
  }

  // MARK: Positions

  /// Where a clip starts, in seconds.
  func position(of location: MediaLocation) -> Double {
    positions.withLock { $0[location] ?? 0 }
  }

  /// Remembers where a clip was left, in seconds; 0 forgets it.
  func notePosition(_ time: Double, of location: MediaLocation) {
    positions.withLock { positions in
      if time > 0 {
        positions.use(location, time)
      } else {
        positions.remove(location)
      }
    }
  }

  // MARK: Failures

  /// Why a clip cannot be played, if its file is still what it was.
  func failure(of location: MediaLocation, fileVersion: FileVersion?) -> MediaError? {
    failures.withLock { failures in
      guard let failure = failures[location] else { return nil }
      guard failure.fileVersion == fileVersion else {
        failures.remove(location)
        return nil
      }
      return failure.error
    }
  }

  /// Remembers that a clip cannot be played. Servers change their mind without a sign of it, so
  /// that what failed there is tried again by the next player; so is what took too long.
  func noteFailure(_ error: MediaError, of location: MediaLocation, fileVersion: FileVersion?) {
    guard case .file = location, error != .timedOut else { return }
    _ = failures.withLock { $0.use(location, (fileVersion, error)) }
  }
}
