import Clients
import Glibc
import Models
import Platform
import TestSupport
import Testing

@testable import Files

@Suite struct HistoryTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  @Test func impressionIsALineOfJSON() async {
    let ledger = scratch.ledger()
    let path = FilePath(scratch.scratch.file("beach at 100%.mp4"))
    let feed = "https://example.org/feed.json"
    await ledger.historyClient.record([
      .sample(.file(path)),
      .sample(.entry(feed: feed, id: "tag:example.org,7"), title: "Seven"),
    ])
    let here = scratch.scratch.path
    #expect(
      scratch.contents("history.jsonl") == """
        {"kind":"file","id":"file://\(here)/beach%20at%20100%25.mp4","title":"beach.mp4",\
        "source":"file://\(here)","start":"2025-11-21T10:00:00.500Z",\
        "end":"2025-11-21T10:00:08.750Z","watched":8.2,"loops":1,"leaving":"forwards"}
        {"kind":"entry","id":"tag:example.org,7","feed":"https://example.org/feed.json",\
        "title":"Seven","source":"file://\(here)","start":"2025-11-21T10:00:00.500Z",\
        "end":"2025-11-21T10:00:08.750Z","watched":8.2,"loops":1,"leaving":"forwards"}

        """)
  }

  @Test func foldersAndFilesAreReadableOnlyByTheUser() async throws {
    await scratch.ledger().historyClient.record([.sample(.file(FilePath("/a")))])
    var status = stat()
    #expect(stat(scratch.folder.path.description, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o700)
    #expect(stat(scratch.folder.file("history.jsonl").description, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
  }

  @Test func textsAreEscaped() async {
    let ledger = scratch.ledger()
    let id = "\u{1B}]0;x\u{07}\n{\"a\":\"\u{9B}31m\u{202E}\u{2028}\\"
    await ledger.historyClient.record([
      .sample(.entry(feed: "f\n", id: id), title: CleanText("\u{1B}[2J")),
      .sample(.file(FilePath(bytes: [0x2F, 0xFF, 0x0A, 0x25]))),
    ])
    let lines = scratch.lines("history.jsonl")
    #expect(lines.count == 2)
    #expect(
      lines[0].contains(#""id":"\u001b]0;x\u0007\n{\"a\":\"\u009b31m\u202e\u2028\\","feed":"f\n""#))
    #expect(lines[1].contains(#""id":"file:///%FF%0A%25""#))
    #expect(lines.joined().unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x9B })
  }

  @Test func longTitleIsShortenedAndLongLineSkipped() async {
    let ledger = scratch.ledger()
    await ledger.historyClient.record([
      .sample(.file(FilePath("/a")), title: CleanText(String(repeating: "t", count: 10_000))),
      .sample(.entry(feed: "f", id: String(repeating: "i", count: 70_000))),
    ])
    let lines = scratch.lines("history.jsonl")
    #expect(lines.count == 1)
    #expect((lines.first?.utf8.count ?? 0) < 1_000)
  }

  @Test func fullFileIsRotatedAndFourAreKept() async throws {
    let file = HistoryFile(folder: scratch.folder, source: "here", largestSize: 600)
    for number in 0..<30 {
      try file.append([.sample(.file(FilePath("/\(number)")))])
    }
    var kept: [String] = []
    for name in [
      "history.4.jsonl", "history.3.jsonl", "history.2.jsonl", "history.1.jsonl",
      "history.jsonl",
    ] {
      let lines = scratch.lines(name)
      #expect(!lines.isEmpty)
      #expect(scratch.contents(name).utf8.count <= 600)
      kept += lines
    }
    #expect(scratch.contents("history.5.jsonl") == "")
    // The latest ones, in order, without a gap.
    let expected = (30 - kept.count..<30).map { #""id":"file:///\#($0)""# }
    #expect(zip(kept, expected).allSatisfy { $0.contains($1) })
  }

  /// Only a file system in memory can hold such a file.
  @Test(.enabled(if: access("/dev/shm", W_OK) == 0))
  func historyOfMaximumLengthIsRotated() throws {
    let folder = StateFolder(path: FilePath("/dev/shm/flick-history-\(getpid())"))
    defer { _ = try? Command.run("rm", ["-rf", "--", "\(folder.path)"]) }
    folder.make()
    let path = folder.file("history.jsonl").description
    close(open(path, O_WRONLY | O_CREAT, 0o600))
    try #require(truncate(path, .max) == 0)
    try HistoryFile(folder: folder, source: "here").append([.sample(.file(FilePath("/a")))])
    var status = stat()
    #expect(stat(path, &status) == 0 && 1..<1_000 ~= status.st_size)
    #expect(stat(folder.file("history.1.jsonl").description, &status) == 0)
    #expect(status.st_size == .max)
  }

  @Test func concurrentWritersLoseNothing() async {
    let ledgers = [scratch.ledger(), scratch.ledger()]
    await withTaskGroup { group in
      for (writer, ledger) in ledgers.enumerated() {
        for number in 0..<100 {
          group.addTask {
            await ledger.historyClient.record([.sample(.file(FilePath("/\(writer)-\(number)")))])
          }
        }
      }
    }
    let ids = Set(
      scratch.lines("history.jsonl").compactMap { line in
        line.split(separator: "\"").first { $0.hasPrefix("file:///") }
      })
    #expect(ids.count == 200)
  }

  @Test func disabledHistoryWritesNothing() async {
    let ledger = scratch.ledger(keepsHistory: false)
    await ledger.historyClient.record([.sample(.file(FilePath("/a")))])
    await ledger.historyClient.savePlace(.file(FilePath("/a")))
    #expect(scratch.folder.path.withCString { access($0, F_OK) } != 0)
  }

  @Test func unusableFolderIsReportedOnceAndTolerated() async {
    let problems = Lock<[String]>([])
    scratch.put("a file in place of a folder", into: "flick")
    let folder = StateFolder(path: scratch.folder.file("flick"))
    let ledger = Ledger(
      folder: folder, keepsHistory: true, source: { SourceName("x") },
      onProblem: { problem in problems.withLock { $0.append(problem) } })
    for _ in 0..<3 { await ledger.historyClient.record([.sample(.file(FilePath("/a")))]) }
    let told = problems.withLock { $0 }
    #expect(told.count == 1)
    #expect(told.first?.contains("Not a directory") == true)
    let result = await ledger.likeClient.setLiked(.file(FilePath("/a")), true)
    guard case .failure(let error) = result else {
      Issue.record("the like succeeded")
      return
    }
    #expect(error.reason == .system(ENOTDIR))
  }

  @Test func pipeInPlaceOfTheFileDoesNotBlock() async {
    let problems = Lock<[String]>([])
    scratch.folder.make()
    #expect(scratch.folder.file("history.jsonl").withCString { mkfifo($0, 0o600) } == 0)
    let ledger = scratch.ledger(problems: problems)
    await ledger.historyClient.record([.sample(.file(FilePath("/a")))])
    #expect(problems.withLock { $0 }.count == 1)
  }

  @Test func flushWritesPendingLines() async {
    let ledger = scratch.ledger()
    let client = ledger.historyClient
    let writing = Task { await client.record([.sample(.file(FilePath("/a")))]) }
    // The task hands the line over when it runs; after that the flush alone has to write it.
    #expect(
      await eventually {
        ledger.flush(until: HostTime.now + 1) && !scratch.lines("history.jsonl").isEmpty
      })
    await writing.value
  }

  @Test func waitingForALockTimesOut() throws {
    scratch.folder.make()
    let held = scratch.folder.file("lock").withCString { open($0, O_RDWR | O_CREAT, 0o600) }
    defer { close(held) }
    #expect(flock(held, LOCK_EX) == 0)
    let file = HistoryFile(folder: scratch.folder, source: "here")
    #expect(throws: FileError.held(scratch.folder.file("lock"))) {
      try file.append([.sample(.file(FilePath("/a")))])
    }
  }
}
