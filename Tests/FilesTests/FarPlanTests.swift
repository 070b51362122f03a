import Models
import Network
import Platform
import TestSupport
import Testing

@testable import Files

/// What is planned for clips on another machine.
@Suite struct FarPlanTests {
  let far: FarApply

  init() throws { far = try FarApply() }

  private let keep = Review(verdict: .keep)

  private func targets(_ plan: ApplyPlan) -> [String] {
    plan.steps.map { "\($0.source) > \($0.target.map(\.description) ?? "")" }
  }

  private func words(_ plan: ApplyPlan) -> [String] { plan.problems.map(\.description) }

  private func remote(_ text: String) throws -> MediaLocation {
    .remote(try #require(RemoteAddress(text)))
  }

  @Test func rejectedClipsGoToAFolderBesideThem() throws {
    far.disk.make(
      "/srv/a.mp4", "/srv/a.srt", "/srv/b.mp4", "/srv/.rejected/b.mp4", "/home/ada/c d.mp4",
      "/srv/k.mp4", "/srv/a.folder.srt/x")
    let home = try #require(RemoteAddress("sftp://nas/~/c%20d.mp4"))
    let plan = far.plan([
      far.clip("/srv/b.mp4"), far.clip("/srv/a.mp4"), far.clip("/srv/k.mp4", keep),
      far.clip("/srv/n.mp4", Review(rating: 3)),
      ApplyPlan.FarClip(home, Review(verdict: .reject), version: nil, time: 1_750_000_000),
    ])
    #expect(
      targets(plan) == [
        "/home/ada/c d.mp4 > /home/ada/.rejected/c d.mp4", "/srv/a.mp4 > /srv/.rejected/a.mp4",
        "/srv/a.srt > /srv/.rejected/a.srt", "/srv/b.mp4 > /srv/.rejected/b.mp4.2",
      ])
    #expect(plan.steps.map(\.clip) == [0, 1, 1, 2] && words(plan) == [])
    #expect(plan.rejected == 3 && plan.kept == 1)
    #expect(plan.steps.allSatisfy { $0.kind == .trash && $0.machine == far.nas })
    #expect(
      plan.steps.first?.version
        == FileVersion(modified: FileDate(seconds: 1_700_000_000), size: 28))
    // Planning changes nothing.
    #expect(far.disk.files.count == 7)
  }

  @Test func numbersOfClipsGoOn() throws {
    let scratch = try ScratchFolder()
    let path = FilePath(scratch.file("a.mp4"))
    try path.write([1], mode: 0o600)
    far.disk.make("/srv/a.mp4")
    var plan = ApplyPlan(
      [ApplyPlan.Clip(path, Review(verdict: .reject))], rejected: .delete, kept: .stay,
      homeTrash: nil)
    plan.add([far.seen("/srv/a.mp4")], by: far.disk)
    #expect(
      plan.steps.map(\.clip) == [0, 1] && plan.steps.map { $0.machine == nil } == [true, false])
    // Nor does a clip go from here to there.
    let there = ApplyPlan(
      [ApplyPlan.Clip(path, Review(verdict: .reject))], rejected: .move(try remote("sftp://nas/x")),
      kept: .stay, homeTrash: nil)
    #expect(words(there) == ["\(path): sftp://nas/x is on another machine"])
  }

  @Test func onlyTheJudgedFileIsMeant() {
    far.disk.make(
      "/srv/same.mp4", "/srv/size.mp4", "/srv/date.mp4", "/srv/old.mp4", "/srv/new.mp4",
      "/srv/x.sh", "/srv/folder.mp4/x")
    far.disk.with { $0.put("/srv/link.mp4", .link("same.mp4")) }
    func version(_ size: Int, _ seconds: Int) -> FileVersion {
      FileVersion(modified: FileDate(seconds: seconds, nanoseconds: 5), size: size)
    }
    let plan = far.plan([
      far.clip("/srv/same.mp4", version: version(24, 1_700_000_000), time: 0),
      far.clip("/srv/size.mp4", version: version(23, 1_700_000_000)),
      far.clip("/srv/date.mp4", version: version(24, 1_700_000_001)),
      far.clip("/srv/old.mp4", time: 1_700_000_000), far.clip("/srv/new.mp4", time: 1_699_999_999),
      far.clip("/srv/gone.mp4"), far.clip("/gone/a.mp4"), far.clip("/srv/x.sh"),
      far.clip("/srv/link.mp4"), far.clip("/srv/folder.mp4"),
    ])
    #expect(plan.steps.map(\.source.description) == ["/srv/old.mp4", "/srv/same.mp4"])
    let uncertain = "it may not be the file that was judged; judge it again"
    #expect(
      words(plan).sorted() == [
        "nas:/srv/date.mp4: \(uncertain)", "nas:/srv/folder.mp4: not a regular file",
        "nas:/srv/link.mp4: not a regular file", "nas:/srv/new.mp4: \(uncertain)",
        "nas:/srv/size.mp4: \(uncertain)", "nas:/srv/x.sh: its name is not that of a clip",
      ])
  }

  /// What stays keeps what it has in common with what goes.
  @Test func companionsGoWithJudgedClipsOnly() {
    far.disk.make("/srv/a.mov", "/srv/a.mp4", "/srv/a.xmp")
    let both = [far.clip("/srv/a.mov"), far.clip("/srv/a.mp4")]
    #expect(far.plan(both).steps.map(\.clip) == [0, 0, 1])
    let one = [far.clip("/srv/a.mov"), far.clip("/srv/a.mp4", time: 0)]
    #expect(far.plan(one).steps.map(\.source.description) == ["/srv/a.mov"])
  }

  /// The same file by way of a link: if the verdicts differ, none counts.
  @Test func fileOfTwoAddressesIsOne() {
    far.disk.make("/srv/a.mp4")
    far.disk.with { $0.put("/link", .link("/srv")) }
    var other = far.clip("/link/a.mp4", keep)
    other.isWanted = false
    let plan = far.plan([far.clip("/srv/a.mp4"), other])
    #expect(plan.steps == [] && plan.kept == 0 && plan.rejected == 0)
    #expect(
      words(plan) == ["nas:/srv/a.mp4: it may not be the file that was judged; judge it again"])
    other.review = Review(verdict: .reject)
    #expect(far.plan([far.clip("/srv/a.mp4"), other]).steps.count == 1)
    // What is not asked for is not treated.
    let none = far.plan([other])
    #expect(none.steps == [] && none.problems == [])
  }

  /// What is deleted has to be known better than by its date.
  @Test func onlyAKnownVersionIsDeleted() {
    far.disk.make("/srv/a.mp4")
    #expect(far.plan([far.clip("/srv/a.mp4")], rejected: .delete).steps == [])
    #expect(far.plan([far.seen("/srv/a.mp4")], rejected: .delete).steps.map(\.kind) == [.delete])
  }

  @Test func keptClipsAreSortedOnTheirMachine() throws {
    far.disk.make("/srv/a.mp4", "/srv/a.txt", "/srv/b.mp4", "/best/0/b.mp4", "/other/c.mp4")
    far.disk.with { $0.systems["/other"] = 2 }
    let clips = [
      far.clip("/srv/a.mp4", Review(verdict: .keep, rating: 5)), far.clip("/srv/b.mp4", keep),
      far.clip("/other/c.mp4", keep),
    ]
    let plan = far.plan(clips, kept: .go(.move, try remote("sftp://nas/best"), by: .rating))
    #expect(targets(plan) == ["/srv/a.mp4 > /best/5/a.mp4", "/srv/a.txt > /best/5/a.txt"])
    #expect(
      words(plan) == [
        "nas:/other/c.mp4: its folder there may be on another file system",
        "nas:/srv/b.mp4: nas:/best/0/b.mp4 is taken",
      ])
    #expect(plan.kept == 1)
    func refused(_ kept: ApplyPlan.Kept) -> Set<String> {
      let plan = far.plan([clips[0]], kept: kept)
      #expect(plan.steps == [] && plan.kept == 0)
      return Set(words(plan))
    }
    #expect(
      refused(.go(.copy, try remote("sftp://nas/best"), by: .none))
        == ["nas:/srv/a.mp4: on another machine, clips are only moved"])
    #expect(
      refused(.go(.move, .file(FilePath("/best")), by: .none))
        == ["nas:/srv/a.mp4: /best is on another machine"])
    #expect(
      refused(.go(.move, try remote("sftp://pi/best"), by: .none))
        == ["nas:/srv/a.mp4: sftp://pi/best is on another machine"])
    #expect(
      refused(.go(.move, try remote("sftp://nas/none"), by: .none))
        == ["nas:/srv/a.mp4: nas:/none: No such file or directory"])
    #expect(
      refused(.go(.move, try remote("sftp://nas/srv/b.mp4"), by: .none))
        == ["nas:/srv/a.mp4: nas:/srv/b.mp4: Not a directory"])
    // A server that does not say what is on which file system.
    far.disk.with { $0.systems = [:] }
    #expect(far.plan([far.clip("/srv/a.mp4")]).steps.count == 2)
    #expect(
      refused(.go(.move, try remote("sftp://nas/best"), by: .none))
        == ["nas:/srv/a.mp4: its folder there may be on another file system"])
  }

  @Test func takenFolderOfRejectedClipsIsTold() {
    far.disk.make("/srv/a.mp4", "/srv/.rejected", "/to/b.mp4")
    far.disk.with { $0.put("/to/.rejected", .link("/srv")) }
    let plan = far.plan([far.clip("/srv/a.mp4"), far.clip("/to/b.mp4")])
    #expect(
      words(plan) == [
        "nas:/srv/.rejected: Not a directory", "nas:/to/.rejected: Not a directory",
      ])
    #expect(plan.steps == [])
  }

  @Test(arguments: FarDisk.Cut.allCases) func lostLineIsToldOnce(_ cut: FarDisk.Cut) {
    far.disk.make("/srv/a.mp4", "/to/b.mp4", "/srv/.rejected/x")
    let clips = [far.clip("/srv/a.mp4"), far.clip("/to/b.mp4")]
    _ = far.plan(clips)
    let count = far.disk.with(\.count)
    for number in 1...count {
      far.repair()
      far.disk.with { state in
        state.count = 0
        state.cut = (number, cut)
      }
      let plan = far.plan(clips)
      #expect(words(plan).count == 1 && words(plan)[0].hasPrefix("nas: "), "\(number)")
      #expect(far.disk.files.count == 3)
    }
  }

  /// Folders are listed side by side, with those of rejected clips beside them.
  @Test func foldersAreListedTogether() {
    let count = 300
    for number in 0..<count { far.disk.make("/srv/\(number)/a.mp4", "/srv/\(number)/.rejected/x") }
    let clips = (0..<count).map { far.clip("/srv/\($0)/a.mp4") }
    let reports = Lock<[String]>([])
    func roundTrips() -> Int {
      far.disk.with { $0.bursts = 0 }
      var plan = ApplyPlan([], rejected: .trash, kept: .stay, homeTrash: nil)
      plan.add(clips, by: far.disk) { machine, done, total in
        reports.withLock { $0.append("\(machine) \(done)/\(total)") }
      }
      #expect(plan.steps.count == count && words(plan) == [])
      return far.disk.with(\.bursts)
    }
    // Three for the paths, and four of each kind for 32 folders.
    #expect(roundTrips() <= 3 + 2 * (count + 7) / 8 + 2)
    #expect(reports.withLock { $0.prefix(2) } == ["sftp://nas/ 0/300", "sftp://nas/ 32/300"])
    // Those that fail together are listed by themselves.
    let one = FarRequest.look(FilePath("/srv/7"))
    far.disk.with { state in
      state.requests = []
      state.before = { _, request, state in
        let isFirst = request == one && state.requests.count { $0 == one } == 1
        state.refusal = { _ in isFirst ? .refused("too many") : nil }
      }
    }
    #expect(roundTrips() > 0 && far.disk.with { $0.requests.count { $0 == one } } == 2)
  }

  @Test(arguments: ["", "srv", "/srv/../x", "/srv/.", "//srv", "/srv\0"])
  func resolvedPathsAreWhole(_ path: String) {
    far.disk.make("/srv/a.mp4")
    far.disk.with { state in
      state.lie = { request, reply in
        request == .resolve(FilePath("/srv")) ? .success(.path(FilePath(path))) : reply
      }
    }
    let plan = far.plan([far.clip("/srv/a.mp4")])
    #expect(plan.steps == [] && words(plan) == ["nas:/srv/a.mp4: not the whole path of a file"])
  }

  @Test func namesOfAServerLeadNowhere() {
    far.disk.make("/srv/a.mp4")
    func entry(_ name: String, _ size: Int64? = 1, _ modified: Int64? = 1) -> FolderEntry {
      FolderEntry(name: Array(name.utf8), kind: .file, size: size, modified: modified)
    }
    func plan(_ entries: FolderEntry...) -> ApplyPlan {
      far.disk.with { $0.listings["/srv"] = entries }
      return far.plan([far.clip("/srv/a.mp4")])
    }
    let names = ["", ".", "..", "a.mp4/../../x.srt", "/a.mp4", "a.mp4\0.srt", "a.\0.srt"]
    let hostile = plan(entry("a.mp4"), entry("a.srt"), entry("a.mp4", 5))
    #expect(hostile.steps.map(\.version.size) == [1, 1])
    for name in names {
      #expect(plan(entry("a.mp4"), entry(name)).steps.map(\.source.description) == ["/srv/a.mp4"])
    }
    let unknown = "the server does not say its size and date"
    for clip in [entry("a.mp4", nil), entry("a.mp4", 1, nil), entry("a.mp4", -1)] {
      #expect(words(plan(clip)) == ["nas:/srv/a.mp4: \(unknown)"])
    }
    #expect(words(plan(entry("a.mp4"), entry("a.srt", nil))) == ["nas:/srv/a.srt: \(unknown)"])
    for date in [Int64.min, .max] {
      _ = plan(entry("a.mp4", .max, date))
    }
    // All names that are tried are taken.
    far.disk.with { $0.put("/srv/.rejected", .folder) }
    let all = (1...1_100).map { entry($0 == 1 ? "a.mp4" : "a.mp4.\($0)") }
    far.disk.with { $0.listings["/srv/.rejected"] = all }
    let none = plan(entry("a.mp4"), FolderEntry(name: Array(".rejected".utf8), kind: .folder))
    #expect(words(none) == ["nas:/srv/a.mp4: nas:/srv/.rejected/a.mp4 is taken"])
  }

  /// What could not be read back from the records would keep all later applies from being taken back.
  @Test func pathsThatCannotBeSavedAreRefused() {
    let folder = "/" + String(repeating: "é", count: 2_000)
    far.disk.make("\(folder)/a.mp4")
    let plan = far.plan([far.clip("\(folder)/a.mp4")])
    #expect(plan.steps == [] && plan.problems.count == 1)
  }
}
