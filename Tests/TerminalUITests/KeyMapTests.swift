import TerminalCore
import TerminalUI
import Testing

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
    ("a", .cycleSoundTrack), ("c", .cycleCaptions), ("z", .toggleFit),
    (KeyEvent(.character("z"), .control), .suspend),
  ])
  func keysAskForWhatTheContractSays(_ key: KeyEvent, _ intent: Intent) {
    #expect(KeyMap.standard.intent(for: key) == intent)
  }

  @Test func otherKeysDoNothing() {
    #expect(KeyMap.standard.intent(for: "x") == nil)
    #expect(KeyMap.standard.intent(for: KeyEvent(.function(5))) == nil)
    #expect(KeyMap.standard.intent(for: KeyEvent(.down, .control)) == nil)
  }

  @Test func noKeyIsBoundTwice() {
    let keys = KeyMap.standard.bindings.flatMap(\.keys)
    #expect(Set(keys).count == keys.count)
  }
}
