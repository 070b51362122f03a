import Dispatch
import Platform

/// Writes frames, one at a time: what the terminal does not take within a moment is kept until it
/// does (docs/decisions/terminal-output.md).
///
/// A terminal's buffer holds some eight thousand bytes, a few parts of a frame. While it is being
/// read, waiting for room costs one wakeup a part; by way of the run loop it costs three, one of them
/// this thread's.
@MainActor final class FrameWriter {
  /// Called when a frame that had to wait has left.
  var onDrained: (@MainActor () -> Void)?
  /// Called once when the terminal has gone away.
  var onFailure: (@MainActor () -> Void)?

  /// How many frames have been begun.
  private(set) var frameCount = 0

  private let device: TerminalDevice
  private var pending: [UInt8] = []
  private var written = 0
  /// Tells when the terminal takes bytes again; suspended unless `isWaiting`.
  private var source: (any DispatchSourceWrite)?
  private var isWaiting = false

  /// Creates a writer with nothing to write.
  init(device: TerminalDevice) {
    self.device = device
  }

  isolated deinit {
    // Dispatch forbids letting go of a suspended source.
    if !isWaiting { source?.resume() }
    source?.cancel()
  }

  /// Whether nothing is left of the last frame.
  var isIdle: Bool { pending.isEmpty }

  /// Writes a frame. Only while idle.
  ///
  /// - Parameter frame: The bytes; afterwards empty, with a capacity to fill again.
  func send(_ frame: inout [UInt8]) {
    guard isIdle else { return }
    swap(&frame, &pending)
    written = 0
    frameCount += 1
    advance()
    if !isIdle { wait() }
  }

  /// Throws away what is left. The terminal may then be inside a sequence.
  func discard() {
    pending.removeAll(keepingCapacity: true)
    stopWaiting()
  }

  /// How long a frame may be written in one turn of the run loop, in seconds, but for the last wait:
  /// so that keys are not kept waiting.
  private static let patience = 0.001
  /// The longest wait for room, in milliseconds.
  private static let longestWait: Int32 = 1

  private func advance() {
    // Whoever has the terminal now has its screen, too; the signal of going on has it drawn anew.
    JobControl.waitForForeground(of: device.output)
    let end = HostTime.now + Self.patience
    repeat {
      guard let count = device.write(pending[written...]) else {
        discard()
        onFailure?()
        onFailure = nil
        return
      }
      written += count
      if written == pending.count { return pending.removeAll(keepingCapacity: true) }
    } while HostTime.now < end && device.waitForRoom(milliseconds: Self.longestWait)
  }

  private func wait() {
    let source = source ?? makeSource()
    self.source = source
    if !isWaiting { source.resume() }
    isWaiting = true
  }

  private func makeSource() -> any DispatchSourceWrite {
    let source = DispatchSource.makeWriteSource(fileDescriptor: device.output, queue: .main)
    source.setEventHandler { @Sendable [weak self] in
      MainActor.assumeIsolated { self?.continueWriting() }
    }
    // The descriptor stays open until the source has let go of it.
    source.setCancelHandler { @Sendable [device] in withExtendedLifetime(device) {} }
    return source
  }

  /// There is room in the line again, or so it seems.
  func continueWriting() {
    guard !isIdle else { return stopWaiting() }
    advance()
    guard isIdle else { return }
    let wasCutShort = !isWaiting
    stopWaiting()
    if !wasCutShort { onDrained?() }
  }

  private func stopWaiting() {
    if isWaiting { source?.suspend() }
    isWaiting = false
  }
}
