import AppFeature
import TerminalCore
import Testing

@testable import TerminalUI

@Suite struct KeyMapTests {
  @Test(arguments: [
    (KeyEvent(.down), Intent.nextPage), ("j", .nextPage),
    (KeyEvent(.up), .previousPage), ("k", .previousPage),
    (" ", .togglePause), ("q", .quit), ("5", .jump(toFraction: 0.5)), ("G", .lastPage),
    (KeyEvent(.left, .shift), .seek(by: -30)),
    (KeyEvent(.character("c"), .control), .quit),
    ("-", .changeVolume(by: -5)), ("+", .changeVolume(by: 5)), ("=", .changeVolume(by: 5)),
    ("[", .changeSpeed(by: -1)), ("]", .changeSpeed(by: 1)),
    (",", .step(by: -1)), (".", .step(by: 1)),
    ("a", .cycleSoundTrack), ("c", .cycleSubtitles), ("z", .toggleFit),
    (KeyEvent(.character("z"), .control), .suspend),
    ("/", .openFilter), ("l", .toggleLike), ("r", .refresh), (KeyEvent(.enter), .toggleDetails),
    ("o", .openOutside), ("y", .copyLocation),
  ])
  func keysAskForWhatTheContractSays(_ key: KeyEvent, _ intent: Intent) {
    #expect(KeyMap.standard.intent(for: key) == intent)
  }

  @Test func unboundKeysDoNothing() {
    #expect(KeyMap.standard.intent(for: "x") == nil)
    #expect(KeyMap.standard.intent(for: KeyEvent(.function(5))) == nil)
    #expect(KeyMap.standard.intent(for: KeyEvent(.down, .control)) == nil)
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
      let keys = KeyMap.standard.bindings.filter { $0.intent.isOfTriage == isOfTriage }
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
      (KeyEvent(.escape), .line(.escapeTapped)), (KeyEvent(.down), .intent),
      (KeyEvent(.up), .intent),
      (KeyEvent(.character("c"), .control), .intent),
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
      ("G", .move(.fraction(1))), (KeyEvent(.enter), .close), (KeyEvent(.escape), .close),
      ("q", .intent(.quit)), ("y", .intent(.copyLocation)), ("l", .intent(.toggleLike)),
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
