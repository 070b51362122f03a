import Graphics
import Models
import TestSupport
import Testing

@testable import TerminalCore

/// What no terminal ought to answer.
@Suite struct HostileReplyTests {
  private static func reply(_ generator: inout SeededGenerator) -> TerminalReply {
    func number(_ generator: inout SeededGenerator) -> Int {
      let choices = [0, 1, 2, 4, 6, 65, 2026, 3600, 0xFF_FFFF, .max]
      return choices.randomElement(using: &generator) ?? 0
    }
    func numbers(_ generator: inout SeededGenerator) -> [Int] {
      (0..<Int.random(in: 0...6, using: &generator)).map { _ in number(&generator) }
    }
    func bytes(_ generator: inout SeededGenerator) -> [UInt8] {
      let starts = ["", ">|", "1$r", "1$r0;48:2::1:2:3", "11;rgb:", "11;rgb:f/f/", "Gi=4201;OK"]
      let start = Array((starts.randomElement(using: &generator) ?? "").utf8)
      let count = [0, 1, 10, 4096].randomElement(using: &generator) ?? 0
      return start
        + (0..<count).map { _ in UInt8.random(in: 0x20...0xFF, using: &generator) }
        + (Bool.random(using: &generator) ? Array("m".utf8) : [])
    }
    switch Int.random(in: 0...9, using: &generator) {
    case 0: return .deviceStatus(number(&generator))
    case 1: return .cursorPosition(column: number(&generator), row: number(&generator))
    case 2: return .mode(number(&generator), setting: number(&generator))
    case 3: return .secondaryAttributes(numbers(&generator))
    case 4, 5: return .window(numbers(&generator))
    case 6: return .graphics(numbers(&generator))
    case 7: return .deviceControl(bytes(&generator))
    case 8: return .operatingSystemCommand(bytes(&generator))
    default: return .applicationProgram(bytes(&generator))
    }
  }

  @Test func hostileRepliesGiveNoImpossibleValues() {
    for seed in Fuzz.seeds(60) {
      var generator = SeededGenerator(seed: seed)
      let probe = Asking.everything()
      for _ in 0..<20 { probe.note(Self.reply(&generator), at: 0.5) }
      #expect(probe.note(.attributes([.max, 4]), at: 0.5), "seed \(seed)")
      let answers = probe.answers
      for _ in 0..<20 {
        #expect(!probe.note(Self.reply(&generator), at: 0.6), "seed \(seed)")
      }
      #expect(probe.answers == answers, "seed \(seed)")
      #expect((answers.name?.string.unicodeScalars.count ?? 0) <= 61, "seed \(seed)")
      if let cell = answers.cellPixels {
        #expect((2...128).contains(cell.width) && (4...256).contains(cell.height))
      }
      for pixels in [PixelSize(width: 0, height: 0), PixelSize(width: .max, height: 1)] {
        var capabilities = Capabilities(colorDepth: .trueColor)
        capabilities.measureCell(
          screen: CellSize(columns: 80, rows: 24), pixels: pixels, answers: answers)
        #expect((0.25...1).contains(capabilities.cellAspect), "seed \(seed)")
      }
    }
  }

  @Test func thousandsOfRepliesCountOnce() {
    let probe = Asking.everything()
    for _ in 0..<10_000 {
      probe.note(.deviceControl(Array(">|one".utf8)))
      probe.note(.cursorPosition(column: 2, row: 1))
    }
    #expect(probe.note(.attributes([62]), at: 0.2))
    #expect(!probe.note(.attributes([62]), at: 0.2))
    #expect(probe.answers.name == "one")
  }

  @Test func terminalNameIsSafeToShow() {
    let probe = Asking.everything()
    probe.note(.deviceControl(Array(">|a\u{1B}]0;b\u{202E}c".utf8)))
    #expect(probe.answers.name?.string.unicodeScalars.contains("\u{1B}") == false)
    #expect(probe.answers.name?.string.unicodeScalars.contains("\u{202E}") == false)
  }
}
