import Foundation
import Models
import TestSupport
import Testing

/// Key bindings, the help that lists them, and input that is not a key.
@Suite(.ownThreads) struct KeyTests {
  let clips: Clips

  init() throws {
    clips = try Clips.shared.get()
  }

  @Test func keysFromFileAndCommandLineAreBound() throws {
    let folder = try ScratchFolder()
    let file = folder.file("my.toml")
    try "[keys]\nnext-clip = [\"w\", \"F5\"]\nprevious-clip = \"Ctrl-P\"\n"
      .write(toFile: file, atomically: false, encoding: .utf8)
    let flick = try FlickProcess(
      ["--config", file, "--key", "quit=e", "--key", "mute=q", clips.folder.path])
    #expect(flick.waitForClip(0))
    flick.press(.down, .character("j"), .character("w"))
    #expect(flick.waitForClip(1))
    flick.type(Array("\u{1B}[15~".utf8))
    #expect(flick.waitForClip(2))
    flick.press(.control("p"))
    #expect(flick.waitForClip(1))
    flick.press(.character("q"))
    #expect(flick.waitUntil { $0.contains("muted") })
    flick.press(.character("?"))
    #expect(flick.waitUntil { $0.contains("w F5") && $0.contains("e Ctrl-C") })
    flick.press(.character("e"))
    #expect(flick.problemsAfterExit(.status(0)) == [])
  }

  /// Most terminals send Alt with a key as Esc followed by the key.
  @Test func escapeSequenceIsTwoKeysUnlessAltIsBound() throws {
    let flick = try FlickProcess(["--key", "mute=Alt-X", clips.folder.path])
    #expect(flick.waitForClip(0))
    flick.type(Array("\u{1B}x".utf8))
    #expect(flick.waitUntil { $0.contains("muted") })
    flick.type(Array("/ab cd".utf8))
    #expect(flick.waitUntil { $0.contains("ab cd") })
    flick.type(Array("\u{1B}\u{7F}".utf8))
    #expect(flick.waitUntil { !$0.contains("ab cd") && $0.contains("ab") })
    flick.type(Array("\u{1B}?".utf8))
    #expect(flick.waitUntil { $0.contains("Keys") && $0.contains("Esc closes") })
    flick.type(Array("\u{1B}q".utf8))
    #expect(flick.problemsAfterExit(.status(0)) == [])
  }

  @Test func controlCQuitsWhateverIsBound() throws {
    let flick = try FlickProcess(["--key", "quit=", clips.folder.path])
    #expect(flick.waitForClip(0))
    flick.press(.character("q"))
    flick.press(.down)
    #expect(flick.waitForClip(1))
    flick.press(.control("c"))
    #expect(flick.problemsAfterExit(.status(0)) == [])
  }

