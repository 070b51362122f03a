import AppFeature
import TerminalCore
import Testing

@testable import TerminalUI

@Suite struct KeyMapTests {
  @Test(arguments: [
    (KeyEvent(.down), "next-clip"), ("j", "next-clip"),
    (KeyEvent(.up), "previous-clip"), ("k", "previous-clip"),
    (" ", "pause"), ("q", "quit"), ("5", "jump-5"), ("G", "last-clip"),
    (KeyEvent(.left, .shift), "skip-back"),
    (KeyEvent(.character("c"), .control), "quit"),
    ("-", "softer"), ("+", "louder"), ("=", "louder"),
    ("[", "slower"), ("]", "faster"),
    (",", "step-back"), (".", "step-forward"),
    ("a", "audio-track"), ("c", "subtitles"), ("z", "fit"),
    (KeyEvent(.character("z"), .control), "suspend"),
    ("/", "find"), ("l", "like"), ("r", "refresh"), (KeyEvent(.enter), "details"),
    ("o", "open"), ("y", "copy-path"),
  ])
  func keysAskForWhatTheContractSays(_ key: KeyEvent, _ name: String) {
    #expect(KeyMap.standard.command(for: key)?.name == name)
  }

  @Test func unboundKeysDoNothing() {
    #expect(KeyMap.standard.command(for: "x") == nil)
    #expect(KeyMap.standard.command(for: KeyEvent(.function(5))) == nil)
    #expect(KeyMap.standard.command(for: KeyEvent(.down, .control)) == nil)
  }

  @Test func boundAltKeysAreListed() throws {
    let backspace = KeyEvent(.backspace, .alt)
    #expect(KeyMap.standard.altKeys == [backspace])
    #expect(FilterKey(backspace) == .line(.wordBackspaceTapped))
    let alt = KeyEvent(.character("x"), .alt)
    let (map, _) = KeyMap.standard.changed([
      KeyChange(action: "mute", keys: ["Alt-x", "n"])
    ])
    #expect(map.altKeys == [backspace, alt])
  }

  @Test func noKeyIsBoundTwice() {
    for isOfTriage in [false, true] {
      let keys = KeyMap.standard.bindings.filter { ($0.command.group == .triage) == isOfTriage }
        .flatMap(\.keys)
      #expect(Set(keys).count == keys.count)
    }
  }

  @Test(
    arguments: [
      ("q", FilterKey.line(.typed("q"))), (" ", .line(.typed(" "))), ("/", .line(.typed("/"))),
      ("日", .line(.typed("日"))),
      (KeyEvent(.backspace), .line(.backspaceTapped)),
      (KeyEvent(.character("u"), .control), .line(.clearTapped)),
      (KeyEvent(.character("w"), .control), .line(.wordBackspaceTapped)),
      (KeyEvent(.enter), .line(.returnTapped)),
      (KeyEvent(.escape), .line(.escapeTapped)), (KeyEvent(.down), .command(.nextClip)),
      (KeyEvent(.up), .command(.previousClip)),
      (KeyEvent(.character("c"), .control), .command(.quit)),
    ] as [(KeyEvent, FilterKey)])
  func whileAFilterIsTypedKeysMean(_ key: KeyEvent, _ meaning: FilterKey) {
    #expect(FilterKey(key) == meaning)
  }

  @Test func filterInputIgnoresUnboundKeys() {
    for key in [
      KeyEvent(.left), KeyEvent(.home), KeyEvent(.character("q"), .alt), KeyEvent(.insert),
    ] {
      #expect(FilterKey(key) == nil)
    }
  }

  @Test(arguments: [
    ("two\nlines\there", "two lines here"), ("\u{1B}[31mred\u{7}", "[31mred"), ("a\u{202E}b", "ab"),
    ("\u{FFFD}", "\u{FFFD}"),
  ])
  func pastedTextIsCleaned(_ text: String, _ typed: String) {
    #expect(FilterKey(pasted: Array(text.utf8)) == .line(.typed(typed)))
  }

  @Test func pasteOfControlCharactersIsEmpty() {
    #expect(FilterKey(pasted: [0x1B, 0x07]) == nil)
    #expect(FilterKey(pasted: []) == nil)
    #expect(FilterKey(pasted: [0x41, 0xFF]) == .line(.typed("A\u{FFFD}")))
  }

  @Test(
    arguments: [
      (KeyEvent(.down), OverlayKey.move(.rows(1))), ("k", .move(.rows(-1))),
      (" ", .move(.screens(1))), (KeyEvent(.pageUp), .move(.screens(-1))),
      ("g", .move(.fraction(0))),
      ("G", .move(.fraction(1))), (KeyEvent(.enter), .command(.details)),
      (KeyEvent(.escape), .command(.close)), ("q", .command(.quit)), ("l", .command(.like)),
    ] as [(KeyEvent, OverlayKey)])
  func whileDetailsAreShownKeysMean(_ key: KeyEvent, _ meaning: OverlayKey) {
    #expect(OverlayKey(key, over: .details, keyMap: .standard) == meaning)
  }

  @Test func scrollDistanceIsInRows() {
    #expect(TextMove.rows(-3).rows(from: 5, lastRow: 90, height: 20) == -3)
    #expect(TextMove.screens(1).rows(from: 5, lastRow: 90, height: 20) == 18)
    #expect(TextMove.screens(-1).rows(from: 5, lastRow: 90, height: 1) == -1)
    #expect(TextMove.fraction(0.5).rows(from: 50, lastRow: 90, height: 20) == -5)
  }
}
