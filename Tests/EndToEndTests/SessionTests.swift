import Models
import TestSupport
import Testing

/// Everything that keys do, one after another in one session, checked by what is on the screen: in
/// a terminal, and in tmux in a terminal.
@Suite(.ownThreads) struct SessionTests {
  /// Where the program runs.
  enum Place: CaseIterable {
    case terminal
    case tmux
  }

  private static let size = CellSize(columns: 100, rows: 30)

  /// Four short clips, and one long enough to seek in, with two sound tracks and a subtitle file.
  private let folder: ScratchFolder

  init() throws {
    let clips = try Clips.shared.get()
    folder = try ScratchFolder()
    let long = try TestClips.make(
      "session.mkv",
      [
        "-f", "lavfi", "-i", "testsrc2=s=160x90:r=5:d=200", "-f", "lavfi", "-i",
        "sine=f=440:d=200:r=16000", "-map", "0:v", "-map", "1:a", "-map", "1:a", "-c:v", "libx264",
        "-preset", "ultrafast", "-g", "5", "-c:a", "aac", "-b:a", "32k", "-metadata:s:a:0",
        "language=eng",
        "-metadata:s:a:1", "language=fra",
      ])
    _ = try Command.run("cp", [long.description, folder.file("long.mkv")])
    let text = "1\n00:00:00,000 --> 00:03:20,000\nMind the gap\n"
    _ = try Command.run(
      "sh", ["-c", "printf %s \"$1\" > \"$2\"", "sh", text, folder.file("long.en.srt")])
    for (index, name) in Clips.names.enumerated() {
      _ = try Command.run("ln", [clips.path(index), folder.file(name)])
    }
  }

  private func start(_ place: Place) throws -> FlickProcess {
    let options = ["--loop", "one", "--save-to", folder.path, folder.file("long.mkv")]
    guard place == .tmux else { return try FlickProcess(options, size: Self.size) }
    // A server of its own, without the user's settings; it exits with its only window.
    let command = ([FlickProcess.binary, "--audio-device", "null"] + options)
      .map { "'\($0)'" }.joined(separator: " ")
    return try FlickProcess(
      ["-S", folder.file("tmux"), "-f", "/dev/null", "start-server", ";"]
        + ["set", "-g", "status", "off", ";", "set", "-s", "escape-time", "0", ";"]
        + ["new-session", command],
      size: Self.size, audioDevice: nil, binary: "/usr/bin/tmux")
  }

  @Test(arguments: Place.allCases)
  func everyKeyDoesWhatTheKeyTableSays(_ place: Place) throws {
    let flick = try start(place)
    func expect(
      _ text: String, after keys: FlickProcess.Key..., line: SourceLocation = #_sourceLocation
    ) {
      for key in keys { flick.press(key) }
      #expect(flick.waitUntil { $0.contains(text) }, "\(text)", sourceLocation: line)
    }
    func expectNo(
      _ text: String, after keys: FlickProcess.Key..., line: SourceLocation = #_sourceLocation
    ) {
      for key in keys { flick.press(key) }
      #expect(flick.waitUntil { !$0.contains(text) }, "\(text)", sourceLocation: line)
    }
    func expectTime(
      _ text: String, after keys: FlickProcess.Key..., line: SourceLocation = #_sourceLocation
    ) {
      for key in keys { flick.press(key) }
      #expect(
        flick.waitUntil { _ in flick.seekBar.contains(" \(text).") }, "\(text)",
        sourceLocation: line)
    }
    func key(_ character: Character) -> FlickProcess.Key { .character(character) }

    expect("long.mkv")
    expect("‖", after: .space)
    expectTime("1:40", after: key("5"))
    expectTime("1:45", after: .right)
    expectTime("1:40", after: .left)
    expectTime("2:10", after: .shiftRight)
    expectTime("1:40", after: .shiftLeft)
    expectTime("0:00", after: key("0"))
    for digit in 1...9 {
      let time = digit * 20
      expectTime(
        "\(time / 60):\(time % 60 / 10)\(time % 10)", after: key(Character("\(digit)")))
    }
    // Five frames per second.
    for _ in 0..<5 { flick.press(key(".")) }
    expectTime("3:01")
    expectTime("3:00", after: key(","))
    expectTime("0:20", after: key("1"))
    expect("saved", after: key("s"))
    expect("-screen.png", after: key("S"))
    expectNo("‖", after: .space)

    expect("muted", after: key("m"))
    expectNo("muted", after: key("m"))
    expect("95 %", after: key("-"))
    expect("100 %", after: key("+"))
    expect("95 %", after: key("-"))
    expect("100 %", after: key("="))
    expect("0.75x", after: key("["))
    expectNo("0.75x", after: key("]"))
    expect("1.25x", after: key("]"))
    expectNo("1.25x", after: key("["))
    expect("fra", after: key("a"))
    expect("Mind the gap", after: key("c"))
    expectNo("Mind the gap", after: key("c"))
    expect("fill", after: key("z"))
    expect("fit", after: key("z"))
    expect("loop: feed", after: key("L"))
    expect("loop: off", after: key("L"))
    expect("loop: one", after: key("L"))
    expect("♥", after: key("l"))
    expectNo("♥", after: key("l"))
    expect("copied", after: key("y"))
    expect("couldn't open", after: key("o"))

    expect("Container", after: .enter)
    expectNo("Container", after: .escape)
    expect("Keys", after: key("?"))
    expectNo("Keys", after: .escape)
    expect("Dropped", after: key("i"))
    expectNo("Dropped", after: key("i"))

    expect(Clips.names[0], after: key("g"))
    expect("long.mkv", after: key("G"))
    expect(Clips.names[0], after: .home)
    expect("long.mkv", after: .end)
    expect(Clips.names[3], after: .up)
    expect(Clips.names[2], after: key("k"))
    expect(Clips.names[1], after: .pageUp)
    expect(Clips.names[2], after: .down)
    expect(Clips.names[3], after: key("j"))
    expect("long.mkv", after: .pageDown)
    expect("up to date", after: key("r"))
    expect("/rota", after: key("/"), key("r"), key("o"), key("t"), key("a"))
    expect(Clips.names[2], after: .enter)
    expect("of 5", after: .escape)

    // Unbound keys do nothing, and neither do pastes.
    flick.type(Array("\u{1B}[200~qqq\u{1B}[201~\u{1B}[24;5~\u{1B}[99;9u\u{5}".utf8))
    flick.press(.control("l"))
    expect("♥", after: key("l"))
    flick.press(key("q"))
    #expect(flick.waitForExit() == .status(0))
    #expect(flick.isTerminalRestored)
  }
}
