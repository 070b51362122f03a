import Foundation
import Models
import TestSupport
import Testing

/// `flick history`.
@Suite(.ownThreads) struct HistoryCommandTests {
  let clips: Clips
  let state: ScratchFolder

  init() throws {
    clips = try Clips.shared.get()
    state = try ScratchFolder()
    let flick = try FlickProcess(
      [clips.folder.path], environment: ["XDG_STATE_HOME": state.path])
    #expect(flick.waitForClip(0))
    #expect(flick.waitUntilSeen())
    flick.press(.down)
    #expect(flick.waitForClip(1))
    #expect(flick.waitUntilSeen())
    #expect(flick.quit() == .status(0))
  }

  private func history(_ arguments: String...) throws -> String {
    let file = state.file("output")
    let status = try Command.run(
      "/bin/sh",
      [
        "-c",
        "XDG_STATE_HOME=\"$1\" LC_ALL=C; export XDG_STATE_HOME LC_ALL; f=$2 o=$3; shift 3; exec \"$f\" history \"$@\" >\"$o\" 2>&1",
        "sh",
        state.path, FlickProcess.binary, file,
      ] + arguments)
    #expect(status == 0)
    return String(decoding: Command.contents(of: file), as: UTF8.self)
  }

  @Test func visitsArePrintedAndForgotten() throws {
    let table = try history()
    let lines = table.split(separator: "\n").map(String.init)
    // A header, two clips, and the total.
    #expect(lines.count == 4)
    #expect(lines[0].hasPrefix("seen"))
    #expect(lines[1].hasSuffix(clips.path(1)) && lines[1].contains("by quitting"))
    #expect(lines[2].hasSuffix(clips.path(0)) && lines[2].contains("to the next"))
    #expect(lines[3].hasPrefix("2 clips, 2 visits, "))
    let json = try history("--format", "jsonl").split(separator: "\n").map {
      try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }
    #expect(json.map { $0?["leaving"] as? String } == ["forwards", "quit"])
    let part = try history("--format", "jsonl", "--since", "1h", clips.path(0))
    #expect(part.split(separator: "\n").count == 1)
    #expect(try history("--since", "2100-01-01") == "no visits\n")
    #expect(try history("--forget", clips.path(0)) == "flick: 1 visit forgotten\n")
    #expect(try history("--format", "jsonl").split(separator: "\n").count == 1)
  }
}