  @Test func unknownOptionIsReportedOnScreenAndAtExit() throws {
    let folder = try ScratchFolder()
    let file = folder.file("my.toml")
    try "volum = 3\n".write(toFile: file, atomically: false, encoding: .utf8)
    let flick = try FlickProcess(["--config", file, clips.folder.path])
    #expect(flick.waitUntil { $0.contains("did you mean `volume`?") })
    #expect(flick.quit() == .status(0))
    #expect(
      flick.standardError
        == "flick: \(file):1: unknown option `volum`: did you mean `volume`?\n")
  }

  @Test func firstRunShowsAHintAboutKeys() throws {
    let state = try ScratchFolder()
    let environment = ["XDG_STATE_HOME": state.path]
    let first = try FlickProcess([clips.folder.path], environment: environment)
    #expect(first.waitUntil { $0.contains("Down next, Up back, ? keys") })
    #expect(first.waitUntil { !$0.contains("? keys") })
    #expect(first.quit() == .status(0))
    let second = try FlickProcess([clips.folder.path], environment: environment)
    #expect(second.waitForClip(0))
    second.run(for: 0.5)
    #expect(!second.model.contains("? keys"))
    #expect(second.quit() == .status(0))
  }

  @Test func helpScrollsAndCloses() throws {
    let flick = try FlickProcess(
      [clips.folder.path], size: CellSize(columns: 40, rows: 12))
    #expect(flick.waitForClip(0))
    flick.press(.character("?"))
    #expect(flick.waitUntil { $0.contains("Keys") && $0.contains("Esc closes") })
    #expect(flick.waitUntil { $0.contains("next clip") })
    flick.press(.down)
    #expect(flick.waitUntil { $0.contains("2-10 of") })
    // The wheel acts like the swipe keys.
    flick.type(Array("\u{1B}[<65;5;5M".utf8))
    #expect(flick.waitUntil { $0.contains("Keys") && !$0.contains("2-10 of") })
    flick.press(.end)
    #expect(flick.waitUntil { $0.contains("q Ctrl-C") })
    flick.resize(CellSize(columns: 100, rows: 30))
    #expect(flick.waitUntil { $0.contains("next clip") && $0.contains("q Ctrl-C") })
    flick.press(.character("?"))
    #expect(flick.waitUntil { !$0.contains("Esc closes") && $0.contains(Clips.names[0]) })
    flick.press(.character("?"))
    #expect(flick.waitUntil { $0.contains("Esc closes") })
    // Details replace it.
    flick.press(.enter)
    #expect(flick.waitUntil { $0.contains("Container") && !$0.contains("next clip") })
    flick.press(.escape)
    #expect(flick.waitUntil { !$0.contains("Container") })
    flick.press(.character("?"))
    #expect(flick.waitUntil { $0.contains("next clip") })
    flick.press(.character("q"))
    #expect(flick.problemsAfterExit(.status(0)) == [])
  }

  /// Pastes, unknown sequences and late replies of the terminal. All contain letters that would
  /// quit, mute, like or change the page.
  @Test func unboundInputIsIgnored() throws {
    let flick = try FlickProcess([clips.folder.path])
    #expect(flick.waitForClip(0))
    #expect(flick.waitUntil { !$0.contains("? keys") })
    let sequences = [
      // Pasted, in one piece and in two, with a late end.
      "\u{1B}[200~qqjjmml\r\u{3}\u{1B}[B\u{1B}[201~", "\u{1B}[200~q", "jm\u{1B}[20", "1~",
      // Keys that are not bound.
      "xXvw\u{1B}[15~\u{1B}[1;5B\u{1B}[1;7A\u{1B}x\u{1B}[2~\u{1B}[3~\t\u{1B}[Z\u{7F}\u{14}",
      "日é😀\u{FF}", "\u{1B}[57399u\u{1B}[113;9u\u{1B}[27;5;120~",
      // Replies: attributes, status, cursor, modes, colours, names, graphics, sizes.
      "\u{1B}[?62;22c\u{1B}[>41;354;0c\u{1B}[0n\u{1B}[24;80R\u{1B}[?2026;2$y",
      "\u{1B}]11;rgb:0000/0000/0000\u{1B}\\\u{1B}]10;rgb:ffff/ffff/ffff\u{7}",
      "\u{1B}P>|qterm(1.0)\u{1B}\\\u{1B}P1$rq\u{1B}\\\u{1B}P1+r436f=323536\u{1B}\\",
      "\u{1B}_Gi=1;OK\u{1B}\\\u{1B}[6;16;8t\u{1B}[4;480;640t\u{1B}[?997;1n\u{1B}[I\u{1B}[O",
      // Sequences of no standard.
      "\u{1B}[99;5q\u{1B}[?1;2j\u{1B}[=5l\u{1B}^qqq\u{1B}\\\u{1B}Xmmm\u{1B}\\",
    ]
    for sequence in sequences {
      flick.type(Array(sequence.utf8))
      flick.run(for: 0.1)
    }
    // Longer than the timeouts for a lone Escape and for an unterminated sequence.
    flick.run(for: 1)
    #expect(flick.titleBar.contains(Clips.names[0]))
    #expect(flick.titleBar.contains("1 of 4"))
    for sign in ["muted", "♥", "liked", "‖", "volume", "copied"] {
      #expect(!flick.model.contains(sign), "\(sign)")
    }
    flick.press(.down)
    #expect(flick.waitForClip(1), "\(flick.model.rows)")
    flick.press(.character("q"))
    #expect(flick.problemsAfterExit(.status(0)) == [])
  }
}
