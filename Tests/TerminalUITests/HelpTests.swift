import Graphics
import Models
import TerminalCore
import Testing

@testable import AppFeature
@testable import TerminalUI

/// What keys do while the help is shown, and what of it; `LiteralScreenTests` shows its beginning.
@Suite struct HelpTests {
  func screen(
    columns: Int, rows: Int, row: Int = 0, keyMap: KeyMap = .standard, symbols: SymbolSet = .unicode
  ) -> [String] {
    var state = App.State()
    var help = Overlay.State(.help)
    help.scroll.lastRow = row
    help.scroll.move(by: row)
    state.feed.overlay = help
    let layout = ScreenLayout(size: CellSize(columns: columns, rows: rows))
    let drawing = ScreenDrawing(layout: layout, keyMap: keyMap, symbols: symbols)
    var surface = Surface(size: layout.size)
    let model = ScreenModel(state)
    drawing.drawFrame(model, frame: nil, spinnerPhase: 0, into: &surface)
    return text(of: surface, chrome: drawing.chrome(model, time: PlaybackTime()))
  }

  @Test func helpScrollsOnASmallTerminal() {
    expectScreen(
      screen(columns: 30, rows: 10, row: 9),
      """
       Keys  10-16 of 60 Esc closes
       v t            overview;
                      triage

       Playing
       Space          pause, play
       ← →            seek 5 s
       Shift-←/→      seek 30 s
       flick

      """)
  }

  @Test func tagsOfTheKeysAreNamed() {
    func label(_ tags: [String]?) -> CleanText? {
      HelpContent.sections(.standard, symbols: .unicode, tags: tags).flatMap(\.rows)
        .first { $0.keys == "6…9" }?.label
    }
    #expect(label(["bunny", "two words"]) == "bunny, two words")
    #expect(label([]) == "one of your tags")
    #expect(label(["a", String(repeating: "b", count: 100)])?.string.count == 24)
    #expect(label(["a", "b", "c", "d", "e"]) == "a, b, c, d")
  }

  @Test func tagsOfOtherKeysAreNamedToo() {
    let map = KeyMap.standard.changed([
      KeyChange(action: "tag-5", keys: ["w", "F2"]), KeyChange(action: "tag-7", keys: ["b"]),
    ]).map
    func rows(_ map: KeyMap) -> [String] {
      HelpContent.sections(
        map, symbols: .unicode, tags: ["bunny", "two words", "c", "d", "fog", "rain"]
      ).flatMap(\.rows).map { "\($0.keys) \($0.label)" }
    }
    #expect(rows(map).contains("6…9 bunny, two words, c, d"))
    #expect(rows(map).contains("w F2 fog"))
    // A key without a tag, and a tag without a key.
    #expect(rows(map).contains("b tag 7"))
    #expect(!rows(map).contains { $0.contains("rain") })
    #expect(rows(map).count == rows(.standard).count + 2)
    let moved = map.changed([KeyChange(action: "tag-2", keys: ["F3"])]).map
    #expect(rows(moved).contains("F3 two words") && rows(moved).contains("6 bunny"))
  }

  @Test func onATinyTerminalLabelsAreBelowTheirKeys() {
    expectScreen(
      screen(columns: 20, rows: 6, row: 0),
      """
       Keys    Esc closes
       Feed
       ↓ j PgDn
        next clip
       flick

      """)
  }

  @Test func helpShowsTheKeysInUse() {
    let map = KeyMap.standard.changed([
      KeyChange(action: "like", keys: ["m"]), KeyChange(action: "close", keys: ["Backspace"]),
      KeyChange(action: "jump-5", keys: ["F5"]),
    ]).map
    let rows = screen(columns: 120, rows: 40, keyMap: map).map {
      $0.split(separator: " ").joined(separator: " ")
    }
    #expect(rows.contains { $0.contains("m Enter like; details") })
    #expect(rows.contains { $0.contains("F5 jump to 50 %") })
    #expect(rows.contains { $0.contains("Backspace closes") })
    #expect(!rows.contains { $0.contains("mute") })
  }

