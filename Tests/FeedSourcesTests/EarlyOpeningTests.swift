import Clients
import FeedCore
import FeedSources
import Glibc
import Models
import Network
import Platform
import TestSupport
import Testing

/// Feeds of folders on other machines that open while the names are arriving.
@Suite struct EarlyOpeningTests {
  /// A feed as the window sees it: it follows the notice to the first clip.
  private struct Started {
    let client: FeedClient
    let notice: ItemID
    private var changes: AsyncStream<[FeedChange]>.Iterator

    init(
      _ machine: SlowMachine, _ addresses: [String] = ["sftp://nas/d"],
      patience: Double = 0, change: (inout FeedOptions) -> Void = { _ in }
    ) throws {
      let opening = try open(addresses.map { FilePath($0) }) {
        $0.openFolder = { FarFolder($0, from: machine) }
        $0.namePatience = patience
        change(&$0)
      }
      client = opening.client
      notice = opening.first.id
      // The thread starts with this.
      changes = opening.client.changes().makeAsyncIterator()
    }

    /// The changes that come next, by name.
    mutating func next() async -> [String] {
      await changes.next()?.map { change in
        switch change {
        case .insert(let item, let after):
          "+\(Self.name(item)) after \(after == notice ? "notice" : "item")"
        case .delete(let id): id == notice ? "-notice" : "-item"
        case .reload(let item): "reload \(Self.name(item))"
        case .rearranged, .filteredOut, .counted: "\(change)"
        }
      } ?? []
    }

    /// The first item, which replaces the notice.
    mutating func first(_ limit: Int = 1) async throws -> FeedItem {
      let found = await next()
      #expect(found.count == 2 && found.last == "-notice")
      let batch = try await client.page(
        FeedBatchRequest(.item(notice), limit: limit, isInclusive: true)
      ).get()
      #expect(!batch.isLast)
      let item = try #require(batch.items.first)
      #expect(found.first == "+\(Self.name(item)) after notice")
      return item
    }

    /// All items, after those that were not found at first were asked for again.
    func all(_ limit: Int = 64) async throws -> [FeedItem] {
      try await client.page(FeedBatchRequest(.start, limit: limit)).get().items
    }

    func names(_ request: FeedBatchRequest) async -> [String] {
      guard case .success(let batch) = await client.page(request) else { return ["failed"] }
      return batch.items.map(Self.name)
    }

    /// Waits until so many clips are listed, and the loop has seen them.
    func awaits(_ count: Int) async -> Bool {
      await eventually { client.place(nil, .none).total == count }
    }

    static func name(_ item: FeedItem) -> String {
      item.name(in: FilePath("/")).replacing("sftp://nas/d/", with: "")
    }
  }

  /// Whoever looks for changes only after the first batch misses none: the notice would stay for ever.
  @Test func changesBeforeTheFirstObserverAreKept() async throws {
    let machine = SlowMachine()
    let opening = try open([FilePath("sftp://nas/d")]) {
      $0.openFolder = { FarFolder($0, from: machine) }
      $0.namePatience = 0
    }
    let notice = opening.first.id
    async let ahead = opening.client.page(FeedBatchRequest(.item(notice), limit: 1))
    await machine.send("/d", "a.mp4")
    await machine.end("/d")
    let first = try #require(try await ahead.get().items.first)
    var changes = opening.client.changes().makeAsyncIterator()
    #expect(await changes.next()?.prefix(2) == [.insert(first, after: notice), .delete(notice)])
  }

