import Graphics
import Models
import Platform
import TerminalCore

// Taking and restoring the terminal.
extension NcursesTerminal {
  /// Takes the terminal. From here on a crash restores it, too.
  func take(isAlternate: Bool) {
    JobControl.waitForForeground(of: device.output)
    armCrashRestore()
    device.setRawModes()
    // The link is empty: the reply measures the round trip before the first frame is acknowledged.
    pacer.statusRequested(at: HostTime.now)
    let isWritten = device.writeAll(
      ControlBytes.statusRequest
        + ControlBytes.take(
          hasMouse: hasMouse, hasTitle: hasTitle, isAlternate: isAlternate,
          questions: probeQuestions(), ground: erasesInBlack ? encoder.depth : nil),
      timeout: 0.3)
    isErasedInBlack = isWritten && erasesInBlack
    isHeld = true
    isScreenUnknown = true
    isMotionReported = false
    shownTitle = ""
  }

  /// A plain terminal might print the title; GNU Screen could not restore its own.
  var hasTitle: Bool { options.hasTitle && !ProbeQuestions.isPlain(environment) }

  /// While GNU Screen 4.9 reports the mouse it holds a lone ESC until the next key, as the possible
  /// start of a report: Esc would do nothing, and change the next key.
  var hasMouse: Bool { options.hasMouse && !Multiplexer.isScreen(in: environment) }

  /// Whether what is erased gets the pen's background, so that a black screen takes a few bytes and
  /// not one a cell. In GNU Screen it does not, whatever terminfo says.
  private var erasesInBlack: Bool {
    let hasBlack = encoder.depth == .trueColor || encoder.depth == .palette256
    return hasBlack && screen.description.erasesInColor && !Multiplexer.mayBeScreen(in: environment)
  }

  /// Makes a crash restore the terminal.
  func armCrashRestore() {
    CrashRestore.arm(
      fileDescriptor: device.output, modes: device.originalModes, restore: giveBackBytes)
  }

  private var giveBackBytes: [UInt8] {
    // GNU Screen has one only after `altscreen on`, whatever terminfo says.
    let hasAlternateScreen =
      screen.description.hasAlternateScreen && !Multiplexer.mayBeScreen(in: environment)
    return ControlBytes.giveBack(
      hasAlternateScreen: hasAlternateScreen, hasTitle: hasTitle, images: images.means)
  }

  /// Restores the terminal. Takes at most 1.3 s if the terminal gets stuck just then, else half a second.
  func giveBack() {
    guard isHeld else { return }
    isHeld = false
    writer.discard()
    device.discardOutput()
    // In the middle of a paste, replies are text.
    decoder = InputDecoder(altKeys: options.altKeys)
    if isMotionReported {
      // The pointer may be moving: reports sent until this is read would go to the shell.
      device.writeAll(ControlBytes.endMouseReports, timeout: 0.1)
      pacer.statusRequested(at: HostTime.now)
      isMotionReported = false
    }
    if pacer.awaitedReplies == 0, probe.deadline == nil {
      device.writeAll(giveBackBytes, timeout: 0.2)
    } else if device.writeAll(giveBackBytes + ControlBytes.fence, timeout: 0.2) {
      swallowReplies()
    }
    images.shared.discard()
    pacer.forget(at: HostTime.now)
    device.restoreModes()
    CrashRestore.disarm()
  }

  /// Reads outstanding replies until the last fence is answered, so that they do not become input of the shell.
  /// Requests whose bytes were discarded get no reply.
  private func swallowReplies() {
    let end = HostTime.now + pacer.lastPatience(at: HostTime.now)
    var buffer = [UInt8](repeating: 0, count: 4096)
    var awaited = 1 + (pacer.isFenced ? 1 : 0) + (probe.deadline == nil ? 0 : 1)
    while awaited > 0 {
      let remaining = end - HostTime.now
      guard remaining > 0 else { return }
      device.waitForInput(seconds: remaining)
      guard let count = device.read(into: &buffer) else { return }
      for case .reply(.attributes) in decoder.feed(buffer[..<count], at: HostTime.now) {
        awaited -= 1
      }
    }
  }
}
