import Foundation
import Glibc
import TestSupport
import Testing

/// Where batches are kept, and which of them are run.
@Suite(.ownThreads) struct BatchStoreTests {
  let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
    for folder in ["clips", "state", "home"] { mkdir(scratch.file(folder), 0o755) }
  }

  private func run(
    _ command: String, under wrapper: String = "", state: String? = nil
  ) throws -> (status: Int32, text: String) {
    let status = try Command.run(
      "/bin/sh",
      [
        "-c",
        """
        cd "$1/clips" && export XDG_STATE_HOME="$2" XDG_DATA_HOME="$1/data" HOME="$1/home" LC_ALL=C
        \(wrapper) "$3" \(command) >"$1/out" 2>&1
        """, "sh", scratch.path, state ?? scratch.file("state"), FlickProcess.binary,
      ])
    let text = String(decoding: Command.contents(of: scratch.file("out")), as: UTF8.self)
    return (status, text.replacing("\n", with: " "))
  }

  /// Makes a store by judging a clip in it, and a batch in it.
  private func store(
    _ file: String, _ argument: String, state: String,
    _ steps: [(kind: String, source: String, target: String?, info: String?, size: Int, time: Int)]
  ) throws {
    _ = try Command.run("cp", [try Clips.shared.get().path(0), scratch.file("clips/clip.mp4")])
    #expect(try run("verdicts --import /dev/null \(argument)").status >= 0)
    let list = scratch.file("list.csv")
    try Data("filepath,verdict\n\(scratch.file("clips/clip.mp4")),keep\n".utf8)
      .write(to: URL(fileURLWithPath: list))
    #expect(try run("verdicts --import '\(list)' \(argument)").status == 0)
    let records = RecordFile(file)
    try records.run("INSERT INTO batch (id, state) VALUES (1700000000000000, '\(state)')")
    for (number, step) in steps.enumerated() {
      func text(_ value: String?) -> String { value.map { "'\($0)'" } ?? "NULL" }
      try records.run(
        """
        INSERT INTO step (batch, number, clip, kind, source, target, info, size, modified, state)
        VALUES (1700000000000000, \(number), \(number), '\(step.kind)', \(text(step.source)),
          \(text(step.target)), \(text(step.info)), \(step.size), \(step.time), 1)
        """)
    }
  }

  private func victim(_ name: String, _ text: String) throws -> String {
    let path = scratch.file("home/\(name)")
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    let times = [
      timespec(tv_sec: 1_700_000_000, tv_nsec: 0), timespec(tv_sec: 1_700_000_000, tv_nsec: 0),
    ]
    utimensat(AT_FDCWD, path, times, 0)
    return path
  }

  /// A folder that somebody else has made must not have files moved, deleted or planted.
  @Test(arguments: [
    ("here", "applied"), ("FILE", "applied"), ("here", "applying"), ("FILE", "undoing"),
  ])
  func batchesOfStoresThatTravelAreNeverRun(_ store: String, _ state: String) throws {
    let file = store == "here" ? scratch.file("clips/.flick.db") : scratch.file("clips/own.db")
    let argument = store == "here" ? "--store here" : "--store '\(file)'"
    let time = 1_700_000_000_000_000_000
    let notes = try victim("notes", "precious")
    let info = try victim("info", "trash information")
    let program = "file://\(scratch.file("home/autostart"))"
    _ = try victim("../clips/plant", "program")
    try self.store(
      file, argument, state: state,
      [
        ("move", program, "./plant", nil, 7, time),
        ("trash", "./../home/other", "file://\(notes)", "file://\(info)", 8, time),
        ("copy", "./plant", "file://\(notes)", nil, 8, time),
        ("move", "./gone.mp4", "./../home/notes", nil, 8, time),
      ])
    for command in ["undo", "apply --finish", "apply --yes", "undo", "undo"] {
      let told = try run("\(command) \(argument)")
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: scratch.file("home")).sorted()
          == ["info", "notes"])
      #expect(Command.contents(of: notes) == Array("precious".utf8))
      if command == "undo" { #expect(told.text.contains("trash 1 file"), "\(told.text)") }
    }
    let flick = try FlickProcess(
      [
        "--triage", "--show", "all", "--store", store == "here" ? "here" : file,
        scratch.file("clips"),
      ],
      environment: [
        "XDG_STATE_HOME": scratch.file("state"), "XDG_DATA_HOME": scratch.file("data"),
      ])
    var isToldAsInterrupted = false
    #expect(
      flick.waitUntil {
        if $0.contains("interrupted") { isToldAsInterrupted = true }
        return $0.contains("clip.mp4")
      })
    flick.type(Array("u".utf8))
    #expect(
      flick.waitUntil {
        if $0.contains("interrupted") { isToldAsInterrupted = true }
        return $0.contains("nothing to undo")
      })
    #expect(!isToldAsInterrupted)
    #expect(flick.quit() == .status(0))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: scratch.file("home")).sorted()
        == ["info", "notes"])
  }

  /// One that is under way is none that was interrupted.
  @Test func runningApplyIsNotInterrupted() throws {
    try store(
      scratch.file("state/flick/flick.db"), "", state: "applying",
      [("move", "file:///nowhere/a", "file:///nowhere/b", nil, 1, 1)])
    let lock = "flock '\(scratch.file("state/flick"))'"
    for command in ["apply --yes", "apply --dry-run", "apply --finish", "undo"] {
      let told = try run(command, under: lock)
      #expect(told.status == 73 && told.text.contains("another Flick is moving files"), "\(told)")
      #expect(!told.text.contains("interrupted"))
    }
    let told = try run("apply --yes")
    #expect(told.status == 73 && told.text.contains("interrupted"))
  }
}
