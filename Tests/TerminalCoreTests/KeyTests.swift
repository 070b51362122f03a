import TerminalCore
import Testing

@Suite struct KeyTests {
  @Test func namedKeysAreReadInEveryEncoding() {
    let forms: [(String, Key)] = [
      ("\u{1B}[A", Key.up), ("\u{1B}[B", .down), ("\u{1B}[C", .right), ("\u{1B}[D", .left),
      ("\u{1B}OA", .up), ("\u{1B}OB", .down), ("\u{1B}OC", .right), ("\u{1B}OD", .left),
      ("\u{1B}[H", .home), ("\u{1B}[F", .end), ("\u{1B}OH", .home), ("\u{1B}OF", .end),
      ("\u{1B}[1~", .home), ("\u{1B}[4~", .end), ("\u{1B}[7~", .home), ("\u{1B}[8~", .end),
      ("\u{1B}[2~", .insert), ("\u{1B}[3~", .delete), ("\u{1B}[5~", .pageUp),
      ("\u{1B}[6~", .pageDown), ("\r", .enter), ("\n", .enter), ("\u{1B}OM", .enter),
      ("\t", .tab), ("\u{7F}", .backspace), ("\u{8}", .backspace), ("\u{1B}", .escape),
    ]
    for (bytes, expected) in forms { #expect(decode(bytes) == [key(expected)], "\(expected)") }
  }

  @Test func functionKeysAreReadInEveryEncoding() {
    let keys = [
      ["OP", "[P", "[11~", "[[A"], ["OQ", "[Q", "[12~", "[[B"], ["OR", "[R", "[13~", "[[C"],
      ["OS", "[S", "[14~", "[[D"], ["[15~", "[[E"], ["[17~"], ["[18~"], ["[19~"], ["[20~"],
      ["[21~"], ["[23~"], ["[24~"], ["[25~"], ["[26~"], ["[28~"], ["[29~"], ["[31~"], ["[32~"],
      ["[33~"], ["[34~"],
    ]
    for (index, forms) in keys.enumerated() {
      for form in forms {
        #expect(decode("\u{1B}" + form) == [key(.function(index + 1))], "\(form)")
      }
    }
  }

  @Test func unnamedModifierKeysAreIgnored() {
    for bit in [8, 16, 32] {
      #expect(decode("\u{1B}[113;\(bit + 1)u") == [])
      #expect(decode("\u{1B}[1;\(bit + 2)B") == [])
      #expect(decode("\u{1B}[5;\(bit + 1)~") == [])
      #expect(decode("\u{1B}[27;\(bit + 1);113~") == [])
    }
    // Caps Lock and Num Lock are no modifiers.
    for bit in [64, 128] { #expect(decode("\u{1B}[113;\(bit + 1)u") == [character("q")]) }
  }

  @Test func modifiersAreOnePlusABitmask() {
    for parameter in 1...8 {
      let modifiers = KeyModifiers(rawValue: UInt8(parameter - 1))
      #expect(decode("\u{1B}[1;\(parameter)C") == [key(.right, modifiers)])
      #expect(decode("\u{1B}O\(parameter)C") == [key(.right, modifiers)])
      #expect(decode("\u{1B}[3;\(parameter)~") == [key(.delete, modifiers)])
      #expect(decode("\u{1B}[1;\(parameter)P") == [key(.function(1), modifiers)])
    }
  }

  @Test func rxvtEncodingsAreRead() {
    #expect(decode("\u{1B}[a") == [key(.up, .shift)])
    #expect(decode("\u{1B}Od") == [key(.left, .control)])
    #expect(decode("\u{1B}[5$x") == [key(.pageUp, .shift), character("x")])
    #expect(decode("\u{1B}[5^") == [key(.pageUp, .control)])
    #expect(decode("\u{1B}[5@") == [key(.pageUp, [.control, .shift])])
  }

  @Test func shiftTabIsABackTab() {
    #expect(decode("\u{1B}[Z") == [key(.tab, .shift)])
  }

  @Test func controlLettersKeepTheirLetter() {
    for code in UInt8(1)...26 where ![8, 9, 10, 13].contains(code) {
      #expect(decode([code]) == [character(Character(Unicode.Scalar(code + 96)), .control)])
    }
    #expect(decode([0]) == [character(" ", .control)])
    #expect(decode([0x1C, 0x1D, 0x1E, 0x1F]) == "\\]^_".map { character($0, .control) })
  }

  @Test func printableCharactersAreThemselves() {
    for code in UInt8(0x20)..<0x7F {
      #expect(decode([code]) == [character(Character(Unicode.Scalar(code)))])
    }
    #expect(decode("é€日🎬") == ["é", "€", "日", "🎬"].map { character($0) })
  }

  @Test func escapesInARowAreKeys() {
    #expect(decode("\u{1B}\u{1B}") == [key(.escape), key(.escape)])
    #expect(decode("\u{1B}\u{1B}\u{1B}") == [key(.escape), key(.escape), key(.escape)])
    #expect(decode("\u{1B}\u{1B}x") == [key(.escape), key(.escape), character("x")])
  }

  @Test func numberPadInApplicationModeTypes() {
    for (final, typed) in zip("jklmnopqrstuvwxyX", "*+,-./0123456789=") {
      #expect(decode("\u{1B}O\(final)") == [character(typed)])
    }
  }

  @Test func kittyAndModifyOtherKeysAreRead() {
    #expect(decode("\u{1B}[97;5u") == [character("a", .control)])
    #expect(decode("\u{1B}[97;2u") == [character("A")])
    #expect(decode("\u{1B}[97u") == [character("a")])
    #expect(decode("\u{1B}[27u") == [key(.escape)])
    #expect(decode("\u{1B}[13;2u") == [key(.enter, .shift)])
    #expect(decode("\u{1B}[27;5;9~") == [key(.tab, .control)])
    #expect(decode("\u{1B}[1;1:1A") == [key(.up)])
    #expect(decode("\u{1B}[1;1:3A") == [])
    #expect(decode("\u{1B}[57441u") == [])
  }

  @Test func eightBitControlsAreRead() {
    #expect(decode([0x9B, 0x41]) == [key(.up)])
    #expect(decode([0x8F, 0x42]) == [key(.down)])
    #expect(decode("\u{9B}1;5C") == [key(.right, .control)])
    #expect(decode([0x85]) == [])
  }
}
