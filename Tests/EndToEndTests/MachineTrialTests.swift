import Foundation
import Glibc
import Models
import Platform
import TestSupport
import Testing

/// `flick apply` on another machine is killed at any moment, or its line is cut: in the end every file is where it
/// was, as it was. `make test-triage` does it longer, with more clips.
@Suite(.ownThreads) struct MachineTrialTests {
  private static let trials = getenv("TRIAGE_TRIALS").flatMap { Int(String(cString: $0)) }
  private static let clipCount = trials == nil ? 6 : 200

  private let home: ScratchFolder
  private let state: ScratchFolder
  private let server: SSHServer
  private let proxy: LinkProxy
  private let environment: [String: String]
  private let before: [String: Data]

  init() throws {
    home = try ScratchFolder()
    state = try ScratchFolder()
    var verdicts = "key,verdict\n"
    for number in 0..<Self.clipCount {
      let name = "\(1_000 + number).mp4"
      try Data("clip \(number)".utf8).write(to: URL(fileURLWithPath: home.file(name)))
      // They are older than their verdicts.
      var times = [timespec](repeating: timespec(tv_sec: 1_700_000_000, tv_nsec: 0), count: 2)
      try #require(utimensat(AT_FDCWD, home.file(name), &times, 0) == 0)
      verdicts += "sftp://far/~/\(name),reject\n"
    }
    try Data(verdicts.utf8).write(to: URL(fileURLWithPath: state.file("verdicts.csv")))
    server = try SSHServer(home: home.path)
    proxy = try LinkProxy(to: server.port, roundTrip: Self.trials == nil ? 0.02 : 0.1)
    environment = [
      "XDG_STATE_HOME": state.path,
      "FLICK_SSH": try server.client(through: proxy.port).joined(separator: " "),
    ]
    before = Self.files(in: home)
    let imported = try run("verdicts", "--import", state.file("verdicts.csv"))
    try #require(imported.exit == .status(0), "\(imported.text)")
  }

  private static func files(in folder: ScratchFolder) -> [String: Data] {
    var files: [String: Data] = [:]
    let all = FileManager.default.enumerator(atPath: folder.path)
    while let name = all?.nextObject() as? String {
      let path = folder.file(name)
      // Those on which renaming is tried.
      guard !name.contains(".flick-") else { continue }
      guard (try? FileStatus(FilePath(path), followsLinks: false))?.kind == .file else { continue }
      files[name] = FileManager.default.contents(atPath: path)
    }
    return files
  }

  private func start(_ arguments: [String]) throws -> FlickProcess {
    try FlickProcess(
      arguments, size: CellSize(columns: 80, rows: 12), audioDevice: nil, environment: environment)
  }

  private func run(_ arguments: String...) throws -> (exit: PtyProcess.Exit?, text: String) {
    let flick = try start(arguments)
    let exit = flick.waitForExit()
    return (exit, flick.model.rows.joined(separator: "\n") + flick.standardError)
  }

  /// The server has done what was on its way.
  private var isQuiet: Bool { blockUntil { server.process.descendants.count <= 1 } }

  private func expectNothingLost(_ trial: Int) {
    let found = Self.files(in: home)
    #expect(Set(found.values) == Set(before.values) && found.count == before.count, "\(trial)")
  }

  @Test func killedOrCutItLosesNothing() throws {
    var generator = SeededGenerator(seed: Fuzz.seed)
    var middles = 0
    for trial in 0..<(Self.trials ?? 4) {
      for command in [["apply", "--yes", "far:"], ["undo"]] {
        let flick = try start(command)
        // Its round trips, after those of the connection.
        if command.count > 1 { #expect(flick.waitUntil { $0.contains("trash: ") }) }
        let most = (command.count > 1 ? 0.0 : 0.3) + (Self.trials == nil ? 0.5 : 2)
        usleep(UInt32(Double.random(in: 0..<most, using: &generator) * 1e6))
        if Bool.random(using: &generator) {
          flick.process.signal(SIGKILL)
        } else {
          proxy.cut()
        }
        _ = flick.waitForExit(timeout: 60)
        proxy.restore()
        #expect(isQuiet)
        expectNothingLost(trial)
        let aside = Self.files(in: home).keys.count { $0.hasPrefix(".rejected/") }
        if 0 < aside, aside < Self.clipCount { middles += 1 }
        if Bool.random(using: &generator) {
          let finished = try run("apply", "--finish")
          #expect(finished.exit == .status(0), "\(trial): \(finished.text)")
          expectNothingLost(trial)
        }
      }
      // What was interrupted holds up the next one, also where nothing was done yet.
      for _ in 0..<4 where try !run("undo").text.contains("nothing to undo") {}
      #expect(Self.files(in: home) == before, "\(trial)")
    }
    print(
      "\(Self.trials ?? 4) trials of \(Self.clipCount) clips, \(middles) in the middle; seed \(Fuzz.seed)"
    )
  }
}
