import TerminalCore
import Testing

@Suite struct MouseTests {
  @Test func buttonsWheelAndMotion() {
    let expected: [(Int, Character, MouseEvent.Kind)] = [
      (0, "M", .press(.left)), (1, "M", .press(.middle)), (2, "M", .press(.right)),
      (0, "m", .release(.left)), (2, "m", .release(.right)), (3, "M", .release(nil)),
      (32, "M", .move(.left)), (35, "M", .move(nil)), (64, "M", .wheel(.up)),
      (65, "M", .wheel(.down)), (66, "M", .wheel(.left)), (67, "M", .wheel(.right)),
    ]
    for (code, final, kind) in expected {
      #expect(
        decode("\u{1B}[<\(code);11;22\(final)") == [.mouse(MouseEvent(kind, column: 10, row: 21))])
    }
  }

  @Test func modifiersComeWithTheButton() {
    let event = MouseEvent(.wheel(.up), column: 0, row: 0, modifiers: [.shift, .alt, .control])
    #expect(decode("\u{1B}[<92;1;1M") == [.mouse(event)])
  }

  @Test func largeCoordinatesAreRead() {
    #expect(
      decode("\u{1B}[<0;500;200M") == [.mouse(MouseEvent(.press(.left), column: 499, row: 199))])
  }

  @Test func x10ReportsAreNotKeys() {
    #expect(
      decode("\u{1B}[M !!q")
        == [.mouse(MouseEvent(.press(.left), column: 0, row: 0)), character("q")])
    #expect(
      decode([0x1B, 0x5B, 0x4D, 0x61, 0xFF, 0x71]) == [
        .mouse(MouseEvent(.wheel(.down), column: 222, row: 80))
      ])
  }
}
