import MediaCore
import Models
import Platform

/// Opens made-up clips by name, and counts what is open.
package final class SyntheticLibrary: MediaOpener {
  private struct State {
    var clips: [MediaLocation: SyntheticClip] = [:]
    var openCount = 0
    var mostOpen = 0
    var openings = 0
    var seeks = 0
  }

  private let state = Lock(State())
  private let clock: SyntheticClock?

  /// Creates an empty library.
  ///
  /// - Parameter clock: Passes by what opening and decoding cost; without one they cost nothing.
  package init(clock: SyntheticClock? = nil) {
    self.clock = clock
  }

  /// How many sources are open.
  package var openCount: Int { state.withLock { $0.openCount } }
  /// How many were open at once.
  package var mostOpen: Int { state.withLock { $0.mostOpen } }
  /// How many were ever opened.
  package var openings: Int { state.withLock { $0.openings } }
  /// How many seeks there were.
  package var seeks: Int { state.withLock { $0.seeks } }

  /// Puts a clip into the library.
  ///
  /// - Returns: Where to find it.
  @discardableResult
  package func add(_ name: String, _ clip: SyntheticClip = SyntheticClip()) -> MediaLocation {
    let location = MediaLocation.file(FilePath(name))
    state.withLock { $0.clips[location] = clip }
    return location
  }

  package func open(
    _ location: MediaLocation, cancellation: CancellationToken
  ) throws(MediaError) -> any MediaSource {
    guard let clip = state.withLock({ $0.clips[location] }) else { throw .notFound }
    if let error = clip.openError { throw error }
    let waiting = Wakeup()
    while clip.hangsOpening, !cancellation.shouldStop { waiting.wait(timeout: 0.001) }
    if cancellation.isCancelled { throw .cancelled }
    if cancellation.isPastDeadline { throw .timedOut }
    work(clip.openCost)
    return SyntheticSource(clip: clip, library: self, cancellation: cancellation)
  }

  func sourceOpened() {
    state.withLock { state in
      state.openCount += 1
      state.openings += 1
      state.mostOpen = max(state.mostOpen, state.openCount)
    }
  }

  func sourceClosed() {
    state.withLock { $0.openCount -= 1 }
  }

  func noteSeek() {
    state.withLock { $0.seeks += 1 }
  }

  func work(_ seconds: Double) {
    if seconds > 0 { clock?.advance(by: seconds) }
  }
}
