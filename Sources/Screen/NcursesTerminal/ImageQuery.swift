import Glibc
import Graphics
import Platform
import TerminalCore

/// Asks a terminal about images, for output that leaves its screen as it is.
package enum ImageQuery {
  /// How long to wait for replies, in seconds. Terminals on the same machine take some milliseconds.
  private static let patience = 0.5

  /// Sends queries that print nothing and reads the replies.
  ///
  /// - Parameters:
  ///   - environment: `TERM`, `STY` and `TMUX`.
  ///   - output: How the frame is to be shown; `nil` for any.
  ///   - isLocal: Whether images are used without being requested.
  /// - Returns: `nil` if nothing is worth a query or the terminal cannot be used now: another
  ///   program has it, or keys wait to be read.
  package static func answers(
    environment: [String: String], output: OutputMode?, isLocal: Bool
  ) -> TerminalAnswers? {
    let questions = ProbeQuestions.suited(
      environment: environment, hasUnicode: false, glyphs: nil, output: output, isLocal: isLocal
    ).intersection([.size, .kitty, .sixel])
    guard !questions.isDisjoint(with: [.kitty, .sixel]),
      let device = try? TerminalDevice(path: nil),
      tcgetpgrp(device.output) == getpgrp()
    else { return nil }
    var waiting: Int32 = 0
    guard ioctl(device.input, UInt(FIONREAD), &waiting) == 0, waiting == 0 else { return nil }
    var probe = CapabilityProbe(patience: patience)
    device.setRawModes()
    defer { device.restoreModes() }
    guard device.writeAll(probe.ask(questions, at: HostTime.now), timeout: patience) else {
      return nil
    }
    var decoder = InputDecoder()
    var buffer = [UInt8](repeating: 0, count: 1024)
    while let deadline = probe.deadline, HostTime.now < deadline {
      device.waitForInput(seconds: deadline - HostTime.now)
      guard let count = device.read(into: &buffer) else { break }
      for case .reply(let reply) in decoder.feed(buffer.prefix(count), at: HostTime.now) {
        _ = probe.note(reply, at: HostTime.now)
      }
    }
    return probe.answers
  }
}
