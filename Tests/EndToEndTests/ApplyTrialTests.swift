import Foundation
import Glibc
import Models
import Platform
import TestSupport
import Testing

/// `flick apply`, `flick apply --finish` and `flick undo` are killed at random calls, again and again: in the
/// end every file is where it was, as it was. `make test-triage` repeats it longer, with a new seed.
@Suite(.serialized, .ownThreads) struct ApplyTrialTests {
  /// How clips go.
  enum Way: CaseIterable {
    case trash
    case otherDisk
    case copies
  }

  private static let trials = getenv("TRIAGE_TRIALS").flatMap { Int(String(cString: $0)) }
  private static let kills = trials.map { max($0 / Way.allCases.count, 1) } ?? 2
  private static let hasOtherDisk = (try? ScratchFolder(in: "/dev/shm")) != nil

  @Test(.enabled(if: hasOtherDisk), arguments: Way.allCases)
  func killedAtAnyCallItLosesNothing(_ way: Way) throws {
    var generator = SeededGenerator(seed: Fuzz.seed)
    var kills: [String: Int] = [:]
    var rounds = 0
    while kills.values.reduce(0, +) < Self.kills {
      rounds += 1
      let trial = try ApplyTrial(way)
      try trial.run(&generator, &kills, "\(way), round \(rounds), seed \(Fuzz.seed)")
      // Where no call is ever reached, nothing is tested.
      try #require(rounds < 50 * Self.kills)
    }
    let spread = kills.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    print(
      "\(way), \(rounds) rounds: killed in \(spread.joined(separator: ", ")); seed \(Fuzz.seed)")
  }

  /// A program that replaces or extends the file while it moves to another disk.
  @Test(.enabled(if: hasOtherDisk), arguments: [true, false])
  func whatOthersWriteMeanwhileIsKept(_ replaces: Bool) throws {
    let rounds = Self.trials == nil ? 3 : 100
    var lost = 0
    for _ in 0..<rounds where try !ApplyTrial(.otherDisk).race(replaces: replaces) { lost += 1 }
    #expect(lost == 0)
    print("\(replaces ? "replaced" : "extended") \(rounds) times, \(lost) lost")
  }
}

/// Clips that are moved.
private final class ApplyTrial {
  private static let names = ["a.mp4", "a.srt", "b.mp4", "c.mp4"]
  /// Files with a hole, a tag and a date each, to be copied by another program: a test that starts a
  /// program meanwhile hands on what this one has open for writing, and `apply` would refuse it.
  private static let model = Result { () throws -> ScratchFolder in
    let folder = try ScratchFolder()
    for (number, name) in names.enumerated() {
      var content = Data(repeating: UInt8(number + 1), count: 1 << 20)
      content.replaceSubrange((1 << 18)..., with: Data(count: 3 << 18))
      try (content + Data("end".utf8)).write(to: URL(fileURLWithPath: folder.file(name)))
      try FileAttribute.set("user.xdg.tags", to: Array("night".utf8), of: folder.file(name))
      var times = [timespec](
        repeating: timespec(tv_sec: 1_700_000_000 + number, tv_nsec: 0), count: 2)
      try #require(utimensat(AT_FDCWD, folder.file(name), &times, 0) == 0)
    }
    return folder
  }

  /// Calls that change a file, or come between two that do; the last number at which to kill.
  private static let calls = [
    ("renameat2", 16), ("unlink", 20), ("fsync", 24), ("mkdir", 6), ("write", 8), ("pwrite64", 80),
    ("ftruncate", 12), ("fsetxattr", 4), ("fadvise64", 4), ("flistxattr", 16), ("utimensat", 4),
  ]

  private let scratch: ScratchFolder
  private let far: ScratchFolder
  private let way: ApplyTrialTests.Way
  private let before: [Entry]

  private var clips: String { scratch.file("clips") }

