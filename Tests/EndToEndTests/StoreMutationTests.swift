import Glibc
import Models
import Platform
import TestSupport
import Testing

/// Stores that were tampered with, beside their journals and logs, through every command: whatever is
/// in them, no file outside of their folder is touched. `make test-store` tries 3 000, and measures.
@Suite(.serialized, .ownThreads) struct StoreMutationTests {
  private let scratch: ScratchFolder
  private let home: String
  private let folder: String

  private static let count = getenv("STORE_MUTATIONS").flatMap { Int(String(cString: $0)) }
  private static let clipNames = (1...12).map { "clip-\($0 + 100).mp4" }

  init() throws {
    scratch = try ScratchFolder()
    home = scratch.file("home")
    folder = "\(home)/folder"
    for name in ["home", "home/folder", "home/other", "home/state", "home/data", "home/cache"] {
      #expect(mkdir(scratch.file(name), 0o700) == 0)
    }
    let clip = try Clips.shared.get().path(0)
    for name in Self.clipNames { #expect(link(clip, "\(folder)/\(name)") == 0) }
    for name in ["secret", "other/clip-101.mp4", "other/clip-102.mp4.xmp", "other/mine.db-wal"] {
      try FilePath("\(home)/\(name)").write(Array("precious \(name)".utf8), mode: 0o600)
    }
    #expect(symlink("\(home)/other", "\(folder)/link") == 0)
  }

  /// The files of a store: itself, and what is beside it, by their endings.
  private typealias Store = [String: [UInt8]]
  private static let suffixes = ["", "-journal", "-wal", "-shm"]
  private var database: String { "\(folder)/.flick.db" }

  private func read() -> Store {
    var store: Store = [:]
    for suffix in Self.suffixes where access(database + suffix, F_OK) == 0 {
      store[suffix] = Command.contents(of: database + suffix)
    }
    return store
  }

  private func write(_ store: Store) throws {
    _ = try? Command.run("sh", ["-c", "rm -rf \"$0\"/.flick.*", folder])
    for suffix in Self.suffixes {
      if let bytes = store[suffix] {
        try FilePath(database + suffix).write(bytes, mode: 0o600)
      }
    }
  }

  private func flick(_ arguments: [String]) throws -> Command.Cost {
    let variables = FlickProcess.environment(
      home: home,
      changes: [
        "XDG_STATE_HOME": "\(home)/state", "XDG_DATA_HOME": "\(home)/data",
        "XDG_CACHE_HOME": "\(home)/cache",
      ])
    return try Command.measure(
      "timeout",
      ["-s", "KILL", "60", "env", "-i", "-C", folder] + variables.map { "\($0.key)=\($0.value)" }
        + [FlickProcess.binary] + arguments)
  }

  /// Genuine stores: closed, with a log, and with the journal of what was not completed.
  private func makeStores() throws -> [Store] {
    let list = scratch.file("list.csv")
    let lines = Self.clipNames.enumerated().map { index, name in
      "\(folder)/\(name),\(index.isMultiple(of: 2) ? "reject" : "keep"),\(index % 6),\"a,b\""
    }
    try FilePath(list).write(
      Array("filepath,verdict,rating,tags\n\(lines.joined(separator: "\n"))\n".utf8), mode: 0o600)
    #expect(try flick(["verdicts", "--import", list, "--store", "here"]).status == 0)
    let file = RecordFile(database)
    try file.run(
      """
      INSERT INTO liked (item, at, page) SELECT id, 0, 'clip' FROM item;
      INSERT INTO sitting (id, source, start) VALUES (1, 'x', 0);
      WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 400)
      INSERT INTO visit (item, sitting, start, end, watched, loops, leaving)
        SELECT 1 + x % 12, 1, x, x + 9, 9, 0, 'forwards' FROM n;
      UPDATE item SET seen = 9, visits = 30, position = 2;
      INSERT INTO batch (id, state) VALUES (1, 'applying');
      INSERT INTO step SELECT 1, id, id, 'trash', location, './link/' || id || '.mp4', NULL, 1, 1, 0
        FROM item
      """)
    var stores = [read()]
    let log = try file.keepingLog("UPDATE visit SET watched = 3; UPDATE item SET title = 'new'")
    stores.append(read())
    log.close()
    try file.run(outsideTransaction: "PRAGMA journal_mode = DELETE")
    try file.copyMeanwhile("UPDATE visit SET watched = 4, leaving = 'backwards or forwards'") {
      stores.append(read())
    }
    #expect(stores[1]["-wal"]?.isEmpty == false && stores[2]["-journal"]?.isEmpty == false)
    return stores
  }

  private static let commands = [
    ["verdicts"], ["verdicts", "--format", "xmp"], ["verdicts", "--show", "is:rejected tag:a"],
    ["history"], ["history", "--format", "jsonl"], ["history", "--forget", "."], ["apply", "-n"],
    ["apply", "--finish"], ["undo"],
  ]

  @Test func mutatedStoresTouchNothingElse() throws {
    var generator = SeededGenerator(seed: Fuzz.seed)
    let stores = try makeStores()
    func outside() -> FolderSnapshot {
      FolderSnapshot(home) { path in
        [folder, "\(home)/state", "\(home)/cache", "\(home)/data"].contains(path)
      }
    }
    let clips = { FolderSnapshot(folder) { !$0.hasSuffix(".mp4") && $0 != folder } }
    let (before, clipsBefore) = (outside(), clips())
    var (slowest, largest) = (0.0, 0)
    for round in 0..<(Self.count ?? 18) {
      var store = generator.pick(stores)
      if generator.chance(0.2), let other = stores.randomElement(using: &generator) {
        store.merge(other.filter { !$0.key.isEmpty }) { $1 }
      }
      for _ in 0..<generator.int(1..<4) { mutate(&store, &generator) }
      try write(store)
      let command = Self.commands[round % Self.commands.count]
      let cost = try flick(command + ["--store", "here"])
      let place: Comment = "round \(round), seed \(Fuzz.seed), \(command), exit \(cost.status)"
      #expect(cost.status < 128, place)
      #expect(outside().differences(from: before) == [], place)
      #expect(clips().differences(from: clipsBefore) == [], place)
      slowest = max(slowest, cost.time)
      largest = max(largest, cost.memory)
    }
    print("\(Self.count ?? 18) stores, \(slowest) s, \(largest >> 20) MiB, seed \(Fuzz.seed)")
    // What is left alone is not deleted either. Only a run of its own measures.
    guard Self.count != nil else { return }
    #expect(slowest < 2)
    #expect(largest < 200 << 20)
  }

  private func mutate(_ store: inout Store, _ generator: inout SeededGenerator) {
    let suffix = generator.pick(store.keys.sorted())
    var bytes = store[suffix] ?? []
    guard !bytes.isEmpty else { return }
    switch generator.int(0..<9) {
    case 0:
      for _ in 0..<generator.int(1..<64) {
        bytes[generator.int(0..<bytes.count)] = UInt8(generator.int(0..<256))
      }
    case 1:
      // The fields of the header and of a page's beginning.
      let page = generator.int(0..<max(bytes.count / 4_096, 1)) * 4_096
      let index = min(page + generator.int(0..<100), bytes.count - 1)
      bytes[index] = UInt8(generator.int(0..<256))
    case 2:
      let number = generator.pick([0, 1, 2, 0x7F, 0x80, 0xFF, 0xFFFF, 0x7FFF_FFFF, 0xFFFF_FFFF])
      let index = generator.int(0..<max(bytes.count - 4, 1))
      for offset in 0..<4 where index + offset < bytes.count {
        bytes[index + offset] = UInt8(truncatingIfNeeded: number >> ((3 - offset) * 8))
      }
    case 3:
      let pages = bytes.count / 4_096
      guard pages > 1 else { break }
      let (from, to) = (generator.int(0..<pages) * 4_096, generator.int(0..<pages) * 4_096)
      bytes.replaceSubrange(to..<(to + 4_096), with: Array(bytes[from..<(from + 4_096)]))
    case 4: bytes.removeLast(generator.int(0..<bytes.count))
    case 5:
      bytes += (0..<generator.int(1..<9_000)).map { _ in UInt8(generator.int(0..<256)) }
    case 6:
      // Paths of the same length that lead elsewhere.
      let old = "./clip-\(generator.int(101..<113)).mp4"
      let new = generator.pick([
        "./../secret???", "./link/x.mp4??", "../../secret??", "file:///secret", "./../other/c??",
        "./link/clip-1?",
      ]).prefix(old.count).replacing("?", with: "4")
      bytes = Self.replacing(Array(old.utf8), by: Array(new.utf8), in: bytes)
    case 7:
      let name = generator.pick([
        "\(home)/secret", "\(home)/other/mine.db-wal", "../secret", "\(home)/other/clip-101.mp4",
      ])
      store["-journal"] =
        HotJournal(
          pages: (store[""] ?? []).count / 4_096, superJournal: Array(name.utf8)
        ).bytes
      return
    default:
      // A statement of the schema.
      let (old, new) = generator.pick([
        ("STRICT", "strict"), ("NOT NULL", "        "), ("INTEGER", "   TEXT"),
        ("CREATE TABLE", "CREATE  VIEW"), ("CASCADE", "RESTICT"), ("item", "itex"),
      ])
      bytes = Self.replacing(Array(old.utf8), by: Array(new.utf8), in: bytes)
    }
    store[suffix] = bytes
  }

  /// Replaces a text by one of the same length, wherever it stands.
  private static func replacing(_ old: [UInt8], by new: [UInt8], in bytes: [UInt8]) -> [UInt8] {
    guard old.count == new.count, bytes.count >= old.count else { return bytes }
    var bytes = bytes
    var index = 0
    while index <= bytes.count - old.count {
      if bytes[index] == old[0], bytes[index..<(index + old.count)].elementsEqual(old) {
        bytes.replaceSubrange(index..<(index + old.count), with: new)
        index += old.count
      } else {
        index += 1
      }
    }
    return bytes
  }
}
