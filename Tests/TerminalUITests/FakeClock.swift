@testable import TerminalUI

/// A clock that stands still until the test lets time pass.
@MainActor
final class FakeClock: ViewClock {
  static let start = 100.0
  private(set) var now = start
  var date = 1_700_000_000.0
  var onWake: (@MainActor () -> Void)?
  /// When the view is woken next; infinite if it waits for nothing.
  private(set) var wanted = Double.infinity

  func wake(at time: Double) { wanted = min(wanted, time) }

  /// Lets so many seconds pass, with all that falls into them. What is due again at once takes a
  /// millisecond: a terminal does.
  func pass(_ seconds: Double) {
    let end = now + seconds
    while wanted <= end {
      let time = max(now, wanted)
      turn(at: time)
      if wanted <= time { wanted = time + 0.001 }
    }
    now = end
  }

  /// Lets the next turn of the run loop come, if there is anything to do now.
  func turn() {
    if wanted <= now { turn(at: now) }
  }

  private func turn(at time: Double) {
    now = time
    wanted = .infinity
    onWake?()
  }
}
