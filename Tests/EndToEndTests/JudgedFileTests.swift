import Glibc
import Models
import Platform
import TestSupport
import Testing

/// What becomes of verdicts whose files are others by now, or are named by somebody else's store.
@Suite(.ownThreads) struct JudgedFileTests {
  private let clips: Clips
  private let scratch: ScratchFolder
  private let folder: String

  init() throws {
    clips = try Clips.shared.get()
    scratch = try ScratchFolder()
    folder = scratch.file("home/card")
    for name in ["home", "home/card"] { #expect(mkdir(scratch.file(name), 0o700) == 0) }
  }

  private var environment: [String: String?] {
    ["XDG_STATE_HOME": scratch.file("home/state"), "XDG_DATA_HOME": scratch.file("home/data")]
  }

  private func flick(_ arguments: String..., status: Int32 = 0) throws -> ProgramOutput {
    let output = try ProgramOutput(arguments, environment: environment)
    #expect(output.status == status, "\(arguments): \(output.error)")
    return output
  }

  /// Fills the folder with clips of the same names, and rejects them all.
  private func rejectAll(_ names: [String], store: String...) throws {
    for (index, name) in names.enumerated() { try copy(index, to: name) }
    let list = scratch.file("list.jsonl")
    let lines = names.map {
      #"{"filepath": "\#(folder)/\#($0)", "verdict": "reject", "rating": 3}"#
    }
    try FilePath(list).write(Array(lines.joined(separator: "\n").utf8), mode: 0o600)
    let output = try ProgramOutput(
      ["verdicts", "--import", list] + store, environment: environment)
    #expect(output.status == 0, "\(output.error)")
  }

  private func copy(_ index: Int, to name: String) throws {
    try FilePath("\(folder)/\(name)").write(
      Command.contents(of: clips.path(index % Clips.names.count)), mode: 0o600)
  }

  /// A card is formatted, and new clips take the same names.
  @Test func formattedCardHasNoVerdicts() throws {
    let names = (1...4).map { "GOPR000\($0).mp4" }
    try rejectAll(names)
    #expect(try flick("verdicts", "--show", "is:rejected", "--format", "paths").lines.count == 4)
    for (index, name) in names.enumerated() { try copy(index + 1, to: name) }
    let before = FolderSnapshot(folder)
    for format in ["jsonl", "csv", "paths", "m3u", "ffconcat", "xmp", "xattr"] {
      let output = try flick("verdicts", "--show", "is:rejected", "--format", format)
      #expect(!output.text.contains("GOPR"), "\(format)")
    }
    #expect(try !flick("apply", "--dry-run", folder).text.contains("GOPR"))
    _ = try flick("apply", "--yes", folder)
    _ = try flick("apply", "--yes", "--delete", folder)
    #expect(FolderSnapshot(folder).differences(from: before) == [])
  }

  @Test(arguments: ["jsonl", "csv", "paths", "m3u", "ffconcat", "xmp"])
  func namesReachATerminalWithoutControls(_ format: String) throws {
    let name = "a\u{1B}]0;evil\u{7}\u{9B}31m.mp4"
    try copy(0, to: name)
    let list = scratch.file("list.csv")
    try FilePath(list).write(
      Array("filepath,verdict\n\"\(folder)/\(name)\",reject\n".utf8), mode: 0o600)
    _ = try flick("verdicts", "--import", list)
    let flick = try FlickProcess(
      ["verdicts", "--format", format], audioDevice: nil, environment: environment)
    #expect(flick.waitForExit() == .status(0))
    let output = String(decoding: flick.output, as: UTF8.self)
    #expect(output.contains("evil"))
    #expect(!output.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{7}" || $0 == "\u{9B}" })
  }

  /// Links beside the clips, and in their place, to files of the user elsewhere.
  @Test(arguments: ["xmp", "xattr"])
  func storeOfSomebodyElseWritesThroughNoLink(_ format: String) throws {
    try rejectAll(["a.mp4", "b.mp4"], store: "--store", "\(folder)/.flick.db")
    let mine = scratch.file("home/mine")
    for name in ["a.mp4", "b.mp4"] {
      try FilePath("\(mine)-\(name)").write(
        Command.contents(of: "\(folder)/\(name)"), mode: 0o600)
    }
    try FilePath("\(mine).xmp").write(
      Array(#"<x:xmpmeta xmlns:x="adobe:ns:meta/"></x:xmpmeta>"#.utf8), mode: 0o600)
    #expect(symlink("\(mine).xmp", "\(folder)/a.mp4.xmp") == 0)
    #expect(unlink("\(folder)/b.mp4") == 0)
    #expect(symlink("\(mine)-b.mp4", "\(folder)/b.mp4") == 0)
    let before = FolderSnapshot(scratch.file("home")) { $0 == folder || $0.contains("/state") }
    _ = try ProgramOutput(
      ["verdicts", "--format", format, "--store", "here", folder], environment: environment)
    let after = FolderSnapshot(scratch.file("home")) { $0 == folder || $0.contains("/state") }
    #expect(after.differences(from: before) == [])
    let attributes = FilePath("\(mine)-b.mp4").withCString { path in
      ["user.xdg.tags", "user.baloo.rating"].map { FileAttribute.value($0, of: path) }
    }
    #expect(attributes == [nil, nil])
  }

  /// The journal beside somebody else's store names a file of the user to delete.
  @Test func storeOfSomebodyElseDeletesNothing() throws {
    try rejectAll(["a.mp4"], store: "--store", "\(folder)/.flick.db")
    let store = "\(folder)/.flick.db"
    let secret = scratch.file("home/secret")
    try FilePath(secret).write(Array("precious".utf8), mode: 0o600)
    let journal = HotJournal(
      pages: Command.contents(of: store).count / 4_096, superJournal: Array(secret.utf8))
    func outside() -> FolderSnapshot {
      FolderSnapshot(scratch.file("home")) {
        $0 == folder || $0 == scratch.file("home/state") || $0 == scratch.file("home/data")
      }
    }
    let before = outside()
    for arguments in [
      ["verdicts"], ["history"], ["history", "--forget"], ["apply", "-n"], ["apply", "--finish"],
      ["undo"], ["verdicts", "--format", "xmp"],
    ] {
      try FilePath(store + "-journal").write(journal.bytes, mode: 0o600)
      let places = arguments[0] == "undo" ? [] : [folder]
      _ = try ProgramOutput(
        arguments + ["--store", "here"] + places, environment: environment,
        before: "cd '\(folder)';")
      #expect(outside().differences(from: before) == [], "\(arguments)")
    }
    try FilePath(store + "-journal").write(journal.bytes, mode: 0o600)
    let flick = try FlickProcess(["--store", "here", folder], environment: environment)
    #expect(flick.waitUntil { $0.contains("a.mp4") })
    #expect(flick.quit() == .status(0))
    #expect(outside().differences(from: before) == [])
  }
}