  @Test func feedOpensAtTheFirstClipKnown() async throws {
    let machine = SlowMachine()
    var feed = try Started(machine)
    await machine.send("/d", "m.mp4", "k.mp4", "sub/", "notes.txt")
    let first = try await feed.first(8)
    #expect(Started.name(first) == "k.mp4")
    // Its place is not known, nor are its neighbours.
    #expect(
      feed.client.place(first.id, .none)
        == FeedPlace(number: nil, count: 2, total: 2, isGrowing: true))
    let client = feed.client
    async let ahead = client.page(FeedBatchRequest(.item(first.id), limit: 5))
    async let behind = client.page(FeedBatchRequest(.item(first.id), .backwards, limit: 5))
    await machine.send("/d", "b.mp4", "a.mp4", "k2.mp4", "z.mp4")
    #expect(await feed.awaits(6))
    #expect(feed.client.place(first.id, .none).number == nil)
    await machine.end("/d")
    #expect(try await behind.get().items.map(Started.name) == ["a.mp4", "b.mp4"])
    await machine.send("/d/sub", "s.mp4")
    await machine.end("/d/sub")
    #expect(
      try await ahead.get().items.map(Started.name)
        == ["k2.mp4", "m.mp4", "z.mp4", "sub/s.mp4"])
    let all = try await feed.all()
    #expect(
      all.map(Started.name) == [
        "a.mp4", "b.mp4", "k.mp4", "k2.mp4", "m.mp4", "z.mp4", "sub/s.mp4",
      ])
    #expect(all[2].id == first.id)
    #expect(
      feed.client.place(first.id, .none)
        == FeedPlace(number: 3, count: 7, total: 7, isGrowing: false))
    // A window that still asks by the notice gets what is in its place.
    #expect(
      await feed.names(FeedBatchRequest(.item(feed.notice), limit: 2, isInclusive: true))
        == ["k.mp4", "k2.mp4"])
    #expect(
      await feed.names(FeedBatchRequest(.item(feed.notice), .backwards, limit: 1)) == ["b.mp4"])
    #expect(await feed.client.sections(.none).map(\.count) == [6, 1])
    // A filter finds it once.
    let filter = FeedFilter(text: "k")
    #expect(
      await feed.names(FeedBatchRequest(.start, limit: 9, filter: filter)) == ["k.mp4", "k2.mp4"])
    #expect(feed.client.place(first.id, filter).count == 2)
  }

  @Test func smallFolderOpensAtItsTrueFirstClip() async throws {
    let machine = SlowMachine()
    var feed = try Started(machine, patience: 600)
    await machine.send("/d", "m.mp4", "k.mp4")
    #expect(await feed.awaits(2))
    await machine.send("/d", "a.mp4")
    await machine.end("/d")
    #expect(Started.name(try await feed.first()) == "a.mp4")
    #expect(try await feed.all().map(Started.name) == ["a.mp4", "k.mp4", "m.mp4"])
  }

  /// By the project's clock.
  @Test func patienceEnds() async throws {
    let machine = SlowMachine()
    let start = HostTime.now
    var feed = try Started(machine, patience: 0.2)
    await machine.send("/d", "m.mp4")
    #expect(Started.name(try await feed.first(8)) == "m.mp4")
    #expect(HostTime.now >= start + 0.2)
    await machine.end("/d")
    #expect(try await feed.all().map(Started.name) == ["m.mp4"])
  }

  struct Choice: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var change: @Sendable (inout FeedOptions) -> Void
    var first: String
    var order = ["a.mp4", "b2.mp4", "k.mp4", "m.mp4"]
  }

  /// What decides is known when all names are there.
  @Test(arguments: [
    Choice(
      testDescription: "filter", change: { $0.match = FeedFilter(text: "mp4") }, first: "a.mp4"),
    Choice(
      testDescription: "condition", change: { $0.match = FeedFilter(text: "is:unseen") },
      first: "a.mp4"),
    Choice(testDescription: "number", change: { $0.start = .index(1) }, first: "b2.mp4"),
    Choice(
      testDescription: "name", change: { $0.start = .name(Array("b2".utf8)) }, first: "b2.mp4"),
    Choice(
      testDescription: "last",
      change: { options in
        options.start = AddressReader.sftp("sftp://nas/d/b2.mp4").map { .last(.remote($0)) }
      }, first: "b2.mp4"),
    Choice(
      testDescription: "gone",
      change: { options in
        options.start = AddressReader.sftp("sftp://nas/d/x.mp4").map { .last(.remote($0)) }
      }, first: "a.mp4"),
    Choice(testDescription: "size", change: { $0.sort = .size }, first: "a.mp4"),
  ])
  func otherBeginningsAreAwaited(_ choice: Choice) async throws {
    let machine = SlowMachine()
    var feed = try Started(machine, change: choice.change)
    await machine.send("/d", "m.mp4", "k.mp4")
    #expect(await feed.awaits(2))
    await machine.send("/d", "b2.mp4", "a.mp4")
    #expect(await feed.awaits(4))
    await machine.end("/d")
    #expect((await feed.next()).first == "+\(choice.first) after notice")
    #expect(try await feed.all().map(Started.name) == choice.order)
  }

  // MARK: Clips that are looked for

  /// A clip that is the argument opens before anything is listed.
  @Test(arguments: [false, true]) func singleClipOpensAtOnce(_ isReversed: Bool) async throws {
    let machine = SlowMachine()
    let opening = try open([FilePath("sftp://nas/d/k.mp4")]) {
      $0.openFolder = { FarFolder($0, from: machine) }
      $0.isReversed = isReversed
    }
    let (first, client) = (opening.first, opening.client)
    #expect(Started.name(first) == "k.mp4" && machine.asked.isEmpty)
    #expect(client.place(first.id, .none).number == nil)
    async let ahead = client.page(FeedBatchRequest(.item(first.id), limit: 5))
    async let behind = client.page(FeedBatchRequest(.item(first.id), .backwards, limit: 5))
    await machine.send("/d/", "m.mp4", "k.mp4", "s/")
    #expect(await eventually { client.place(nil, .none).total == 2 })
    await machine.send("/d/", "a.mp4")
    await machine.end("/d/")
    await machine.list(["/d/s": ["b.mp4"]])
    let after = try await ahead.get().items.map(Started.name)
    let before = try await behind.get().items.map(Started.name)
    #expect((isReversed ? before : after).contains("m.mp4"))
    #expect((isReversed ? after : before) == ["a.mp4"])
    let all = try await client.page(FeedBatchRequest(.start, limit: 9)).get().items
    let names = ["a.mp4", "k.mp4", "m.mp4", "s/b.mp4"]
    #expect(all.map(Started.name) == (isReversed ? names.reversed() : names))
    #expect(all.contains { $0.id == first.id })
  }

  /// Its page says so; its neighbours do not wait for the folders that follow.
  @Test func singleClipThatIsGoneIsInItsFolder() async throws {
    let machine = SlowMachine()
    let opening = try open([FilePath("sftp://nas/d/x.mp4")]) {
      $0.openFolder = { FarFolder($0, from: machine) }
    }
    let (first, client) = (opening.first, opening.client)
    #expect(Started.name(first) == "x.mp4")
    async let behind = client.page(FeedBatchRequest(.item(first.id), .backwards, limit: 5))
    await machine.list(["/d/": ["y.mp4", "s/"]])
    #expect(try await behind.get().items.map(Started.name) == ["y.mp4"])
    await machine.list(["/d/s": ["b.mp4"]])
    let all = try await client.page(FeedBatchRequest(.start, limit: 9)).get().items
    #expect(all.map(Started.name) == ["y.mp4", "x.mp4", "s/b.mp4"])
  }

  @Test func singleClipThatAFilterLeavesOutIsNotOpened() async throws {
    let machine = SlowMachine()
    let opening = try open([FilePath("sftp://nas/d/k.mp4")]) {
      $0.openFolder = { FarFolder($0, from: machine) }
      $0.match = FeedFilter(text: "a")
    }
    let client = opening.client
    async let first = client.page(
      FeedBatchRequest(.item(opening.first.id), limit: 1, filter: FeedFilter(text: "a")))
    await machine.list(["/d/": ["k.mp4", "a.mp4"]])
    #expect(try await first.get().items.map(Started.name) == ["a.mp4"])
  }

  /// The last clip on screen is opened as soon as its name has come.
  @Test(arguments: [OrderSort.name, .size])
  func feedResumesBeforeTheListIsComplete(_ sort: OrderSort) async throws {
    let machine = SlowMachine()
    let place = try #require(AddressReader.sftp("sftp://nas/d/s/k.mp4"))
    var feed = try Started(machine) {
      $0.start = .last(.remote(place))
      $0.sort = sort
    }
    await machine.list(["/d": ["a.mp4", "k.mp4", "s/", "t/"]])
    await machine.send("/d/s", "m.mp4")
    #expect(await feed.awaits(3))
    await machine.send("/d/s", "k.mp4", "n.mp4")
    let first = try await feed.first(8)
    #expect(Started.name(first) == "s/k.mp4")
    // Names that come twice, as the line breaks.
    await machine.end("/d/s", .brokenOff)
    await machine.list(["/d/s": ["n.mp4", "k.mp4", "b.mp4"], "/d/t": []])
    let all = try await feed.all()
    #expect(all.map(Started.name) == ["a.mp4", "k.mp4", "s/b.mp4", "s/k.mp4", "s/n.mp4"])
    #expect(all[3].id == first.id)
  }

  @Test func shuffledFeedWaits() async throws {
    func order(_ patience: Double) async throws -> [String] {
      let machine = SlowMachine()
      var feed = try Started(machine, patience: patience) { $0.sort = .shuffle(seed: 7) }
      await machine.send("/d", "m.mp4", "k.mp4")
      #expect(await feed.awaits(2))
      await machine.send("/d", "b.mp4", "a.mp4")
      await machine.end("/d")
      let first = await feed.next()
      return first + (try await feed.all().map(Started.name))
    }
    #expect(try await order(0) == order(600))
  }

  /// Folders come before clips there.
  @Test(arguments: [false, true])
  func reversedFeedOpensAtTheLast(_ hasFolder: Bool) async throws {
    let machine = SlowMachine()
    var feed = try Started(machine) { $0.isReversed = true }
    await machine.send("/d", ["k.mp4", "m.mp4"] + (hasFolder ? ["s/"] : []))
    if !hasFolder { #expect(Started.name(try await feed.first(8)) == "m.mp4") }
    #expect(await feed.awaits(2))
    await machine.send("/d", "z.mp4")
    await machine.end("/d")
    if hasFolder {
      await machine.send("/d/s", "b.mp4", "c.mp4")
      // In a folder of its own, there are none before it.
      #expect(Started.name(try await feed.first()) == "s/c.mp4")
      await machine.end("/d/s")
    }
    #expect(
      try await feed.all().map(Started.name)
        == (hasFolder ? ["s/c.mp4", "s/b.mp4"] : []) + ["z.mp4", "m.mp4", "k.mp4"])
  }

  @Test func feedOpensInASubfolder() async throws {
    let machine = SlowMachine()
    var feed = try Started(machine)
    await machine.send("/d", "s/", "t/")
    await machine.end("/d")
    await machine.send("/d/s", "k.mp4")
    let first = try await feed.first(8)
    await machine.send("/d/s", "a.mp4")
    await machine.end("/d/s")
    await machine.send("/d/t", "b.mp4")
    await machine.end("/d/t")
    let all = try await feed.all()
    #expect(all.map(Started.name) == ["s/a.mp4", "s/k.mp4", "t/b.mp4"])
    #expect(all[1].id == first.id)
  }

  /// Failures before the first clip are shown before it.
  @Test func failureBeforeItComesFirst() async throws {
    let machine = SlowMachine()
    var feed = try Started(machine, ["sftp://nas/gone", "sftp://nas/d"])
    await machine.end("/gone", .noPermission)
    await machine.send("/d", "k.mp4")
    let card = "[\(FeedError.Reason.noPermission)]"
    #expect(Started.name(try await feed.first()) == card)
    await machine.end("/d")
    #expect(try await feed.all().map(Started.name) == [card, "k.mp4"])
  }

  @Test func filterTypedMeanwhileIsAnsweredAfterwards() async throws {
    let machine = SlowMachine()
    var feed = try Started(machine)
    await machine.send("/d", "k.mp4", "m.mp4")
    let first = try await feed.first(8)
    let (client, notice) = (feed.client, feed.notice)
    let filter = FeedFilter(text: "a")
    async let found = client.page(
      FeedBatchRequest(.bestMatch, limit: 5, filter: filter, isInclusive: true))
    async let here = client.page(
      FeedBatchRequest(.item(notice), limit: 5, filter: filter, isInclusive: true))
    await machine.send("/d", "a.mp4", "za.mp4")
    await machine.end("/d")
    #expect(try await found.get().items.map(Started.name) == ["a.mp4", "za.mp4"])
    #expect(try await here.get().items.map(Started.name) == ["za.mp4"])
    #expect(feed.client.place(first.id, filter).number == nil)
  }

  @Test func refreshAfterwardsChangesNothing() async throws {
    let machine = SlowMachine()
    var feed = try Started(machine)
    await machine.send("/d", "k.mp4", "m.mp4")
    _ = try await feed.first(8)
    let client = feed.client
    // It waits until the folder is listed.
    async let refreshed: Void = client.refresh().get()
    await machine.send("/d", "a.mp4")
    await machine.end("/d")
    let before = try await feed.all()
    await machine.send("/d", "m.mp4", "n.mp4", "k.mp4", "a.mp4")
    await machine.end("/d")
    try await refreshed
    let after = try await feed.all()
    #expect(after.map(Started.name) == ["a.mp4", "k.mp4", "m.mp4", "n.mp4"])
    #expect(after.prefix(3).map(\.id) == before.map(\.id))
    #expect(await feed.next() == ["+n.mp4 after item"])
  }

  /// Random names in random batches, over a line that breaks: the order is that of a folder that is
  /// listed at once, and the first clip keeps its page and finds its neighbours.
  @Test func randomFoldersHaveOneOrder() async throws {
    let seed = Fuzz.seed
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<40 {
      let isReversed = Bool.random(using: &generator)
      var names = Set(
        (0..<Int.random(in: 1...30, using: &generator)).map { _ in
          "\(["a", "B", "é", "c "].randomElement(using: &generator) ?? "")\(Int.random(in: 0...99, using: &generator)).mp4"
        }
      ).sorted()
      if Bool.random(using: &generator) { names += ["s/", "t/"] }

      var order: [String] = []
      for isEarly in [false, true] {
        let machine = SlowMachine()
        var feed = try Started(machine, patience: isEarly ? 0 : 600) { $0.isReversed = isReversed }
        var first: FeedItem?
        if isEarly {
          names.shuffle(using: &generator)
          let size = Int.random(in: 1...names.count, using: &generator)
          await machine.send("/d", Array(names.prefix(size)))
          let clips = names.prefix(size).count { !$0.hasSuffix("/") }
          #expect(await feed.awaits(clips), "seed \(seed)")
          if clips > 0, !isReversed || clips == size { first = try await feed.first(8) }
          if first != nil, Bool.random(using: &generator) {
            await machine.end("/d", .brokenOff)
            names.shuffle(using: &generator)
            await machine.send("/d", names)
          } else {
            await machine.send("/d", Array(names.dropFirst(size)))
          }
        } else {
          await machine.send("/d", names)
        }
        await machine.end("/d")
        for name in names where name.hasSuffix("/") {
          await machine.send("/d/\(name.dropLast())", "2.mp4", "1.mp4")
          await machine.end("/d/\(name.dropLast())")
        }
        let all = try await feed.all()
        if !isEarly { order = all.map(Started.name) }
        #expect(all.map(Started.name) == order, "seed \(seed)")
        guard let first else { continue }
        let index = try #require(all.firstIndex(of: first), "seed \(seed)")
        #expect(feed.client.place(first.id, .none).number == index + 1, "seed \(seed)")
        let ahead = FeedBatchRequest(.item(first.id), limit: 99)
        #expect(await feed.names(ahead) == Array(order[(index + 1)...]), "seed \(seed)")
        let behind = FeedBatchRequest(.item(feed.notice), .backwards, limit: 99)
        #expect(await feed.names(behind) == Array(order[..<index]), "seed \(seed)")
      }
    }
  }

  // MARK: Lines that break

  @Test func brokenListIsAskedForAgain() async throws {
    let machine = SlowMachine()
    var feed = try Started(machine)
    await machine.send("/d", "k.mp4", "m.mp4")
    let first = try await feed.first(8)
    await machine.end("/d", .brokenOff)
    await machine.send("/d", "a.mp4", "m.mp4", "k.mp4")
    await machine.end("/d")
    let all = try await feed.all()
    #expect(all.map(Started.name) == ["a.mp4", "k.mp4", "m.mp4"])
    #expect(all[1].id == first.id)
    #expect(machine.asked == ["/d", "/d"])
  }

  /// It is told once, at the ends of the window, and asked for again when the user does.
  @Test func lostLineIsToldAndTheClipStays() async throws {
    let machine = SlowMachine()
    var feed = try Started(machine)
    await machine.send("/d", "k.mp4", "m.mp4")
    let first = try await feed.first(8)
    let client = feed.client
    machine.failing.withLock { $0["/d"] = .stalled }
    async let ahead = client.page(FeedBatchRequest(.item(first.id), limit: 5))
    async let behind = client.page(FeedBatchRequest(.item(first.id), .backwards, limit: 5))
    await machine.end("/d", .brokenOff)
    #expect(await ahead.error?.reason == .timedOut)
    #expect(await behind.error?.reason == .timedOut)
    machine.failing.withLock { $0 = [:] }
    async let again = client.page(FeedBatchRequest(.item(first.id), .backwards, limit: 5))
    await machine.send("/d", "m.mp4", "k.mp4", "a.mp4")
    await machine.end("/d")
    #expect(try await again.get().items.map(Started.name) == ["a.mp4"])
  }

  @Test func listThatBreaksOffEachTimeIsTold() async throws {
    let machine = SlowMachine()
    var feed = try Started(machine)
    for round in 0..<4 {
      await machine.send("/d", "k.mp4", "m.mp4")
      #expect(await feed.awaits(2))
      if round == 0 { _ = try await feed.first(8) }
      await machine.end("/d", .brokenOff)
    }
    // Only the clip that plays is left.
    #expect(await feed.awaits(1))
    machine.failing.withLock { $0["/d"] = .stalled }
    let request = FeedBatchRequest(.start, limit: 5)
    #expect(await feed.client.page(request).error?.reason == .timedOut)
    #expect(machine.asked.count == 5)
  }

  @Test func clipThatIsGoneMeanwhileIsTheLast() async throws {
    let machine = SlowMachine()
    var feed = try Started(machine)
    await machine.send("/d", "k.mp4")
    let first = try await feed.first(8)
    await machine.end("/d", .brokenOff)
    await machine.send("/d", "m.mp4", "a.mp4")
    await machine.end("/d")
    let all = try await feed.all()
    #expect(all.map(Started.name) == ["a.mp4", "m.mp4", "k.mp4"])
    #expect(all[2].id == first.id)
  }

  /// Its neighbours do not wait for the folders that follow.
  @Test func clipThatIsGoneMeanwhileIsInItsFolder() async throws {
    let machine = SlowMachine()
    var feed = try Started(machine)
    await machine.send("/d", "k.mp4")
    let first = try await feed.first(8)
    await machine.end("/d", .brokenOff)
    await machine.send("/d", "m.mp4", "a.mp4", "s/")
    await machine.end("/d")
    #expect(
      await feed.names(FeedBatchRequest(.item(first.id), .backwards, limit: 5)) == [
        "a.mp4", "m.mp4",
      ])
    #expect(feed.client.place(first.id, .none).number == 3)
    await machine.send("/d/s", "b.mp4")
    await machine.end("/d/s")
    #expect(
      try await feed.all().map(Started.name) == ["a.mp4", "m.mp4", "k.mp4", "s/b.mp4"])
  }

  /// A refresh after the line was lost finds all of it, and the clip on screen stays.
  @Test func refreshInPlaceOfALostList() async throws {
    let machine = SlowMachine()
    var feed = try Started(machine)
    await machine.send("/d", "k.mp4")
    let first = try await feed.first(8)
    let client = feed.client
    machine.failing.withLock { $0["/d"] = .stalled }
    async let ahead = client.page(FeedBatchRequest(.item(first.id), limit: 5))
    await machine.end("/d", .brokenOff)
    #expect(await ahead.error?.reason == .timedOut)
    machine.failing.withLock { $0 = [:] }
    async let refreshed: Void = client.refresh().get()
    await machine.send("/d", "m.mp4", "k.mp4", "a.mp4")
    await machine.end("/d")
    try await refreshed
    let all = try await feed.all()
    #expect(all.map(Started.name) == ["a.mp4", "k.mp4", "m.mp4"])
    #expect(all[1].id == first.id)
    #expect(feed.client.place(first.id, .none).number == 2)
    #expect(
      await feed.names(FeedBatchRequest(.item(feed.notice), limit: 1, isInclusive: true))
        == ["k.mp4"])
  }

  @Test func subfoldersWaitForTheLine() async throws {
    let machine = SlowMachine()
    let feed = try Started(machine, patience: 600)
    await machine.send("/d", "a.mp4", "s/", "t/")
    await machine.end("/d")
    await machine.send("/d/s", "b.mp4")
    // Both were under way.
    await machine.end("/d/s", .brokenOff)
    await machine.end("/d/t", .brokenOff)
    await machine.send("/d/s", "b.mp4", "c.mp4")
    await machine.end("/d/s")
    await machine.send("/d/t", "e.mp4")
    await machine.end("/d/t")
    #expect(
      try await feed.all().map(Started.name) == ["a.mp4", "s/b.mp4", "s/c.mp4", "t/e.mp4"])
    #expect(machine.asked == ["/d", "/d/s", "/d/t", "/d/s", "/d/t"])
  }

  @Test func lostSubfolderIsToldAndReadLater() async throws {
    let machine = SlowMachine()
    var feed = try Started(machine, patience: 600)
    await machine.send("/d", "a.mp4", "s/")
    await machine.end("/d")
    let first = try await feed.first()
    machine.hasLine.withLock { $0 = false }
    let client = feed.client
    await machine.send("/d/s", "b.mp4")
    machine.failing.withLock { $0["/d/s"] = .unreachable("no route") }
    async let ahead = client.page(FeedBatchRequest(.item(first.id), limit: 5))
    await machine.end("/d/s", .brokenOff)
    #expect(await ahead.error?.reason == .unreachable)
    #expect(try await feed.client.page(FeedBatchRequest(.start, limit: 1)).get().items == [first])
    machine.hasLine.withLock { $0 = true }
    machine.failing.withLock { $0 = [:] }
    async let again = client.page(FeedBatchRequest(.item(first.id), limit: 5))
    await machine.send("/d/s", "b.mp4", "c.mp4")
    await machine.end("/d/s")
    #expect(try await again.get().items.map(Started.name) == ["s/b.mp4", "s/c.mp4"])
  }

  /// The line stands, so it is the folder that cannot be read.
  @Test(arguments: [WebError.unreachable("Failure."), .brokenOff, .nonsense])
  func folderThatFailsTwiceIsSkipped(_ error: WebError) async throws {
    let machine = SlowMachine()
    let feed = try Started(machine, patience: 600)
    await machine.send("/d", "a.mp4", "s/", "t/")
    await machine.end("/d")
    await machine.end("/d/s", error)
    await machine.end("/d/s", error)
    await machine.send("/d/t", "e.mp4")
    await machine.end("/d/t")
    #expect(try await feed.all().map(Started.name) == ["a.mp4", "t/e.mp4"])
  }

  @Test func folderThatNeverAnswersIsSkipped() async throws {
    let machine = SlowMachine()
    machine.failing.withLock { $0["/d/s"] = .stalled }
    let feed = try Started(machine, patience: 600)
    await machine.send("/d", "a.mp4", "s/", "t/")
    await machine.end("/d")
    await machine.send("/d/t", "e.mp4")
    await machine.end("/d/t")
    #expect(try await feed.all().map(Started.name) == ["a.mp4", "t/e.mp4"])
  }

  /// What came stays, with a card.
  @Test func subfolderThatBreaksOffEachTimeIsSkipped() async throws {
    let machine = SlowMachine()
    let feed = try Started(machine, patience: 600)
    await machine.send("/d", "a.mp4", "s/", "t/")
    await machine.end("/d")
    for _ in 0..<4 {
      await machine.send("/d/s", "b.mp4")
      await machine.end("/d/s", .brokenOff)
    }
    // The next one is asked for again as often.
    for _ in 0..<3 {
      await machine.send("/d/t", "e.mp4")
      await machine.end("/d/t", .brokenOff)
    }
    await machine.send("/d/t", "e.mp4")
    await machine.end("/d/t")
    #expect(
      try await feed.all().map(Started.name)
        == ["a.mp4", "[\(FeedError.Reason.damaged)]", "s/b.mp4", "t/e.mp4"])
  }

  /// A failure between names says nothing of the folder.
  @Test func failuresBetweenNamesAreNotTwo() async throws {
    let machine = SlowMachine()
    let folder = FarFolder(try #require(AddressReader.sftp("sftp://nas/d")), from: machine)
    for _ in 0..<3 {
      async let page = folder.next()
      await machine.end("/d", .brokenOff)
      await machine.send("/d", "a.mp4")
      #expect(try await page.get().names.count == 1)
      await machine.end("/d", .brokenOff)
      #expect(await folder.next().error?.reason == .damaged)
    }
  }

  @Test func refreshOnALostLineLosesNothing() async throws {
    let machine = SlowMachine()
    let feed = try Started(machine, patience: 600)
    await machine.send("/d", "a.mp4", "s/")
    await machine.end("/d")
    await machine.send("/d/s", "b.mp4")
    await machine.end("/d/s")
    let before = try await feed.all()
    #expect(before.map(Started.name) == ["a.mp4", "s/b.mp4"])
    let client = feed.client
    async let refreshed = client.refresh()
    await machine.send("/d", "a.mp4", "s/")
    await machine.end("/d")
    await machine.send("/d/s", "n.mp4")
    await machine.end("/d/s", .brokenOff)
    #expect(await refreshed.error?.reason == .damaged)
    #expect(try await feed.all() == before)
  }

  /// The failure as a test gives it, and as it is told.
  @Test(arguments: [(["n.mp4"], FeedError.Reason.damaged), ([], .system(EIO))], [false, true])
  func refreshKeepsASubfolderThatBreaksOff(
    _ failure: (names: [String], reason: FeedError.Reason), _ isReversed: Bool
  ) async throws {
    let machine = SlowMachine()
    let feed = try Started(machine, patience: 600) { $0.isReversed = isReversed }
    await machine.list([
      "/d": ["a.mp4", "s/", "t/"], "/d/t": ["e.mp4"], "/d/s": ["b.mp4", "u/"],
      "/d/s/u": ["c.mp4"],
    ])
    let before = try await feed.all()
    #expect(before.count == 4)
    let client = feed.client
    async let refreshed = client.refresh()
    await machine.list(["/d": ["a.mp4", "a2.mp4", "s/", "t/"], "/d/t": ["f.mp4", "e.mp4"]])
    for _ in 0..<(failure.names.isEmpty ? 2 : 1) {
      if !failure.names.isEmpty { await machine.send("/d/s", failure.names) }
      await machine.end("/d/s", .brokenOff)
    }
    let error = await refreshed.error
    #expect(error?.reason == failure.reason && error?.place == "sftp://nas/d/s")
    let after = try await feed.all()
    let names = ["a.mp4", "a2.mp4", "s/b.mp4", "s/u/c.mp4", "t/e.mp4", "t/f.mp4"]
    #expect(after.map(Started.name) == (isReversed ? names.reversed() : names))
    #expect(Set(before.map(\.id)).isSubset(of: after.map(\.id)))
    // What was kept is the source's own again.
    async let again: Void = client.refresh().get()
    await machine.list([
      "/d": ["a.mp4", "s/"], "/d/s": ["b2.mp4", "u/"], "/d/s/u": ["c.mp4"],
    ])
    try await again
    let last = try await feed.all().map(Started.name)
    #expect(Set(last) == ["a.mp4", "s/b2.mp4", "s/u/c.mp4"])
  }

  /// A line that is lost is not waited for in each folder.
  @Test func refreshEndsWithTheLine() async throws {
    let machine = SlowMachine()
    let feed = try Started(machine, patience: 600)
    let folders = (1...9).map { "\($0)/" }
    await machine.list(["/d": folders])
    for folder in 1...9 { await machine.list(["/d/\(folder)": ["a.mp4"]]) }
    let before = try await feed.all()
    #expect(before.count == 9)
    let client = feed.client
    async let refreshed = client.refresh()
    await machine.list(["/d": folders + ["z.mp4"]])
    for folder in 1...5 {
      await machine.send("/d/\(folder)", "b.mp4")
      await machine.end("/d/\(folder)", .brokenOff)
    }
    #expect(await refreshed.error?.reason == .damaged)
    #expect(try await feed.all() == before)
  }

  // MARK: Several folders at once

  @Test func nextFoldersAreAskedForTogether() async throws {
    let machine = SlowMachine()
    let feed = try Started(machine, patience: 600)
    await machine.send("/d", ["e/", "d/", "c/", "b/", "a/"])
    await machine.end("/d")
    #expect(await eventually { machine.asked.count == 5 })
    #expect(machine.asked == ["/d", "/d/a", "/d/b", "/d/c", "/d/d"])
    // Whatever comes first.
    for name in ["d", "c", "b"] {
      await machine.send("/d/\(name)", "\(name).mp4")
      await machine.end("/d/\(name)")
    }
    #expect(machine.asked.count == 5)
    await machine.send("/d/a", "x/", "a.mp4")
    await machine.end("/d/a")
    await machine.send("/d/a/x", "x.mp4")
    await machine.end("/d/a/x")
    await machine.send("/d/e", "e.mp4")
    await machine.end("/d/e")
    #expect(
      try await feed.all().map(Started.name)
        == ["a/a.mp4", "a/x/x.mp4", "b/b.mp4", "c/c.mp4", "d/d.mp4", "e/e.mp4"])
    #expect(machine.asked.count == 7)
    #expect(machine.cancelled.isEmpty)
  }

  @Test func foldersAskedForAreCancelledAtTheEnd() async throws {
    let machine = SlowMachine()
    do {
      let feed = try Started(machine, patience: 600)
      await machine.send("/d", ["a/", "b/"])
      await machine.end("/d")
      #expect(await eventually { machine.asked.count == 3 })
      #expect(feed.client.place(nil, .none).isGrowing)
    }
    #expect(await eventually { Set(machine.cancelled).isSuperset(of: ["/d/a", "/d/b"]) })
  }

  /// What nobody has taken yet is bounded.
  @Test func sourceWaitsForWhoeverTakesTheNames() async throws {
    let machine = SlowMachine()
    let folder = FarFolder(try #require(AddressReader.sftp("sftp://nas/d")), from: machine)
    folder.prepare()
    let names = (0..<100).map { "\($0).mp4" }
    var sent = 0
    while await machine.send("/d", names) == .more, sent < 100 { sent += 1 }
    #expect(sent == 41)
    #expect(machine.resumed == 0)
    #expect(try await folder.next().get().names.count == 4_100)
    #expect(machine.resumed == 1)
    #expect(await machine.send("/d", names) == .more)
    #expect(try await folder.next().get().names.count == 100)
    #expect(machine.resumed == 1)
    await machine.end("/d")
    #expect(try await folder.next().get().hasMore == false)
  }
}
