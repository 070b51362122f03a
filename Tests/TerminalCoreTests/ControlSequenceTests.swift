import TestSupport
import Testing

@testable import TerminalCore

@Suite struct ControlSequenceTests {
  private func read(_ text: String) -> ControlSequence? { ControlSequence(text.utf8) }

  /// Written from its parts, a sequence is read as them.
  @Test func sequencesAreParsed() throws {
    let seed = Fuzz.seed
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<3_000 {
      let prefix: UInt8? = generator.chance(0.5) ? generator.pick(Array("<=>?".utf8)) : nil
      // A missing parameter is 0; none at all is none.
      let parameters = (0..<generator.int(0..<6)).map { _ in
        generator.chance(0.2) ? 0 : generator.int(0..<100_000)
      }
      let texts = parameters.map { $0 == 0 && generator.chance(0.5) ? "" : "\($0)" }
      let intermediates = (0..<generator.int(0..<3)).map { _ in UInt8(generator.int(0x20..<0x30)) }
      let middle = Array(texts.joined(separator: ";").utf8)
      let bytes = (prefix.map { [$0] } ?? []) + middle + intermediates
      let sequence = try #require(ControlSequence(bytes), "seed \(seed): \(bytes)")
      #expect(sequence.prefix == prefix, "seed \(seed): \(bytes)")
      #expect(sequence.intermediates == intermediates, "seed \(seed): \(bytes)")
      #expect(sequence.parameters == (middle.isEmpty ? [] : parameters), "seed \(seed): \(bytes)")
      #expect(
        (0..<8).map { sequence[$0] }.prefix(sequence.parameters.count) == sequence.parameters[...])
      #expect(sequence[sequence.parameters.count] == 0)
      #expect(sequence.eventType == nil)
    }
  }

  @Test(arguments: ["1 2", "1!;", "1?", ";<", "a", "1;\u{1B}", "1\"2", " 1"])
  func partsInAnotherOrderAreInvalid(_ text: String) {
    #expect(read(text) == nil)
  }

  /// As the kitty keyboard protocol has them.
  @Test func secondSubparameterIsTheEventType() {
    #expect(read("97;5:3")?.eventType == 3)
    #expect(read("97;5:3")?.parameters == [97, 5])
    #expect(read("97:65:98;5:12;9:4")?.eventType == 12)
    #expect(read("97:3")?.eventType == nil)
    #expect(read(":")?.parameters == [0])
  }

  @Test func numbersSaturate() {
    let digits = String(repeating: "9", count: 1_000)
    #expect(read("\(digits);1:\(digits)")?.parameters == [0xFF_FFFF, 1])
    #expect(read("\(digits);1:\(digits)")?.eventType == 0xFF_FFFF)
  }

  @Test(
    arguments: [
      ("", []), ("5", .control), ("1;5", .control), ("1;2", .shift), ("1;1", []), ("1;2;9", .shift),
    ] as [(String, KeyModifiers)])
  func modifiersAreInTheLastParameter(_ text: String, _ modifiers: KeyModifiers) {
    #expect(read(text)?.modifiers == modifiers)
  }
}
