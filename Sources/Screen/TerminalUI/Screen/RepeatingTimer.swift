import Dispatch

/// A timer on the main queue that can be held, and then costs nothing.
@MainActor
final class RepeatingTimer {
  /// Called on each tick.
  var onTick: (@MainActor () -> Void)?

  private let interval: Double
  private var source: (any DispatchSourceTimer)?

  /// Creates a timer that does not run.
  ///
  /// - Parameter interval: Seconds between ticks.
  init(interval: Double) {
    self.interval = interval
  }

  /// Whether the timer ticks.
  var isRunning: Bool {
    get { source != nil }
    set {
      guard newValue != isRunning else { return }
      source?.cancel()
      source = newValue ? makeSource() : nil
    }
  }

  isolated deinit {
    source?.cancel()
  }

  private func makeSource() -> any DispatchSourceTimer {
    let source = DispatchSource.makeTimerSource(queue: .main)
    source.schedule(
      deadline: .now() + interval, repeating: interval,
      leeway: .milliseconds(Int(interval * 100)))
    source.setEventHandler { [weak self] in
      MainActor.assumeIsolated { self?.onTick?() }
    }
    source.resume()
    return source
  }
}
