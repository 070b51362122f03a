import Foundation
import Models
import Platform
import TestSupport
import Testing

/// Killed at any moment, while clips are judged and while files follow the verdicts: no verdict that
/// is older is lost, no clip is lost or there twice, and a batch that was begun is finished or taken
/// back. `make test-triage` repeats it longer, with a new seed, and allows only the verdicts of the
/// last tenth of a second to be lost.
@Suite(.serialized, .ownThreads) struct TriageTrialTests {
  /// What else is going on.
  enum Setting: CaseIterable {
    case oneFlick
    case twoFlicks
    case fullDisk
  }

  private static let trials = getenv("TRIAGE_TRIALS").flatMap { Int(String(cString: $0)) }
  /// How often Flick is killed in each setting.
  private static let rounds = trials.map { max($0 / Setting.allCases.count, 1) } ?? 1
  /// What may be lost, in seconds, where no other tests use the disk.
  private static let loss = trials.map { _ in 0.1 }

  @Test(arguments: Setting.allCases)
  func killedAtAnyMomentItLosesNothing(_ setting: Setting) throws {
    var generator = SeededGenerator(seed: Fuzz.seed)
    var (verdicts, batches) = (0, 0)
    for round in 0..<Self.rounds {
      // A container's root may not be allowed to mount a disk.
      guard let trial = try TriageTrial(setting) else { return }
      try trial.judge(&generator)
      verdicts += try trial.checkVerdicts(
        loss: Self.loss, "\(setting), round \(round), seed \(Fuzz.seed)")
      batches += try trial.checkFiles(
        finishes: Bool.random(using: &generator),
        "\(setting), round \(round), seed \(Fuzz.seed)")
    }
    print("\(setting): killed \(Self.rounds) times, \(verdicts) verdicts,", terminator: " ")
    print("\(batches) batches interrupted, seed \(Fuzz.seed)")
  }
}

/// A folder of clips in which Flick is killed.
private final class TriageTrial {
  private static let count = 12

  private let scratch: ScratchFolder
  private let setting: TriageTrialTests.Setting
  /// Verdicts that were shown, and when, by the one who gave them.
  private var shown: [[(name: String, verdict: String, time: Double)]] = []
  private var killed = 0.0

  private var root: String { scratch.file("disk") }
  private var clips: String { "\(root)/clips" }

  private static func name(_ number: Int) -> String { "clip-\(100 + number).mp4" }

  private static let names = Set((0..<count).map(name))

  init?(_ setting: TriageTrialTests.Setting) throws {
    self.setting = setting
    scratch = try ScratchFolder()
    mkdir(root, 0o755)
    if setting == .fullDisk {
      let isMounted =
        try geteuid() == 0
        && Command.run("mount", ["-t", "tmpfs", "-o", "size=24m", "none", root]) == 0
      guard isMounted else { return nil }
    }
    for folder in ["clips", "state", "data"] { mkdir("\(root)/\(folder)", 0o755) }
    for number in 0..<Self.count {
      _ = try Command.run(
        "cp", [try Clips.shared.get().path(0), "\(clips)/\(Self.name(number))"])
    }
  }

  deinit {
    if setting == .fullDisk { _ = try? Command.run("umount", ["-l", root]) }
  }

  private func start(_ arguments: String...) throws -> FlickProcess {
    try FlickProcess(
      ["--triage", "--no-animation"] + arguments + [clips],
      environment: ["XDG_STATE_HOME": "\(root)/state", "XDG_DATA_HOME": "\(root)/data"])
  }

  // MARK: Until it is killed

  /// Judges clips, and perhaps applies the verdicts, until it is killed.
  func judge(_ generator: inout SeededGenerator) throws {
    let starts = setting == .twoFlicks ? [0, Self.count / 2] : [0]
    let flicks = try starts.map { try start("--show", "all", "--start", "\($0 + 1)") }
    shown = starts.map { _ in [] }
    let most = Int.random(in: 1...6, using: &generator)
    let applies = Bool.random(using: &generator)
    let fillsAfter = setting == .fullDisk ? Int.random(in: 0...most, using: &generator) : nil
    // Judging takes a quarter of a second a clip, applying some milliseconds.
    let deadline = HostTime.now + Double.random(in: 0..<(applies ? 30 : 4), using: &generator)
    for step in 0..<most where HostTime.now < deadline {
      if step == fillsAfter { fill() }
      for (index, flick) in flicks.enumerated() {
        let number = starts[index] + step
        let verdict = Bool.random(using: &generator) ? "keep" : "reject"
        guard show(number, in: flick, until: deadline) else { break }
        flick.run(for: max(min(0.3, deadline - HostTime.now), 0))
        flick.type(Array((verdict == "keep" ? "p" : "x").utf8))
        guard show(number + 1, in: flick, until: min(deadline, HostTime.now + 3)) else { break }
        shown[index].append((Self.name(number), verdict, HostTime.now))
      }
    }
    let waits = Double.random(in: 0..<0.03, using: &generator)
    if applies, let flick = flicks.last {
      flick.type(Array("A".utf8))
      if flick.waitUntil(timeout: 5, { $0.contains("y does it") && $0.contains("clip") }) {
        flick.type(Array("y".utf8))
      }
      flick.run(for: waits)
    } else {
      flicks[0].run(for: max(deadline - HostTime.now, 0))
    }
    killed = HostTime.now
    for flick in flicks { flick.process.signal(SIGKILL) }
    for flick in flicks {
      #expect(flick.waitForExit() == .signal(SIGKILL), "\(flick.standardError)")
    }
    unlink("\(root)/filler")
  }

