import Clients
import Models
import TerminalCore
import Testing

@testable import AppFeature
@testable import TerminalUI

/// The page that lists what an apply will do.
extension ScreenTests {
  private func applyState(_ stage: Apply.Stage) -> App.State {
    var state = clipState()
    state.feed.triage.isOn = true
    state.feed.overlay = Overlay.State(.apply(Apply.State()))
    state.feed.overlay?.apply?.stage = stage
    return state
  }

  @Test func applyListsWhatItDoes() {
    func step(_ kind: FileStep.Kind, _ clip: Int, _ name: String) -> FileStep {
      FileStep(
        kind, clip: clip, FilePath("/clips/\(name)"), to: FilePath("/trash/\(name)"),
        version: FileVersion(modified: FileDate(seconds: 0), size: 1_500_000))
    }
    let overview = ApplyOverview(
      batch: FileBatch(
        id: 1,
        steps: [
          step(.trash, 0, "a.mp4"), step(.trash, 0, "a.srt"), step(.move, 1, "b\u{1B}[m.mp4"),
        ]),
      kept: 1, rejected: 1, problems: ["/clips/c.mp4: Permission denied"])
    expectScreen(
      screen(applyState(.ready(overview)), columns: 60, rows: 16).map { $0.filter { $0 != "▀" } },
      """

           Apply                                   Esc closes

           move: 1 clip, 1 file, 1.5 MB
           trash: 1 clip, 2 files, 3.0 MB
           y does it; u takes it back.
           /clips/c.mp4: Permission denied

           trash  a.mp4  /clips  →  /trash
           trash  a.srt  /clips  →  /trash
           move  b\u{FFFD}[m.mp4  /clips  →  /trash



       river.mp4                                           1 of 1
       ‖ 0:00 ───────────────────────────────────────────────────
      """)
  }

  @Test(arguments: [
    (KeyEvent(.character("y")), OverlayKey.confirm), (KeyEvent(.enter), nil),
    (KeyEvent(.escape), .command(.close)),
    ("A", .command(.apply)), ("q", .command(.quit)), ("x", nil), ("u", nil), ("j", .move(.rows(1))),
    (" ", .move(.screens(1))),
  ])
  func whileItIsShownKeysMean(_ key: KeyEvent, _ meaning: OverlayKey?) {
    #expect(OverlayKey(key, over: .apply, keyMap: .standard, isTriaging: true) == meaning)
  }
}