  init(_ way: ApplyTrialTests.Way) throws {
    self.way = way
    scratch = try ScratchFolder()
    far = try ScratchFolder(in: "/dev/shm")
    mkdir(scratch.file("clips"), 0o755)
    mkdir(scratch.file("state"), 0o755)
    let list = scratch.file("list.csv")
    let verdict = way == .copies ? "keep" : "reject"
    let lines = Self.names.filter { $0.hasSuffix("mp4") }
      .map { [path = scratch.path] in "\(path)/clips/\($0),\(verdict)\n" }
    try Data(("filepath,verdict\n" + lines.joined()).utf8).write(to: URL(fileURLWithPath: list))
    // As sparse as it can be.
    try #require(
      try Command.run(
        "cp", ["-a", "--sparse=always", "\(Self.model.get().path)/.", scratch.file("clips")]) == 0)
    before = try Self.inventory([scratch.file("clips"), far.path])
    #expect(try run("verdicts --import '\(list)'") == 0)
  }

  /// A file, with what `apply` has to keep of it.
  private struct Entry: Equatable {
    var path: String
    var content: Data
    var mode: mode_t
    var changed: [Int]
    var tags: [UInt8]?
  }

  /// All files of some folders.
  private static func inventory(_ folders: [String]) throws -> [Entry] {
    try folders.flatMap { folder in
      try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map { name in
        let path = "\(folder)/\(name)"
        var status = stat()
        try #require(stat(path, &status) == 0)
        return Entry(
          path: path, content: try Data(contentsOf: URL(fileURLWithPath: path)),
          mode: status.st_mode, changed: [status.st_mtim.tv_sec, status.st_mtim.tv_nsec],
          tags: FileAttribute.value("user.xdg.tags", of: path))
      }
    }
  }

  private func inventory() throws -> [Entry] { try Self.inventory([clips, far.path]) }

  private func run(_ command: String, under wrapper: String = "") throws -> Int32 {
    try Command.run(
      "/bin/sh",
      [
        "-c",
        """
        cd "$1/clips" && export XDG_STATE_HOME="$1/state" XDG_DATA_HOME="$1/data" LC_ALL=C
        exec \(wrapper) "$2" \(command) >"$1/told" 2>&1
        """, "sh", scratch.path, FlickProcess.binary,
      ])
  }

  private var apply: String {
    switch way {
    case .trash: "apply --yes"
    case .otherDisk: "apply --yes --rejected-to '\(far.path)'"
    case .copies: "apply --yes --to '\(far.path)' --how copy"
    }
  }

  private func isInterrupted() throws -> Bool {
    try !RecordFile(inStateFolder: scratch.file("state/flick"))
      .rows("SELECT 1 FROM batch WHERE state IN ('applying', 'undoing')").isEmpty
  }

  /// Applies and takes back, killed on the way several times.
  func run(
    _ generator: inout SeededGenerator, _ kills: inout [String: Int], _ place: Comment
  ) throws {
    func attempt(_ command: String) throws -> Int32 {
      guard let (call, most) = Self.calls.randomElement(using: &generator) else { return 0 }
      let number = Int.random(in: 1...most, using: &generator)
      let status = try run(
        command,
        under: "strace -f -qq -o /dev/null -e inject=\(call):signal=KILL:when=\(number)")
      // Others came before the first file was touched, or after the last.
      if status > 128, try isInterrupted() { kills[call, default: 0] += 1 }
      expectAll(place)
      return status
    }
    _ = try attempt(apply)
    for _ in 0..<Int.random(in: 0..<3, using: &generator) where try isInterrupted() {
      _ = try attempt(Bool.random(using: &generator) ? "apply --finish" : "undo")
    }
    if try isInterrupted(), Bool.random(using: &generator) {
      #expect(try run("apply --finish") == 0, place)
      expectAll(place)
    }
    var undos = 0
    while try inventory() != before, undos < 3 {
      #expect(try run("undo") == 0, place)
      undos += 1
    }
    #expect(try inventory() == before, place)
  }

  /// Each file is somewhere, complete and under its name.
  private func expectAll(_ place: Comment) {
    for name in Self.names {
      let places = [clips, far.path, scratch.file("data/Trash/files")]
      let isThere = places.contains { Command.contents(of: "\($0)/\(name)").count == (1 << 20) + 3 }
      #expect(isThere, "\(place): \(name)")
    }
  }

  /// Moves clips to the other disk while another program replaces or extends one.
  ///
  /// - Returns: Whether what it wrote is still there.
  func race(replaces: Bool) throws -> Bool {
    let other = scratch.file("other")
    try Data("new".utf8).write(to: URL(fileURLWithPath: other))
    // It waits for the copy to appear, or to get its name.
    let script = """
      import os, sys, time
      far, source, other, replaces = sys.argv[1:]
      end = time.monotonic() + 60
      while not (os.listdir(far) if replaces == 'true' else os.path.exists(far + '/a.mp4')):
        if time.monotonic() > end: sys.exit(1)
      if replaces == 'true':
        os.rename(other, source)
      else:
        with open(source, 'r+b') as file:
          file.seek(0, 2)
          file.write(b'new')
      """
    let watcher = DispatchGroup()
    let path = (far.path, "\(clips)/a.mp4", other)
    let written = Lock(false)
    DispatchQueue.global().async(group: watcher) {
      let status = try? Command.run(
        "python3", ["-c", script, path.0, path.1, path.2, "\(replaces)"])
      written.withLock { $0 = status == 0 }
    }
    _ = try run(
      apply,
      under:
        "strace -f -qq -o /dev/null -e inject=fsync,renameat2,fadvise64:delay_enter=20000")
    watcher.wait()
    let found = [clips, far.path].flatMap { folder in
      ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).map {
        Command.contents(of: "\(folder)/\($0)")
      }
    }
    return !written.withLock { $0 } || found.contains { $0.suffix(3).elementsEqual("new".utf8) }
  }
}