  private func show(_ number: Int, in flick: FlickProcess, until deadline: Double) -> Bool {
    flick.waitUntil(timeout: max(deadline - HostTime.now, 0)) { _ in
      flick.titleBar.contains(Self.name(number))
    }
  }

  /// Writes a file until the disk is full.
  private func fill() {
    let descriptor = open("\(root)/filler", O_WRONLY | O_CLOEXEC | O_CREAT, 0o600)
    defer { close(descriptor) }
    for size in [65_536, 512] {
      let bytes = [UInt8](repeating: 1, count: size)
      while write(descriptor, bytes, bytes.count) > 0 {}
    }
  }

  // MARK: What is left

  private var records: RecordFile { RecordFile(inStateFolder: "\(root)/state/flick") }

  /// Whether there are records: it may have been killed before. A file without content is none yet.
  private var isBegun: Bool {
    var status = stat()
    return stat("\(root)/state/flick/flick.db", &status) == 0 && status.st_size > 0
  }

  /// The saved verdicts, by name.
  private func saved() throws -> [String: String] {
    guard isBegun else { return [:] }
    let rows = try records.rows(
      "SELECT title, verdict FROM review JOIN item ON item.id = review.item WHERE verdict > ''")
    return Dictionary(rows.map { ($0[0], $0[1]) }, uniquingKeysWith: { first, _ in first })
  }

  /// Checks that of each Flick only the last verdicts may be missing.
  ///
  /// - Returns: How many verdicts were shown.
  func checkVerdicts(loss: Double?, _ place: Comment) throws -> Int {
    if isBegun { #expect(try records.isIntact, place) }
    let saved = try saved()
    // What came after the disk was full is told as not saved.
    let certain = setting == .fullDisk ? [] : shown
    for verdicts in certain {
      let lost = verdicts.drop { saved[$0.name] == $0.verdict }
      #expect(lost.allSatisfy { saved[$0.name] == nil }, place)
      if let loss, let first = lost.first { #expect(first.time >= killed - loss, place) }
    }
    for verdict in shown.joined() where saved[verdict.name] != nil {
      #expect(saved[verdict.name] == verdict.verdict, place)
    }
    return shown.joined().count
  }

  /// Checks that every clip is there once, then has the batch finished or taken back.
  ///
  /// - Returns: How many batches had been interrupted: one at most.
  func checkFiles(finishes: Bool, _ place: Comment) throws -> Int {
    expectEachOnce(place)
    let unfinished = "SELECT 1 FROM batch WHERE state IN ('applying', 'undoing')"
    let isInterrupted = try isBegun && !records.rows(unfinished).isEmpty
    let flick = try start()
    if isInterrupted { #expect(flick.waitUntil { $0.contains("apply was interrupted") }, place) }
    #expect(flick.waitUntil { $0.contains("clip-") || $0.contains("judge") }, place)
    #expect(flick.quit() == .status(0), place)
    if isInterrupted, finishes {
      #expect(try run("apply --finish") == 0, place)
      expectEachOnce(place)
    } else if isInterrupted {
      #expect(try run("undo") == 0, place)
      #expect(found.here == Self.names, place)
    }
    // From here on, everything goes as if nothing had happened.
    #expect(try run("apply --yes \(clips)") == 0, place)
    expectEachOnce(place)
    let rejected = Set(try saved().filter { $0.value == "reject" }.keys)
    #expect(found.trash == rejected, place)
    while !found.trash.isEmpty, try run("undo") == 0 { expectEachOnce(place) }
    #expect(found.here == Self.names, place)
    return isInterrupted ? 1 : 0
  }

  private var found: (here: Set<String>, trash: Set<String>) {
    func names(_ folder: String) -> Set<String> {
      Set((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
    }
    return (names(clips), names("\(root)/data/Trash/files"))
  }

  private func expectEachOnce(_ place: Comment) {
    let (here, trash) = found
    #expect(here.union(trash) == Self.names && here.isDisjoint(with: trash), place)
  }

  private func run(_ command: String) throws -> Int32 {
    try Command.run(
      "/bin/sh",
      [
        "-c",
        """
        export XDG_STATE_HOME="$1/state" XDG_DATA_HOME="$1/data" LC_ALL=C
        exec "$2" \(command) > "$1/out" 2>&1
        """, "sh", root, FlickProcess.binary,
      ])
  }
}
