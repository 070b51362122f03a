import TestSupport
import Testing

/// Random frames through ncurses, the encoder and a pseudo-terminal.
extension NcursesTerminalTests {
  @Test func randomFramesAndOverlaysAreShownExactly() async throws {
    try await Fuzz.check(share: 0.1, length: 20) { seed, frames in
      let run = try TerminalRun(seed: seed)
      var failure: String?
      for frame in frames where failure == nil {
        failure = await run.show(frame: frame).map { "frame \(frame): \($0)" }
      }
      if failure == nil { failure = await run.rest().map { "at rest: \($0)" } }
      return failure.map { (run.story + [$0]).joined(separator: "\n") }
    }
  }
}