  @Test func withoutUnicodeHelpIsASCII() {
    let rows = screen(columns: 80, rows: 24, symbols: .ascii)
    #expect(rows.joined().unicodeScalars.filter { !$0.isASCII && $0 != "…" }.isEmpty)
    #expect(rows.joined().contains("Shift-Left/Right"))
  }

  @Test func everySizeIsDrawn() {
    for columns in [0, 1, 2, 5, 19, 20, 21, 59, 60, 80, 500] {
      for rows in [0, 1, 2, 5, 6, 7, 12, 24, 200] {
        for row in [0, 3, 500] {
          #expect(screen(columns: columns, rows: rows, row: row).count == rows)
        }
      }
    }
  }

  @Test(
    arguments: [
      (KeyEvent(.down), OverlayKey.move(.rows(1))), ("k", .move(.rows(-1))),
      (" ", .move(.screens(1))), (KeyEvent(.pageDown), .move(.screens(1))),
      ("g", .move(.fraction(0))), (KeyEvent(.end), .move(.fraction(1))), ("?", .command(.help)),
      (KeyEvent(.escape), .command(.close)), ("q", .command(.quit)), ("m", .command(.mute)),
      (KeyEvent(.enter), .command(.details)),
    ] as [(KeyEvent, OverlayKey)])
  func whileHelpIsShownKeysMean(_ key: KeyEvent, _ meaning: OverlayKey) {
    #expect(OverlayKey(key, over: .help, keyMap: .standard) == meaning)
  }

  @Test func fixedScrollKeysWork() {
    let map = KeyMap.standard.changed([
      KeyChange(action: "next-clip", keys: ["n"]), KeyChange(action: "previous-clip", keys: []),
      KeyChange(action: "mute", keys: ["Home"]),
    ]).map
    #expect(OverlayKey(KeyEvent(.down), over: .help, keyMap: map) == .move(.rows(1)))
    #expect(OverlayKey(KeyEvent(.up), over: .help, keyMap: map) == .move(.rows(-1)))
    #expect(OverlayKey("n", over: .help, keyMap: map) == .move(.rows(1)))
    #expect(OverlayKey(KeyEvent(.home), over: .help, keyMap: map) == .command(.mute))
    #expect(OverlayKey(KeyEvent(.pageUp), over: .details, keyMap: map) == .move(.screens(-1)))
    #expect(OverlayKey(KeyEvent(.function(7)), over: .help, keyMap: map) == nil)
  }

  @Test func filterInputHasItsOwnSwipeKeys() {
    let map = KeyMap.standard.changed([
      KeyChange(action: "next-clip", keys: ["n", "F2"]),
      KeyChange(action: "suspend", keys: ["Ctrl-X"]),
    ]).map
    #expect(FilterKey(KeyEvent(.function(2)), keyMap: map) == .command(.nextClip))
    #expect(FilterKey(KeyEvent(.character("x"), .control), keyMap: map)?.name == "suspend")
    #expect(FilterKey("n", keyMap: map) == .line(.typed("n")))
    #expect(FilterKey(KeyEvent(.down), keyMap: map) == nil)
    #expect(FilterKey(KeyEvent(.character("c"), .control), keyMap: map) == .command(.quit))
  }

  @Test func withoutUnicodeAllIsASCII() {
    let shown = screen(columns: 80, rows: 24, symbols: .ascii)
    #expect(shown.contains { $0.contains("0~9") && $0.contains("jump to 0 %~90 %") })
    #expect(shown.allSatisfy { $0.unicodeScalars.allSatisfy(\.isASCII) })
  }
}

extension FilterKey {
  fileprivate var name: String? {
    if case .command(let command) = self { command.name } else { nil }
  }
}
