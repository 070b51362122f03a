import Dispatch
import Platform

/// Writes frames, one at a time: bytes the terminal does not accept at once are kept until it does
/// (docs/decisions/terminal-output.md).
///
/// A terminal's buffer holds some eight thousand bytes, a small part of a frame. While it is being
/// read, waiting for room costs one wakeup per part; through the run loop it costs three, one of
/// them on this thread.
@MainActor final class FrameWriter {
  /// Called when a frame that had to wait was fully written.
  var onDrained: (@MainActor () -> Void)?
  /// Called once when the terminal is gone.
  var onFailure: (@MainActor () -> Void)?

  /// How many frames have been started.
  private(set) var frameCount = 0

  private let device: TerminalDevice
  private var pending: [UInt8] = []
  private var written = 0
  /// When the frame that is being composed was begun; `nil` if there is none.
  private(set) var beginning: Double?
  /// Signals when the terminal accepts bytes again; suspended unless `isWaiting`.
  private var source: (any DispatchSourceWrite)?
  private var isWaiting = false

  init(device: TerminalDevice) {
    self.device = device
  }

  isolated deinit {
    // Dispatch forbids releasing a suspended source.
    if !isWaiting { source?.resume() }
    source?.cancel()
  }

  /// Whether the last frame is fully written.
  var isIdle: Bool { pending.isEmpty }

  /// Writes what the terminal accepts at once of a frame that is still being composed. Only while
  /// idle; `send` writes the rest.
  ///
  /// - Parameter frame: The bytes so far, which have to stay the same.
  func begin(_ frame: [UInt8]) {
    guard isIdle, frame.count - written >= Self.worthwhile else { return }
    if beginning == nil {
      JobControl.waitForForeground(of: device.output)
      beginning = HostTime.now
    }
    // If the terminal is gone, `send` reports it.
    written += device.write(frame[written...]) ?? 0
  }

  /// Writes a frame. Only while idle.
  ///
  /// - Parameter frame: The bytes; empty afterwards, with its capacity kept.
  func send(_ frame: inout [UInt8]) {
    guard isIdle else { return }
    swap(&frame, &pending)
    beginning = nil
    frameCount += 1
    advance()
    if !isIdle { wait() }
  }

  /// Discards the rest. The terminal may then be inside a sequence.
  func discard() {
    clear()
    beginning = nil
    stopWaiting()
  }

  private func clear() {
    pending.removeAll(keepingCapacity: true)
    written = 0
  }

  /// The maximum time for writing in one turn of the run loop, in seconds, not counting the last
  /// wait: so that keys are not delayed.
  private static let patience = 0.001
  /// The fewest bytes worth a system call while a frame is being composed.
  private static let worthwhile = 2048
  /// The longest wait for room, in milliseconds.
  private static let longestWait: Int32 = 1

  private func advance() {
    // The foreground process also owns the screen; the continue signal triggers a redraw.
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
      if written == pending.count { return clear() }
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
    // The descriptor stays open until the source has released it.
    source.setCancelHandler { @Sendable [device] in withExtendedLifetime(device) {} }
    return source
  }

  /// The terminal has room again, or seems to.
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
