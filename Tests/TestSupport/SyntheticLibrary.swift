import MediaCore
import Models
import Platform
import Playback

/// Opens synthetic clips by name, and counts open sources.
package final class SyntheticLibrary: MediaOpener {
  private struct State {
    var clips: [MediaLocation: SyntheticClip] = [:]
    var openCount = 0
    var maxOpen = 0
    var openings = 0
    var seeks = 0
    var opening = 0
    var maxOpening = 0
    var threadCounts: [String: Int] = [:]
    var regions: [String: FrameRegion] = [:]
    var rotations: [String: Rotation] = [:]
  }

  private let state = Lock(State())
  private let clock: SyntheticClock?
  /// Called repeatedly while something blocks, so that others can act in the meantime.
  package let whileHanging = Lock(Hook())

  /// How many times as long as usual decoding a frame takes, as on a busy machine.
  package let slowdown = Lock(1.0)

  /// A callback.
  package struct Hook: Sendable {
    package var call: @Sendable () -> Void = {}
  }

  /// Creates an empty library.
  ///
  /// - Parameter clock: Advances by the cost of opening and decoding; without one they cost
  ///   nothing.
  package init(clock: SyntheticClock? = nil) {
    self.clock = clock
  }

  /// How many sources are open.
  package var openCount: Int { state.withLock { $0.openCount } }
  /// How many were open at once.
  package var maxOpen: Int { state.withLock { $0.maxOpen } }
  /// How many were opened in total.
  package var openings: Int { state.withLock { $0.openings } }
  /// How many were being opened at once.
  package var maxOpening: Int { state.withLock { $0.maxOpening } }
  /// How many seeks there were.
  package var seeks: Int { state.withLock { $0.seeks } }

  /// Adds a clip to the library.
  ///
  /// - Returns: Its location.
  @discardableResult
  package func add(_ name: String, _ clip: SyntheticClip = SyntheticClip()) -> MediaLocation {
    let location = MediaLocation.file(FilePath(name))
    add(location, clip)
    return location
  }

  /// Adds a clip at a location.
  package func add(_ location: MediaLocation, _ clip: SyntheticClip) {
    state.withLock { $0.clips[location] = clip }
  }

  /// The number of threads last set for a source, by the name of its clip.
  package var threadCounts: [String: Int] { state.withLock { $0.threadCounts } }

  /// The region of a frame that was last drawn, by the name of its clip.
  package var regions: [String: FrameRegion] { state.withLock { $0.regions } }

  /// How it was rotated.
  package var rotations: [String: Rotation] { state.withLock { $0.rotations } }

  func noteRegion(_ region: FrameRegion, _ rotation: Rotation, of name: String) {
    state.withLock {
      $0.regions[name] = region
      $0.rotations[name] = rotation
    }
  }

  func noteThreads(_ count: Int, of name: String) {
    state.withLock { $0.threadCounts[name] = count }
  }

  package func open(
    _ location: MediaLocation, cancellation: CancellationToken
  ) throws(MediaError) -> any MediaSource {
    state.withLock { state in
      state.opening += 1
      state.maxOpening = max(state.maxOpening, state.opening)
    }
    defer { state.withLock { $0.opening -= 1 } }
    guard let clip = state.withLock({ $0.clips[location] }) else { throw .notFound }
    if let error = clip.openError { throw error }
    if clip.hangsOpening { hang(cancellation) }
    if cancellation.isCancelled { throw .cancelled }
    if cancellation.isPastDeadline { throw .timedOut }
    work(clip.openCost)
    return SyntheticSource(
      clip: clip, name: location.description, library: self, cancellation: cancellation)
  }

  /// The version of a clip, which changes when it is replaced; `nil` if it is not local.
  package func fileVersion(of location: MediaLocation) -> FileVersion? {
    state.withLock { state in
      location.isRemote
        ? nil
        : state.clips[location].map {
          FileVersion(modified: FileDate(seconds: $0.version), size: 1)
        }
    }
  }

  /// Blocks until the work is cancelled or its time is up.
  func hang(_ cancellation: CancellationToken) {
    let waiting = Wakeup()
    while !cancellation.shouldStop {
      if let clock { clock.advance(by: 0.001) } else { waiting.wait(timeout: 0.001) }
      whileHanging.withLock { $0.call }()
    }
  }

  func sourceOpened() {
    state.withLock { state in
      state.openCount += 1
      state.openings += 1
      state.maxOpen = max(state.maxOpen, state.openCount)
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
