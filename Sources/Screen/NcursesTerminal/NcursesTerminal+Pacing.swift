import Dispatch
import Graphics
import Models
import Platform
import TerminalCore

// When a frame may start, and who is told.
extension NcursesTerminal {
  /// Whoever asks and hears no is told later.
  package var isReady: Bool {
    guard isHeld, !isClosed, writer.isIdle else { return false }
    if pacer.isReady(at: HostTime.now) { return true }
    pacer.frameRefused()
    isAwaited = true
    schedulePacing()
    return false
  }

  package var link: LinkStatistics {
    var report = pacer.report
    report.frameTolerance = max(encoder.limitedLambda, encoder.lambda)
    report.byteLimit = pacer.byteLimit(for: size, at: HostTime.now)
    return report
  }

  /// The last frame has left.
  func frameLeft() {
    let now = HostTime.now
    pacer.frameLeft(at: now)
    if !pacer.isReady(at: now) { isAwaited = true }
    linkChanged()
  }

  /// The terminal has answered a status request.
  func statusReported() {
    pacer.answered(at: HostTime.now)
    linkChanged()
  }

  /// Tells what has come of an answer, of time, or of bytes that have left.
  func linkChanged() {
    guard isHeld, !isClosed else { return }
    let now = HostTime.now
    pacer.timePassed(at: now)
    if pacer.isTimingOld(timing) {
      timing = pacer.timing
      onEvent?(.timingChanged(timing))
    }
    guard isAwaited, writer.isIdle else { return }
    if pacer.isReady(at: now) {
      isAwaited = false
      onEvent?(.ready)
    } else {
      schedulePacing()
    }
  }

  private func schedulePacing() {
    let now = HostTime.now
    guard let next = pacer.nextLook(at: now), next < .infinity else { return }
    pacingTimer?.schedule(deadline: .now() + max(next - now, 0.0005))
  }
}
