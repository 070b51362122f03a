import Dispatch
import Platform

/// Provides the time to the view, and wakes it.
@MainActor
package protocol ViewClock: AnyObject {
  /// The time, in seconds of a monotonic clock.
  var now: Double { get }
  /// The time, in seconds since 1970.
  var date: Double { get }
  /// Called at the requested time, or sooner.
  var onWake: (@MainActor () -> Void)? { get set }
  /// Asks to be woken, in another turn of the run loop; the earliest requested time counts.
  func wake(at time: Double)
}

/// The clock of the main queue. It costs nothing while no wakeup is requested.
@MainActor
package final class MainClock: ViewClock {
  package var onWake: (@MainActor () -> Void)?
  private let source = DispatchSource.makeTimerSource(queue: .main)
  private var wanted = Double.infinity

  package init() {
    source.setEventHandler { [weak self] in
      MainActor.assumeIsolated { self?.ring() }
    }
    source.activate()
  }

  isolated deinit {
    source.cancel()
  }

  package var now: Double { HostTime.now }

  package var date: Double { WallClock.now }

  package func wake(at time: Double) {
    guard time < wanted else { return }
    wanted = time
    let rest = time - now
    guard rest > 0 else {
      return DispatchQueue.main.async { [weak self] in
        MainActor.assumeIsolated { self?.ring() }
      }
    }
    source.schedule(deadline: .now() + rest, leeway: .milliseconds(1))
  }

  private func ring() {
    wanted = .infinity
    onWake?()
  }
}
