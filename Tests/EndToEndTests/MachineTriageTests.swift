import Foundation
import Glibc
import Models
import Platform
import TestSupport
import Testing

/// Judging clips on another machine: files there follow.
@Suite(.ownThreads) struct MachineTriageTests {
  private let home: ScratchFolder
  private let state: ScratchFolder
  private let server: SSHServer
  private let proxy: LinkProxy
  private let ssh: String
  /// All files there, by their paths, with what is in them.
  private let before: [String: Data]

  init() throws {
    home = try ScratchFolder()
    state = try ScratchFolder()
    mkdir(home.file("clips"), 0o755)
    for (index, name) in ["a", "b", "c"].enumerated() {
      _ = try Command.run(
        "cp", [try Clips.shared.get().path(index), home.file("clips/\(name).mp4")])
    }
    for name in ["a.srt", "b.txt"] {
      try Data(name.utf8).write(to: URL(fileURLWithPath: home.file("clips/\(name)")))
    }
    server = try SSHServer(home: home.path)
    proxy = try LinkProxy(to: server.port, roundTrip: 0.02)
    ssh = try server.client(through: proxy.port).joined(separator: " ")
    before = Self.files(in: home)
  }

  private static func files(in folder: ScratchFolder) -> [String: Data] {
    var files: [String: Data] = [:]
    let all = FileManager.default.enumerator(atPath: folder.path)
    while let name = all?.nextObject() as? String {
      guard (try? FileStatus(FilePath(folder.file(name)), followsLinks: false))?.kind == .file
      else { continue }
      files[name] = FileManager.default.contents(atPath: folder.file(name))
    }
    return files
  }

  private var files: [String: Data] { Self.files(in: home) }

  /// The files once the rejected clip is aside.
  private var after: [String: Data] {
    var files = before
    for name in ["a.mp4", "a.srt"] {
      files["clips/.rejected/\(name)"] = files.removeValue(forKey: "clips/\(name)")
    }
    return files
  }

  private var environment: [String: String] {
    ["XDG_STATE_HOME": state.path, "FLICK_SSH": ssh]
  }

  private func run(_ arguments: String...) throws -> (exit: PtyProcess.Exit?, text: String) {
    let flick = try FlickProcess(arguments, audioDevice: nil, environment: environment)
    let exit = flick.waitForExit()
    return (exit, flick.model.rows.joined(separator: "\n") + flick.standardError)
  }

  private func reject(_ place: String = "far:clips") throws {
    let flick = try FlickProcess(["--triage", place], environment: environment)
    #expect(flick.waitUntil { $0.contains("3 unreviewed") })
    #expect(flick.judge("x") { $0.contains("1 rejected") })
    #expect(flick.quit() == .status(0))
  }

  @Test func rejectedClipsGoAsideAndComeBack() throws {
    let flick = try FlickProcess(["--triage", "far:clips"], environment: environment)
    #expect(flick.waitUntil { $0.contains("3 unreviewed") })
    #expect(flick.judge("x") { $0.contains("1 rejected") })
    flick.press(.character("A"))
    #expect(flick.waitUntil { $0.contains("y does it") && $0.contains("1 clip, 2 files") })
    flick.press(.character("y"))
    #expect(blockUntil { files == after })
    // Taken back in another run.
    #expect(flick.quit() == .status(0))
    let other = try FlickProcess(["--triage", "far:clips"], environment: environment)
    // Rejected ones are gone.
    #expect(other.waitUntil { $0.contains("2 unreviewed") })
    other.press(.character("u"))
    #expect(blockUntil { files == before })
    #expect(other.quit() == .status(0))
  }

  @Test func commandsMoveFilesThereToo() throws {
    try reject()
    let listed = try run("apply", "--dry-run", "far:clips")
    #expect(listed.exit == .status(0))
    #expect(listed.text.contains("far:") && listed.text.contains(".rejected"), "\(listed.text)")
    #expect(files == before)
    #expect(try run("apply", "--yes", "far:clips").exit == .status(0))
    #expect(files == after)
    let undone = try run("undo")
    #expect(undone.exit == .status(0) && undone.text.contains("2 files are back"))
    #expect(files == before)
  }

  /// A folder whose name is that of a clip is one: what is beside it stays out.
  @Test func folderThatLooksLikeAClipIsAFolder() throws {
    mkdir(home.file("take.mp4"), 0o755)
    for name in ["take.mp4/one.mp4", "beside.mp4"] {
      _ = try Command.run("cp", [try Clips.shared.get().path(0), home.file(name)])
    }
    let beside = try FlickProcess(["--triage", "far:beside.mp4"], environment: environment)
    #expect(beside.waitUntil { $0.contains("beside.mp4") && $0.contains("5 unreviewed") })
    #expect(beside.judge("x") { $0.contains("1 rejected") })
    #expect(beside.quit() == .status(0))
    let flick = try FlickProcess(["--triage", "far:take.mp4"], environment: environment)
    #expect(flick.waitUntil { $0.contains("one.mp4") && $0.contains("1 unreviewed") })
    #expect(flick.judge("x") { $0.contains("1 rejected") })
    flick.press(.character("A"))
    #expect(flick.waitUntil { $0.contains("y does it") && $0.contains("1 clip, 1 file") })
    flick.press(.character("y"))
    #expect(blockUntil { files["take.mp4/.rejected/one.mp4"] != nil })
    #expect(files["beside.mp4"] != nil)
    #expect(flick.quit() == .status(0))
  }

  /// What was written since is not what was judged.
  @Test func anotherFileStays() throws {
    try reject()
    let other = Data("another clip".utf8)
    try other.write(to: URL(fileURLWithPath: home.file("clips/a.mp4")))
    let applied = try run("apply", "--yes", "far:clips")
    #expect(applied.exit == .status(74) && applied.text.contains("judge it again"))
    #expect(files["clips/a.mp4"] == other)
  }

  @Test func rejectedClipsMayGoToAFolderThere() throws {
    try reject()
    mkdir(home.file("aside"), 0o755)
    #expect(
      try run("apply", "--yes", "--rejected-to", "far:aside", "far:clips").exit == .status(0))
    #expect(files["aside/a.mp4"] == before["clips/a.mp4"])
    #expect(try run("undo").exit == .status(0))
    #expect(files == before)
  }

  /// A machine that is gone holds up neither what is here nor what is done later.
  @Test func applyOnAMachineThatIsGoneCanBeGivenUp() throws {
    try reject()
    #expect(try run("apply", "--yes", "far:clips").exit == .status(0))
    proxy.cut()
    let undone = try run("undo")
    #expect(undone.exit == .status(74) && undone.text.contains("tries it again"), "\(undone.text)")
    let given = try run("undo", "--forget")
    #expect(given.exit == .status(0) && given.text.contains("a.srt"), "\(given.text)")
    #expect(try run("undo").text.contains("nothing to undo"))
    #expect(files == after)
  }
}
