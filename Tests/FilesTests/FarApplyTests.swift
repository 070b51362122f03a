import Models
import Network
import Platform
import TestSupport
import Testing

@testable import Files

/// What an apply does on another machine, and how it is taken back.
@Suite struct FarApplyTests {
  let far: FarApply

  init() throws { far = try FarApply() }

  private func makeThree() {
    far.disk.make(
      "/srv/a.mp4", "/srv/a.srt", "/srv/a.xmp", "/srv/b.mp4", "/to/c.mp4", "/to/c.en.srt",
      "/srv/other")
  }

  private func three(_ rejected: ApplyPlan.Rejected = .trash) -> FileBatch {
    far.batch("/srv/a.mp4", "/srv/b.mp4", "/to/c.mp4", rejected: rejected)
  }

  @Test func rejectedClipsGoAndComeBack() throws {
    makeThree()
    let before = far.disk.files
    let batch = three()
    #expect(try far.apply(batch) == 0)
    #expect(
      far.disk.files == [
        "/srv/.rejected/a.mp4": "content of /srv/a.mp4",
        "/srv/.rejected/a.srt": "content of /srv/a.srt",
        "/srv/.rejected/a.xmp": "content of /srv/a.xmp",
        "/srv/.rejected/b.mp4": "content of /srv/b.mp4",
        "/to/.rejected/c.mp4": "content of /to/c.mp4",
        "/to/.rejected/c.en.srt": "content of /to/c.en.srt", "/srv/other": "content of /srv/other",
      ])
    #expect(far.saved.withLock { $0.map(\.state) } == [.applying, .applied])
    #expect(try far.last().steps.allSatisfy { $0.state == .done })
    #expect(try far.undo(far.last()) == 0)
    #expect(far.disk.files == before && far.words == [])
    #expect(try far.last().state == .undone)
  }

  @Test func keptClipsGoToNewFolders() throws {
    makeThree()
    far.disk.make("/best/x")
    let before = far.disk.files
    let best = MediaLocation.remote(far.nas.at(FilePath("/best")))
    let clips = [
      far.clip("/srv/a.mp4", Review(verdict: .keep, rating: 5)),
      far.clip("/to/c.mp4", Review(verdict: .keep, rating: 4)),
    ]
    let plan = far.plan(clips, kept: .go(.move, best, by: .rating))
    #expect(try far.apply(FileBatch(id: 1, steps: plan.steps)) == 0)
    #expect(far.disk.files["/best/5/a.xmp"] != nil && far.disk.files["/best/4/c.mp4"] != nil)
    #expect(try far.undo(far.last()) == 0)
    #expect(far.disk.files == before)
  }

  @Test func manyClipsTakeFewRoundTrips() throws {
    let names = (0..<200).map { "/srv/\($0)" }
    for name in names { far.disk.make("\(name).mp4", "\(name).srt") }
    let plan = far.plan(names.map { far.clip("\($0).mp4") })
    #expect(far.disk.with(\.bursts) < 10)
    far.disk.with { $0.bursts = 0 }
    #expect(try far.apply(FileBatch(id: 1, steps: plan.steps)) == 0)
    #expect(far.disk.with(\.bursts) == 18)
    far.disk.with { $0.bursts = 0 }
    #expect(try far.undo(far.last()) == 0)
    #expect(far.disk.with(\.bursts) == 17 && far.words == [])
    let probes = far.disk.with { state in
      state.requests.count { if case .create = $0 { true } else { false } }
    }
    #expect(probes == 4)
  }

  @Test func serverThatOverwritesGetsNothingMoved() throws {
    makeThree()
    let before = far.disk.files
    far.disk.with { $0.overwrites = true }
    for rejected in [ApplyPlan.Rejected.trash, .delete] {
      #expect(try far.apply(three(rejected)) == 3)
      #expect(far.disk.files == before)
      #expect(try far.last().steps.allSatisfy { $0.state == .failed })
    }
    #expect(
      Set(far.words) == [
        "nas: its server overwrites files when it renames others: nothing is moved there"
      ])
    #expect(far.words.count == 2)
  }

  @Test func deletedClipsAreGone() throws {
    makeThree()
    #expect(try far.apply(three(.delete)) == 0)
    #expect(far.disk.files == ["/srv/other": "content of /srv/other"])
    #expect(try far.undo(far.last()) == 3)
    #expect(far.words.contains("nas:/srv/a.mp4: it was deleted"))
  }

  @Test func whatCannotBeDeletedStays() throws {
    makeThree()
    let before = far.disk.files
    let batch = three(.delete)
    far.disk.with { state in
      state.refusal = { request in
        guard case .remove(let path) = request, path.description.contains("-1.source") else {
          return nil
        }
        return .noPermission
      }
    }
    #expect(try far.apply(batch) == 1)
    #expect(far.words == ["nas:/srv/a.srt: Permission denied"])
    #expect(far.disk.files["/srv/a.srt"] == before["/srv/a.srt"])
    #expect(Set(far.disk.files.keys) == ["/srv/a.srt", "/srv/other"])
  }

  /// All files of a clip go, or none.
  @Test func refusedRenameTakesItsClipBack() throws {
    makeThree()
    let before = far.disk.files
    for path in ["/srv/a.mp4", "/srv/a.srt", "/srv/a.xmp"] {
      far.disk.with { state in
        state.refusal = { request in
          guard case .rename(FilePath(path), to: _) = request else { return nil }
          return .noPermission
        }
      }
      #expect(try far.apply(three()) == 1)
      #expect(far.disk.files["/srv/a.mp4"] != nil && far.disk.files["/srv/a.srt"] != nil)
      #expect(far.disk.files["/srv/a.xmp"] != nil && far.disk.files["/srv/.rejected/b.mp4"] != nil)
      let batch = try far.last()
      #expect(batch.state == .applied && batch.steps.map(\.state.rawValue) == [3, 3, 3, 1, 1, 1])
      far.repair()
      #expect(try far.undo(batch) == 0)
      #expect(far.disk.files == before)
    }
    #expect(far.words.count == 3)
  }

  /// Of a folder that is gone, or in which nothing can be made, the others do not suffer.
  @Test func folderThatIsWrongIsTheOnlyOne() throws {
    makeThree()
    let batch = three()
    #expect(try far.apply(batch) == 0)
    far.disk.with { state in
      state.put("/kept", .folder)
      for name in ["a.mp4", "a.srt", "a.xmp", "b.mp4"] {
        state.nodes["/kept/\(name)"] = state.nodes["/srv/.rejected/\(name)"]
      }
      for path in state.nodes.keys where path.hasPrefix("/srv") { state.nodes[path] = nil }
    }
    #expect(try far.undo(far.last()) == 2)
    #expect(far.disk.files["/to/c.mp4"] != nil && far.disk.files["/to/c.en.srt"] != nil)
    #expect(far.words.count == 2)
    #expect(try far.last().state == .partlyUndone)
    far.disk.with { state in
      state.refusal = { request in
        guard case .create(let path) = request else { return nil }
        return path.description.hasPrefix("/srv") ? .noPermission : nil
      }
    }
    makeThree()
    #expect(try far.apply(three()) == 0)
    far.disk.with { $0.refusal = { if case .create = $0 { .noPermission } else { nil } } }
    #expect(try far.undo(far.last()) == 3)
    #expect(far.words.last == "nas:/srv: Permission denied")
  }

  // MARK: - Interrupted

  /// The line is lost, or Flick is killed, at each request.
  @Test(arguments: FarDisk.Cut.allCases, [ApplyPlan.Rejected.trash, .delete])
  func interruptedApplyIsFinishedOrTakenBack(
    _ cut: FarDisk.Cut, _ rejected: ApplyPlan.Rejected
  ) throws {
    makeThree()
    let before = far.disk.with(\.nodes)
    let original = far.disk.files
    let batch = three(rejected)
    far.disk.with { $0.count = 0 }
    #expect(try far.apply(batch) == 0)
    let count = far.disk.with(\.count)
    let after = far.disk.files
    #expect(count > 30)
    for number in 1...count {
      for isKilled in [true, false] {
        for isFinished in [true, false] {
          far.repair()
          far.disk.with { state in
            state.nodes = before
            state.count = 0
            state.cut = (number, cut)
          }
          _ = try far.apply(batch)
          let left = isKilled ? batch : try far.last()
          far.problems.withLock { $0 = [] }
          far.repair()
          if !isKilled { #expect(left.state == .applying, "\(number)") }
          let moment = Comment(rawValue: "request \(number), killed: \(isKilled)")
          if isFinished {
            #expect(try far.finish(left) == 0, moment)
            #expect(far.disk.files == after && far.words == [], moment)
            #expect(try far.last().state == .applied, moment)
            guard rejected == .trash else { continue }
          }
          _ = try far.undo(isFinished ? far.last() : left)
          if rejected == .trash {
            #expect(far.disk.files == original && far.words == [], moment)
            #expect(try far.last().state == .undone, moment)
          } else {
            // What is not deleted is back.
            #expect(far.disk.files.allSatisfy { original[$0.key] == $0.value }, moment)
          }
        }
      }
    }
  }

  @Test(arguments: FarDisk.Cut.allCases)
  func interruptedUndoIsFinished(_ cut: FarDisk.Cut) throws {
    makeThree()
    let original = far.disk.files
    #expect(try far.apply(three()) == 0)
    let applied = try far.last()
    let before = far.disk.with(\.nodes)
    far.disk.with { $0.count = 0 }
    #expect(try far.undo(applied) == 0)
    let count = far.disk.with(\.count)
    for number in 1...count {
      for isKilled in [true, false] {
        far.repair()
        far.disk.with { state in
          state.nodes = before
          state.count = 0
          state.cut = (number, cut)
        }
        _ = try far.undo(applied)
        var left = try far.last()
        // However often it is tried without a line.
        if !isKilled {
          #expect(left.state == .partlyUndone)
          _ = try far.undo(left)
          left = try far.last()
          #expect(left.state == .partlyUndone)
        } else {
          left = applied
          left.state = .undoing
        }
        far.repair()
        far.problems.withLock { $0 = [] }
        #expect(try isKilled ? far.finish(left) == 0 : far.undo(left) == 0)
        #expect(far.disk.files == original && far.words == [], "\(number)")
        #expect(try far.last().state == .undone)
      }
    }
  }

  @Test func lostLineIsTold() throws {
    makeThree()
    let batch = three()
    far.disk.with { state in
      state.count = 0
      state.cut = (20, .oneIsDone)
    }
    #expect(try far.apply(batch) == 3)
    #expect(try far.undo(far.last()) == 3)
    #expect(
      far.words == [
        "nas: the connection was lost: `flick apply --finish` goes on, `flick undo` takes it back",
        "nas: no route: `flick undo` tries it again",
      ])
    var alone = BatchRunner(save: { _ in }, report: { _ in })
    #expect(try alone.apply(batch) == 3)
  }

  /// Two files of ours are left only if they are not empty any more.
  @Test func probesOfOthersStay() throws {
    makeThree()
    let batch = three()
    far.disk.with { $0.put("/srv/.flick-1-probe.b", .file("mine", modified: 5)) }
    // It is tried in another folder.
    #expect(try far.apply(batch) == 0)
    #expect(far.disk.files.keys.filter { $0.contains("probe") } == ["/srv/.flick-1-probe.b"])
    #expect(far.disk.files["/srv/.flick-1-probe.b"] == "mine")
  }

  // MARK: - Others at work

  /// What another program may do before each request.
  private static let deeds: [(String, @Sendable (inout FarDisk.State) -> Void)] = [
    ("replaces the source", { $0.put("/srv/a.srt", .file("new", modified: 9)) }),
    ("removes the source", { $0.nodes["/srv/a.srt"] = nil }),
    ("takes the target", { $0.put("/srv/.rejected/a.srt", .file("new", modified: 9)) }),
    (
      "takes the name of one set aside",
      { $0.put("/srv/.flick-1-1.source", .file("new", modified: 9)) }
    ),
    ("makes a folder of the source", { $0.nodes["/srv/a.srt"] = .folder }),
    (
      "puts a link in place of the folder",
      { state in
        guard state.nodes["/srv/.rejected"] == nil else { return }
        state.put("/elsewhere", .folder)
        state.nodes["/srv/.rejected"] = .link("/elsewhere")
      }
    ),
  ]

  @Test(arguments: deeds.indices, [ApplyPlan.Rejected.trash, .delete])
  func whatOthersDoIsLeftAlone(_ deed: Int, _ rejected: ApplyPlan.Rejected) throws {
    makeThree()
    let before = far.disk.with(\.nodes)
    let original = far.disk.files
    let batch = three(rejected)
    far.disk.with { $0.count = 0 }
    #expect(try far.apply(batch) == 0)
    let count = far.disk.with(\.count)
    for number in 1...count {
      far.repair()
      far.disk.with { state in
        state.nodes = before
        state.lost = []
        state.count = 0
        state.before = { current, _, state in
          guard current == number else { return }
          let old = state.nodes
          Self.deeds[deed].1(&state)
          state.lost = old.compactMap { path, node in
            guard case .file(let text, _) = node, state.nodes[path] != node else { return nil }
            return text
          }
        }
      }
      _ = try far.apply(batch)
      var moment = Comment(rawValue: "\(Self.deeds[deed].0) before \(number): \(far.words)")
      if rejected == .trash {
        let texts = far.disk.files.values.sorted()
        let lost = far.disk.with(\.lost)
        let kept = (Array(original.values) + (deed == 1 || deed > 3 ? [] : ["new"]))
          .filter { !lost.contains($0) }
        #expect(texts.filter { $0 != "new" } == kept.filter { $0 != "new" }.sorted(), moment)
        far.repair()
        _ = try far.undo(far.last())
        moment = Comment(rawValue: "\(moment) undo")
        #expect(
          far.disk.files.values.filter { $0 != "new" }.sorted()
            == kept.filter { $0 != "new" }.sorted(), moment)
        #expect(far.disk.files["/elsewhere/a.mp4"] == nil, moment)
      }
      // What is written to a file that is about to be deleted goes with it.
      let isSetAside = deed == 3 && far.disk.with { $0.lost != [] }
      if [0, 2, 3].contains(deed), !isSetAside {
        #expect(far.disk.files.values.contains("new"), moment)
      }
      #expect(far.disk.files["/srv/other"] != nil)
      #expect(!far.disk.files.keys.contains { $0.contains("probe") }, moment)
    }
  }

  /// A server that died between the two halves of a rename.
  @Test func fileAtBothPlacesStaysAtBoth() throws {
    makeThree()
    let batch = three()
    far.disk.with { $0.doubles = true }
    #expect(try far.apply(batch) == 3)
    #expect(
      far.words.contains(
        "nas:/srv/a.mp4: it is there twice, also as nas:/srv/.rejected/a.mp4: both stay"))
    let both = far.disk.files
    far.disk.with { $0.doubles = false }
    for state in [FileBatch.State.applying, .applied, .undoing, .partlyUndone] {
      var batch = batch
      batch.state = state
      _ = try far.finish(batch)
      _ = try far.undo(batch)
      #expect(far.disk.files == both)
    }
  }

  @Test func foldersMustBeOnOneFileSystem() throws {
    makeThree()
    let before = far.disk.files
    let batch = three()
    // One that was mounted since, as the folder of rejected files.
    far.disk.with { state in
      state.put("/srv/.rejected", .folder)
      state.systems["/srv/.rejected"] = 2
    }
    #expect(try far.apply(batch) == 2)
    #expect(far.disk.files["/srv/a.mp4"] != nil && far.disk.files["/to/.rejected/c.mp4"] != nil)
    #expect(try far.undo(far.last()) == 0)
    // Nobody knows.
    far.disk.with { $0.systems = [:] }
    #expect(try far.apply(batch) == 0)
    #expect(try far.undo(far.last()) == 0)
    #expect(far.disk.files == before)
    let other = FileStep(
      .move, clip: 0, on: far.nas, FilePath("/srv/b.mp4"), to: FilePath("/to/b.mp4"),
      version: batch.steps[3].version)
    #expect(try far.apply(FileBatch(id: 1, steps: [other])) == 1)
    #expect(far.disk.files == before)
  }

  @Test func wrongPathsLeadNowhere() throws {
    makeThree()
    far.disk.with { $0.put("/link", .link("/srv")) }
    let before = far.disk.files
    let version = try #require(three().steps.first).version
    for path in [
      "a.mp4", "/srv/../srv/a.mp4", "/srv//a.mp4", "/srv/a.mp4/", "/link/a.mp4", "", "/",
      "/srv/a.mp4\0", "/srv",
    ] {
      let (wrong, new) = (FilePath(path), FilePath("/srv/new"))
      for kind in FileStep.Kind.allCases {
        for steps in [
          FileStep(kind, clip: 0, on: far.nas, wrong, to: new, version: version),
          FileStep(kind, clip: 0, on: far.nas, new, to: wrong, version: version),
          FileStep(kind, clip: 0, on: far.nas, FilePath("/srv/a.mp4"), to: wrong, version: version),
          FileStep(kind, clip: 0, on: far.nas, wrong, version: version),
        ] {
          for state in [FileBatch.State.applying, .applied, .undoing, .partlyUndone] {
            let batch = FileBatch(id: 1, state: state, steps: [steps])
            if state == .applying { _ = try far.apply(batch) }
            _ = try far.finish(batch)
            _ = try far.undo(batch)
            #expect(far.disk.files == before, "\(path) \(kind) \(state)")
          }
        }
      }
    }
  }

  /// Clips here are not tried again when those there are.
  @Test func linesAreLostForClipsThereOnly() throws {
    let scratch = try ScratchFolder()
    let (path, target) = (FilePath(scratch.file("a.mp4")), FilePath(scratch.file("b.mp4")))
    try path.write([1], mode: 0o600)
    let here = FileStep(
      .move, clip: 0, path, to: target, version: try #require(FileVersion(path)))
    makeThree()
    let there = three().steps.map { step in
      var step = step
      step.clip += 1
      return step
    }
    far.disk.with { $0.isCut = true }
    #expect(try far.apply(FileBatch(id: 1, steps: [here] + there)) == 3)
    let left = try far.last()
    #expect(left.state == .applying && left.steps[0].state == .done)
    // It has gone on since.
    try target.rename(to: FilePath(scratch.file("c.mp4")))
    far.repair()
    far.problems.withLock { $0 = [] }
    #expect(try far.finish(left) == 0)
    #expect(far.words == [] && far.disk.files["/to/.rejected/c.mp4"] != nil)
  }

  /// Lines that are lost, servers that refuse, and runs one after the other.
  @Test(arguments: 0..<40) func nothingIsLostOrDoubled(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let isDeleting = seed % 4 == 0
    makeThree()
    for name in 0..<Int.random(in: 0...24, using: &random) { far.disk.make("/srv/\(name).mp4") }
    let original = far.disk.files
    let clips = original.keys.filter { $0.hasSuffix(".mp4") }.sorted().map(far.seen)
    var batch = FileBatch(
      id: 1, steps: far.plan(clips, rejected: isDeleting ? .delete : .trash).steps)
    far.saved.withLock { $0 = [batch] }
    for round in 0..<8 {
      let wasSaved = try far.last()
      far.repair()
      let refused =
        Int.random(in: 0...3, using: &random) == 0 ? UInt64.random(in: 2...9, using: &random) : 0
      far.disk.with { state in
        state.count = 0
        if Bool.random(using: &random) {
          state.cut = (
            Int.random(in: 1...200, using: &random),
            FarDisk.Cut.allCases.randomElement(using: &random) ?? .oneIsDone
          )
        }
        state.refusal = { request in
          guard refused > 0, case .rename(let path, to: _) = request else { return nil }
          return UInt64(path.bytes.reduce(0) { $0 &* 31 &+ Int($1) }.magnitude) % refused == 0
            ? .noPermission : nil
        }
      }
      batch = wasSaved
      let isUndone = Bool.random(using: &random)
      if batch.state == .undone { break }
      if round == 0 {
        _ = try far.apply(batch)
      } else if isUndone || !batch.isUnfinished {
        _ = try far.undo(batch)
      } else {
        _ = try far.finish(batch)
      }
      // Killed before it could save how it ended.
      if Bool.random(using: &random), try far.last().id == 1 {
        batch.state = isUndone && round > 0 || !wasSaved.isUnfinished ? .undoing : .applying
        far.saved.withLock { $0.append(batch) }
      }
      if !isDeleting {
        #expect(
          far.disk.files.values.filter { $0 != "" }.sorted() == original.values.sorted(),
          "\(seed) \(round)")
      }
    }
    far.repair()
    batch = try far.last()
    // What it was given up for is in order now.
    batch.state = .partlyUndone
    _ = try far.undo(batch)
    if isDeleting {
      #expect(far.disk.files.allSatisfy { original[$0.key] == $0.value }, "\(seed)")
    } else {
      #expect(far.disk.files == original, "\(seed): \(far.words)")
    }
  }
}
