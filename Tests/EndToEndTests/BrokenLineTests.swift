import Foundation
import Glibc
import Models
import Platform
import TestSupport
import Testing

/// The line to another machine breaks as clips play, are swiped and judged, and comes back: nothing is lost.
/// `make test-trials` breaks it 50 times.
@Suite(.ownThreads) struct BrokenLineTests {
  private static let count = 6
  private static let trials = getenv("LINE_TRIALS").flatMap { Int(String(cString: $0)) } ?? 4

  private let home: ScratchFolder
  private let state: ScratchFolder
  private let server: SSHServer
  private let proxy: LinkProxy

  init() throws {
    home = try ScratchFolder()
    state = try ScratchFolder()
    for number in 0..<Self.count {
      _ = try Command.run("cp", [try Clips.shared.get().path(0), home.file(Self.name(number))])
    }
    server = try SSHServer(home: home.path)
    proxy = try LinkProxy(to: server.port, roundTrip: 0.02, rate: 1e6)
  }

  private static func name(_ number: Int) -> String { "clip-\(number).mp4" }

  private func start(_ arguments: String...) throws -> FlickProcess {
    try FlickProcess(
      arguments + ["far:"],
      environment: [
        "XDG_STATE_HOME": state.path,
        "FLICK_SSH": server.client(through: proxy.port).joined(separator: " "),
      ])
  }

  @Test func nothingIsLost() throws {
    var generator = SeededGenerator(seed: Fuzz.seed)
    let before = FolderSnapshot(home.path)
    let flick = try start("--triage", "--show", "all", "--no-animation")
    #expect(flick.waitUntil { $0.contains("\(Self.count) unreviewed") })
    var shown = 0
    var verdicts: [String: String] = [:]
    for trial in 0..<Self.trials {
      let turns = Int.random(in: 1...3, using: &generator)
      for turn in 0..<turns {
        if turn == turns / 2 {
          proxy.cut()
          usleep(UInt32.random(in: 0..<400_000, using: &generator))
          proxy.restore()
        }
        let steps = [-1, 1].filter { 0..<Self.count ~= shown + $0 }
        let step = steps.randomElement(using: &generator) ?? 1
        shown += step
        flick.press(step > 0 ? .down : .up)
        #expect(
          flick.waitUntil { _ in flick.titleBar.contains(Self.name(shown)) },
          "trial \(trial), seed \(Fuzz.seed): \(flick.titleBar)")
        if Bool.random(using: &generator) { flick.press(.left, .character(" "), .character(" ")) }
      }
      let isKept = Bool.random(using: &generator)
      verdicts[Self.name(shown)] = isKept ? "keep" : "reject"
      let kept = verdicts.values.count { $0 == "keep" }
      let counts = ["\(kept) kept", "\(verdicts.count - kept) rejected"].filter { $0.first != "0" }
      #expect(
        flick.comesBack(with: isKept ? "P" : "X") { bar in counts.allSatisfy(bar.contains) },
        "trial \(trial), seed \(Fuzz.seed): \(flick.titleBar)")
    }
    flick.press(.character("q"))
    #expect(flick.problemsAfterExit(.status(0)) == [])
    #expect(blockUntil { server.process.descendants.count <= 1 })
    #expect(FolderSnapshot(home.path) == before)
    let list = try FlickProcess(
      ["verdicts", "--format", "csv"], audioDevice: nil,
      environment: ["XDG_STATE_HOME": state.path])
    #expect(list.waitForExit() == .status(0))
    for (name, verdict) in verdicts {
      #expect(
        list.model.rows.contains { $0.contains("/\(name),\(verdict),") }, "\(name) \(verdict)")
    }
  }
}

extension FlickProcess {
  /// Judges the clip on screen once it plays. Where connecting takes longer than a clip waits for it, a card
  /// stands there: then it is opened again.
  fileprivate func comesBack(with key: String, until isDone: (String) -> Bool) -> Bool {
    for _ in 0..<60 {
      if model.contains("Cannot play this clip") { press(.character("r")) }
      guard waitForBar("0:03") else { continue }
      type(Array(key.utf8))
      if waitUntil(timeout: 2, { _ in isDone(titleBar) }) { return true }
    }
    return false
  }
}
