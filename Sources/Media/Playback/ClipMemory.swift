import MediaCore
import Models
import Platform

/// What is remembered about clips with or without a player: their frames, their positions, and
/// their failures (docs/decisions/engine-preloading.md).
final class ClipMemory: Sendable {
  /// The poster of a clip, the player that has it in its mailbox, and the clip's properties.
  typealias Poster = (id: PlayerID, entry: Mailbox.Entry, facts: ClipFacts)

  // Separate locks, because the main thread reads positions and must not wait for the niced preload
  // thread, which sorts posters.
  let posters: Lock<RecencyCache<PlayerSource, Poster>>
  private let positions = Lock(RecencyCache<MediaLocation, Double>(countLimit: 1000))
  private let failures = Lock(
    RecencyCache<PlayerSource, (fileVersion: FileVersion?, error: MediaError)>(countLimit: 1000))

  init(posterCount: Int, posterBytes: Int) {
    posters = Lock(RecencyCache(countLimit: posterCount, byteLimit: posterBytes))
  }

  // MARK: Posters

  /// Stores a player's poster.
  ///
  /// - Returns: The players whose frames must be dropped for it.
  func keepPoster(of player: Player) -> [PlayerID] {
    guard let entry = player.mailbox.resumeEntry else { return [] }
    let facts = player.facts
    guard facts.info != nil else { return [] }
    return posters.withLock {
      $0.use(player.source.content, (player.id, entry, facts), bytes: entry.bytes).map { $0.id }
    }
  }

  /// The poster of a clip, if its file has not changed.
  ///
  /// - Parameter fileVersion: Returns the file's version; called only if there is a poster.
  func poster(
    of source: PlayerSource, fileVersion: (MediaLocation) -> FileVersion?
  ) -> Poster? {
    guard let poster = posters.withLock({ $0[source.content] }) else { return nil }
    guard poster.facts.fileVersion == fileVersion(source.location) else {
      posters.withLock { $0.remove(source.content) }
      return nil
    }
    return poster
  }

  // MARK: Positions

  /// The position at which a clip was left, in seconds; `nil` if it was not played.
  func position(of location: MediaLocation) -> Double? {
    positions.withLock { $0[location] }
  }

  /// Stores the position at which a clip was left, in seconds; 0 if it will start again.
  func notePosition(_ time: Double, of location: MediaLocation) {
    _ = positions.withLock { $0.use(location, time) }
  }

  // MARK: Failures

  /// Why a clip cannot be played, if its file has not changed.
  func failure(of source: PlayerSource, fileVersion: FileVersion?) -> MediaError? {
    failures.withLock { failures in
      guard let failure = failures[source.content] else { return nil }
      guard failure.fileVersion == fileVersion else {
        failures.remove(source.content)
        return nil
      }
      return failure.error
    }
  }

  /// Records that a clip cannot be played. Failures on servers are not recorded, since a server may
  /// recover unnoticed, so the next player tries again; the same goes for timeouts.
  func noteFailure(_ error: MediaError, of source: PlayerSource, fileVersion: FileVersion?) {
    guard !source.location.isRemote, error != .timedOut else { return }
    _ = failures.withLock { $0.use(source.content, (fileVersion, error)) }
  }
}
