import Foundation
import Models
import TestSupport
import Testing

/// Judging clips, and `flick verdicts`.
@Suite(.ownThreads) struct TriageTests {
  let folder: ScratchFolder
  let state: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    state = try ScratchFolder()
    // Landscape: their title is in the title bar.
    for name in ["a", "b", "c", "d"] {
      _ = try Command.run("cp", [try Clips.shared.get().path(0), folder.file("\(name).mp4")])
    }
  }

  private func start(_ arguments: String...) throws -> FlickProcess {
    try FlickProcess(arguments + [folder.path], environment: ["XDG_STATE_HOME": state.path])
  }

  /// Presses a key until the title bar begins with a clip's name and has some text.
  private func press(
    _ key: String, in flick: FlickProcess, until name: String, _ text: String
  ) -> Bool {
    flick.judge(key) { _ in flick.isAt(name, text) }
  }

  private func verdicts(_ arguments: String..., status wanted: Int32 = 0) throws -> String {
    let file = state.file("output")
    let status = try Command.run(
      "/bin/sh",
      [
        "-c",
        "XDG_STATE_HOME=\"$1\" LC_ALL=C; export XDG_STATE_HOME LC_ALL; f=$2 o=$3; shift 3; exec \"$f\" verdicts \"$@\" >\"$o\" 2>&1",
        "sh", state.path, FlickProcess.binary, file,
      ] + arguments)
    #expect(status == wanted)
    return String(decoding: Command.contents(of: file), as: UTF8.self)
  }

  @Test func clipsAreJudgedUndoneAndListed() throws {
    let flick = try start("--triage", "--tag", "two words")
    // Opened, so that lists tell its length; and seen, so that no key is too early.
    #expect(flick.waitUntilSeen())
    #expect(press("P", in: flick, until: "a.mp4", "kept  3 unreviewed · 1 kept · 0 rejected"))
    flick.type(Array("46".utf8))
    #expect(flick.waitUntil { _ in flick.isAt("a.mp4", "kept ★★★★ two words") })
    #expect(press("p", in: flick, until: "b.mp4", "3 unreviewed · 1 kept · 0 rejected"))
    #expect(press("x", in: flick, until: "c.mp4", "2 unreviewed · 1 kept · 1 rejected"))
    #expect(flick.quit() == .status(0))

    // The next run begins at what has no verdict, and undo reaches into the last one.
    let next = try start("--triage")
    #expect(next.waitUntil { _ in next.isAt("c.mp4") })
    next.press(.character("u"))
    #expect(next.waitUntil { $0.contains("undone: rejected (b.mp4)") })
    #expect(next.waitUntil { _ in next.isAt("b.mp4", "3 unreviewed · 1 kept · 0 rejected") })
    next.press(.control("r"))
    #expect(next.waitUntil { _ in next.isAt("c.mp4", "2 unreviewed · 1 kept · 1 rejected") })
    #expect(press("x", in: next, until: "d.mp4", "1 unreviewed · 1 kept · 2 rejected"))
    #expect(next.judge("p") { $0.contains("No clips left to judge.") })
    #expect(next.waitUntil { $0.contains("2 kept, 2 rejected") })
    #expect(next.quit() == .status(0))

    // With everything judged, it says so, and undo still works.
    let last = try start("--triage")
    #expect(last.waitUntil { $0.contains("No clips left to judge.") })
    last.press(.character("u"))
    // The card may still be below the new title, and leaves with the picture.
    #expect(
      last.waitUntil {
        last.isAt("d.mp4", "1 unreviewed") && !$0.contains("No clips left to judge.")
      })
    #expect(last.judge("p") { $0.contains("No clips left to judge.") })
    #expect(last.quit() == .status(0))

    let rows = try verdicts("--format", "csv", folder.path).split(separator: "\n")
      .map { String($0) }
    #expect(rows.count == 5)
    #expect(rows[0] == "filepath,verdict,rating,tags,in,out,duration,reviewed_at,key")
    #expect(rows[1].hasPrefix("\(folder.file("a.mp4")),keep,4,two words,,,3,20"))
    #expect(rows[1].hasSuffix(",file://\(folder.file("a.mp4"))"))
    #expect(rows[2].hasPrefix("\(folder.file("b.mp4")),reject,0,,"))
    #expect(
      try verdicts("--show", "is:kept", "--format", "paths")
        == "\(folder.file("a.mp4"))\n\(folder.file("d.mp4"))\n")
    #expect(
      try verdicts("--show", "tag:two-words", "--format", "ffconcat")
        == "ffconcat version 1.0\nfile '\(folder.file("a.mp4"))'\n")
    #expect(
      try verdicts("--show", "all", "--match", "is:kept", "--format", "paths")
        == "\(folder.file("a.mp4"))\n\(folder.file("d.mp4"))\n")
    #expect(try verdicts("--show", "liked", "--match", "is:kept") == "")
    let json = try verdicts("--show", "rated:>3").split(separator: "\n").map {
      try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }
    #expect(json.map { $0?["filepath"] as? String } == [folder.file("a.mp4")])
    #expect(json.map { $0?["verdict"] as? String } == ["keep"])
  }

  @Test func ratingsAndTagsOfOwnKeysGoOn() throws {
    let tags = ["a", "b", "c", "d", "fog"].flatMap { ["--tag", $0] }
    let flick = try FlickProcess(
      ["--triage", "--advance", "tags", "--key", "tag-5=w"] + tags + [folder.path],
      environment: ["XDG_STATE_HOME": state.path])
    #expect(press("3", in: flick, until: "b.mp4", ""))
    #expect(press("w", in: flick, until: "c.mp4", ""))
    #expect(flick.quit() == .status(0))
    let rows = try verdicts("--format", "csv", folder.path)
    #expect(rows.contains("a.mp4,,3,,") && rows.contains("b.mp4,,0,fog,"), "\(rows)")
  }

  /// What others wrote, which no word of a library's accompanies.
  @Test func xmpIsWrittenWithoutWordsOfItsLibrary() throws {
    let flick = try start("--triage")
    #expect(press("p", in: flick, until: "b.mp4", "1 kept"))
    #expect(flick.quit() == .status(0))
    let sidecar = folder.file("a.mp4.xmp")
    let text = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/">
      <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
       <rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
         xmlns:digiKam="http://www.digikam.org/ns/1.0/" xmp:Rating="many">
        <digiKam:TagsList>night</digiKam:TagsList>
       </rdf:Description>
      </rdf:RDF>
      </x:xmpmeta>
      """
    try text.write(toFile: sidecar, atomically: false, encoding: .utf8)
    #expect(try verdicts("--format", "xmp", folder.path) == "\(sidecar)\n")
    #expect(try String(contentsOfFile: sidecar, encoding: .utf8).contains("xmpDM:good"))
  }

  @Test func markedPartRepeatsAndIsListed() throws {
    let flick = try start("--triage", "--mark-lead", "500ms")
    #expect(flick.waitUntil { _ in flick.isAt("a.mp4") })
    flick.press(.space)
    #expect(flick.waitForBar("‖"))
    // A frame of 25.
    #expect(flick.judge("I") { $0.contains("in point at") })
    for _ in 0..<10 { flick.type(Array(".".utf8)) }
    #expect(flick.waitForBar(/frame +1[0-9]/))
    flick.type(Array("O".utf8))
    #expect(flick.waitUntil { $0.contains("out point at") })
    #expect(flick.waitForBar("]"))
    #expect(flick.seekBar.contains("["))
    #expect(press("x", in: flick, until: "b.mp4", "1 rejected"))
    #expect(flick.quit() == .status(0))
    let list = try verdicts("--format", "ffconcat")
    #expect(list.contains(/inpoint [0-9.]+\noutpoint [0-9.]+\n$/), "\(list)")
  }

  /// The terminal is the editor's, and then Flick's again.
  @Test func captionIsShownAndEdited() throws {
    let editor = state.file("editor")
    try """
    #!/bin/sh
    trap 'echo interrupted' INT
    stty -a | grep -q ' icanon' && echo "editing $(basename "$2") $1"
    read -r line || read -r line
    echo "$line" > "$2"

    """.write(toFile: editor, atomically: false, encoding: .utf8)
    #expect(chmod(editor, 0o700) == 0)
    try "a bee\non a flower\n".write(
      toFile: folder.file("a.txt"), atomically: false, encoding: .utf8)
    let flick = try FlickProcess(
      ["--triage", folder.path],
      environment: ["XDG_STATE_HOME": state.path, "EDITOR": "\(editor) --wait"])
    #expect(flick.waitUntil { $0.contains("a bee") && $0.contains("on a flower") })
    #expect(press("P", in: flick, until: "a.mp4", "kept"))
    flick.press(.character("E"))
    #expect(flick.waitUntil { $0.contains("editing a.txt --wait") && !$0.contains("a.mp4") })
    // Flick does not read what is typed there, and an interrupt does not end it.
    flick.type([3])
    #expect(flick.waitUntil { $0.contains("interrupted") })
    flick.type(Array("q bumblebee\n".utf8))
    #expect(flick.waitUntil { _ in flick.isAt("a.mp4", "kept") })
    #expect(flick.waitUntil { $0.contains("q bumblebee") && !$0.contains("on a flower") })
    #expect(press("p", in: flick, until: "b.mp4", "1 kept"))
    #expect(flick.waitUntil { !$0.contains("bumblebee") })
    #expect(flick.quit() == .status(0))
    #expect(Command.contents(of: folder.file("a.txt")) == Array("q bumblebee\n".utf8))
  }

  @Test func missingEditorIsTold() throws {
    let flick = try FlickProcess(
      ["--triage", folder.path],
      environment: ["XDG_STATE_HOME": state.path, "EDITOR": "no-such-editor"])
    #expect(flick.waitUntil { _ in flick.isAt("a.mp4") })
    flick.press(.character("E"))
    #expect(
      flick.waitUntil { $0.contains("couldn't edit with no-such-editor") && $0.contains("EDITOR") },
      "\(flick.model.rows)")
    #expect(press("p", in: flick, until: "b.mp4", "1 kept"))
    #expect(flick.quit() == .status(0))
  }

  @Test func listsAreReadBack() throws {
    let list = state.file("list.csv")
    try """
    filepath,verdict,rating,tags
    \(folder.file("a.mp4")),keep,5,"x,two words"
    \(folder.file("b.mp4")),reject,0,
    \(folder.file("gone.mp4")),keep,0,
    \(folder.file("c.mp4")),maybe,0,

    """.write(toFile: list, atomically: false, encoding: .utf8)
    #expect(
      try verdicts("--import", list, status: 65) == """
        flick: line 5: verdict cannot be “maybe”
        flick: line 4: \(folder.file("gone.mp4")) does not exist
        flick: 2 reviews changed

        """)
    for format in ["csv", "jsonl"] {
      let exported = try verdicts("--format", format)
      #expect(exported.contains("two words"))
      let copy = state.file("copy")
      try exported.write(toFile: copy, atomically: false, encoding: .utf8)
      #expect(try verdicts("--import", copy) == "flick: 0 reviews changed\n")
    }
    try "filepath,verdict\n\(folder.file("a.mp4")),keep\n\(folder.file("b.mp4")),keep\n"
      .write(toFile: list, atomically: false, encoding: .utf8)
    let compared = try verdicts("--import", list, "--reviewer", "Ann")
    #expect(compared.contains("\(folder.file("b.mp4")): you reject, Ann keep\n"))
    #expect(compared.contains("1 of 2 verdicts agree"))
  }

  private static let names = ["it's, \"a\" b.mp4", "ünï — 日本.mp4", "#hash\\n.mp4", " blanks .mp4"]

  /// Marks a second of each of some files with difficult names, and lists them.
  private func list(_ format: String) throws -> String {
    let reviews = state.file("reviews.jsonl")
    var lines = ""
    for name in Self.names {
      _ = try Command.run("cp", [try Clips.shared.get().path(0), folder.file(name)])
      let line: [String: Any] = [
        "filepath": folder.file(name), "verdict": "keep", "rating": 4, "tags": "two words,x",
        "in": 0.5, "out": 1.5,
      ]
      lines += String(decoding: try JSONSerialization.data(withJSONObject: line), as: UTF8.self)
      lines += "\n"
    }
    try lines.write(toFile: reviews, atomically: false, encoding: .utf8)
    _ = try verdicts("--import", reviews)
    let list = state.file("list.\(format)")
    try verdicts("--format", format).write(toFile: list, atomically: false, encoding: .utf8)
    return list
  }

  @Test func partsAreReadByFFmpeg() throws {
    let output = state.file("probe")
    let status = try Command.run(
      "sh",
      [
        "-c",
        "ffmpeg -v error -f concat -safe 0 -i \"$1\" -map 0:v -f framecrc - > \"$2\"", "sh",
        try list("ffconcat"), output,
      ])
    let frames = String(decoding: Command.contents(of: output), as: UTF8.self)
      .split(separator: "\n").count { !$0.hasPrefix("#") }
    // A second of each, and with FFmpeg what is between the in point and the keyframe before it.
    #expect(status == 0 && (29...46).contains(frames / Self.names.count), "\(frames)")
  }

  @Test(.enabled(if: Command.isInstalled("mpv"))) func playlistIsReadByMpv() throws {
    let output = state.file("log")
    _ = try Command.run(
      "sh",
      [
        "-c",
        "mpv --no-config --vo=null --ao=null --frames=1 --playlist=\"$1\" > \"$2\" 2>&1", "sh",
        try list("m3u"), output,
      ])
    let log = String(decoding: Command.contents(of: output), as: UTF8.self)
    for name in Self.names { #expect(log.contains("Playing: \(folder.file(name))"), "\(log)") }
  }

  /// By FiftyOne, too, whose `CSVDataset` has `filepath` as its default field.
  @Test(.enabled(if: python != nil)) func tableIsReadByPandas() throws {
    let output = state.file("table")
    let program = """
      import sys, pandas
      for row in pandas.read_csv(sys.argv[1]).itertuples():
        print(row.filepath, row.verdict, row.rating, row.tags.split(','), row._5, row.out, sep='|')
      """
    let status = try Command.run(
      "sh",
      [
        "-c", "\"$1\" -c \"$2\" \"$3\" > \"$4\"", "sh", Self.python ?? "", program, list("csv"),
        output,
      ])
    let rows = String(decoding: Command.contents(of: output), as: UTF8.self)
    #expect(status == 0)
    for name in Self.names {
      #expect(
        rows.contains("\(folder.file(name))|keep|4|['two words', 'x']|0.5|1.5\n"), "\(rows)")
    }
  }

  /// A Python with pandas: `FLICK_PYTHON` names it.
  private static let python: String? = {
    let python = getenv("FLICK_PYTHON").map { String(cString: $0) } ?? "python3"
    let hasPandas = try? Command.run(
      "sh", ["-c", "\"$1\" -c 'import pandas' 2>/dev/null", "sh", python])
    return hasPandas == 0 ? python : nil
  }()

  /// Written only when asked for, and told where it cannot be.
  @Test func filesTellOtherPrograms() throws {
    let list = state.file("list.csv")
    try """
    filepath,verdict,rating,tags
    \(folder.file("a.mp4")),keep,5,"x,two words"
    \(folder.file("b.mp4")),reject,0,
    \(folder.file("c.mp4")),keep,0,
    \(folder.file("d.mp4")),keep,2,y

    """.write(toFile: list, atomically: false, encoding: .utf8)
    _ = try verdicts("--import", list)
    try "no XMP".write(
      toFile: folder.file("c.mp4.xmp"), atomically: false, encoding: .utf8)
    #expect(unlink(folder.file("d.mp4")) == 0)
    let written = try verdicts("--format", "xmp", status: 74)
    #expect(written.contains("\(folder.file("a.mp4.xmp"))\n\(folder.file("b.mp4.xmp"))\n"))
    #expect(written.contains("c.mp4.xmp: it is not readable as XMP"))
    // What is gone needs no notes.
    #expect(!written.contains("d.mp4"))
    #expect(Command.contents(of: folder.file("c.mp4.xmp")) == Array("no XMP".utf8))
    #expect(
      try verdicts("--format", "xattr", "--show", "is:kept rated:>3")
        == "\(folder.file("a.mp4"))\n")
    #expect(try verdicts("--format", "xattr", "--show", "is:kept rated:>3") == "")
    // Another Flick, which has not decided anything, reads them.
    let other = try FlickProcess(
      ["--triage", folder.path], environment: ["XDG_STATE_HOME": state.file("other")])
    #expect(other.waitUntil { _ in other.isAt("a.mp4", "★★★★★ x, two words") })
    #expect(other.quit() == .status(0))
  }

  @Test func wrongPathsAreTold() throws {
    #expect(try verdicts("/no/such/folder", status: 66).contains("/no/such/folder: No such file"))
    #expect(try verdicts(folder.path) == "")
  }

  @Test func heldKeyJudgesOnlyWhatWasSeen() throws {
    let flick = try start("--triage")
    #expect(flick.waitUntil { _ in flick.isAt("a.mp4") })
    flick.type(Array("xxxxxxxxxxxxxxxx".utf8))
    #expect(flick.waitUntil { $0.contains("too early") })
    #expect(flick.quit() == .status(0))
    #expect(try verdicts("--format", "paths").split(separator: "\n").count <= 1)
  }
}

extension FlickProcess {
  /// Presses a key of triage, and again only if it is refused because the picture was not seen yet: another press
  /// would judge the next clip. On a machine so busy that nothing is drawn for seconds, that is not seen: then
  /// nothing happens for long.
  func judge(_ key: String, until isDone: (TerminalModel) -> Bool) -> Bool {
    for _ in 0..<60 {
      guard waitUntil({ $0.isAlternateScreen && !$0.contains(Self.refusal) }) else { return false }
      type(Array(key.utf8))
      _ = waitUntil(timeout: 15) { isDone($0) || $0.contains(Self.refusal) }
      if isDone(model) { return true }
    }
    return false
  }

  private static let refusal = "too early"

  /// Whether the title bar begins with a clip's name, and has some text.
  fileprivate func isAt(_ name: String, _ text: String = "") -> Bool {
    titleBar.hasPrefix(" \(name) ") && (text.isEmpty || titleBar.contains(text))
  }
}
