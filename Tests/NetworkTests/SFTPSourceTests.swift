import Foundation
import Models
import Platform
import TestSupport
import Testing

@testable import Network

/// Collects a listing.
final class EntryCollector: FolderReceiver {
  struct Found: Sendable {
    var entries: [FolderEntry] = []
    var end: WebCompletion?
  }

  private let found = Lock(Found(), rank: .fixture)
  private let ended = Wakeup()
  private let demand: @Sendable (Int) -> WebDemand

  init(_ demand: @escaping @Sendable (Int) -> WebDemand = { _ in .more }) {
    self.demand = demand
  }

  var now: Found { found.withLock { $0 } }

  func take(_ entries: [FolderEntry]) -> WebDemand {
    found.withLock { found in
      let demand = demand(found.entries.count)
      if demand == .more { found.entries += entries }
      return demand
    }
  }

  func end(_ end: WebCompletion) {
    found.withLock { $0.end = end }
    ended.signal()
  }

  func result() -> Found {
    while now.end == nil { ended.wait(timeout: 60) }
    return now
  }
}

private let server = SSHServer.sftpServer

/// A real server, without a network: OpenSSH's, in the place of `ssh`.
@Suite final class SFTPSourceTests {
  private static let content = (0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 / 251 ^ $0) }
  private let folder: ScratchFolder
  private let source: SFTPSource

  init() throws {
    folder = try ScratchFolder()
    source = Self.source("exec \(server)", in: folder)
    try Data(Self.content).write(to: URL(fileURLWithPath: folder.file("clip 1.mp4")))
  }

  deinit {
    source.close()
  }

  /// - Parameter script: What a shell runs in the place of `ssh`; it gets the same arguments.
  static func source(
    _ script: String, in folder: ScratchFolder,
    _ change: (inout SFTPConfiguration) -> Void = { _ in }
  ) -> SFTPSource {
    var configuration = SFTPConfiguration(environment: ProcessInfo.processInfo.environment)
    configuration.command = ["sh", "-c", script, "ssh"]
    configuration.folder = folder.path
    configuration.pauses = 0.01...0.01
    change(&configuration)
    return SFTPSource(configuration)
  }

  private func address(_ name: String) throws -> RemoteAddress {
    try #require(
      RemoteAddress("sftp://host" + PercentCoding.encodedPath(folder.file(name).utf8)))
  }

  private func read(
    _ name: String, from source: SFTPSource? = nil,
    _ change: (inout WebRequest) -> Void = { _ in }
  ) throws -> Collector.Found {
    var request = WebRequest(try address(name))
    request.stallLimit = 60
    change(&request)
    let collector = Collector()
    _ = (source ?? self.source).read(request, to: collector)
    return collector.result()
  }

  // MARK: Files

  @Test func fileIsReadWholeAndByRanges() throws {
    let whole = try read("clip 1.mp4")
    #expect(whole.bytes == Self.content && whole.end == .complete)
    let response = try #require(whole.response)
    #expect(response.total == 5_000_000 && response.count == 5_000_000 && response.start == 0)
    #expect(response.sendsParts == true && response.validators.date?.hasSuffix("-5000000") == true)
    let file = try #require(FileVersion(FilePath(folder.file("clip 1.mp4"))))
    let seconds = FileDate(seconds: file.modified.seconds)
    #expect(response.version == FileVersion(modified: seconds, size: 5_000_000))
    for (first, last) in [(0, 0), (7, 99_999), (1_000_000, 4_999_999), (4_999_999, 9_000_000)] {
      let part = try read("clip 1.mp4") { $0.part = .init(first: Int64(first), last: Int64(last)) }
      #expect(part.bytes == Array(Self.content[first...min(last, 4_999_999)]))
      #expect(part.response?.start == Int64(first) && part.response?.total == 5_000_000)
      #expect(part.response?.count == Int64(part.bytes.count) && part.end == .complete)
      #expect(part.response?.version == response.version)
    }
    let rest = try read("clip 1.mp4") { $0.part = .init(first: 4_000_000) }
    #expect(rest.bytes == Array(Self.content[4_000_000...]))
    let behind = try read("clip 1.mp4") { $0.part = .init(first: 5_000_000, last: .max) }
    #expect(behind.bytes.isEmpty && behind.response?.count == 0 && behind.end == .complete)
    let known = try read("clip 1.mp4") { $0.validators = response.validators }
    #expect(known.response?.isUnchanged == true && known.bytes.isEmpty && known.end == .complete)
  }

  @Test func manyFilesAreReadAtOnce() throws {
    let collectors = (0..<10).map { _ in Collector() }
    for (index, collector) in collectors.enumerated() {
      var request = WebRequest(try address("clip 1.mp4"))
      request.part = .init(first: Int64(index) * 400_000)
      _ = source.read(request, to: collector)
    }
    for (index, collector) in collectors.enumerated() {
      #expect(collector.result().bytes == Array(Self.content[(index * 400_000)...]))
    }
  }

  @Test func missingFilesAndFoldersAreErrors() throws {
    try FileManager.default.createDirectory(
      atPath: folder.file("sub"), withIntermediateDirectories: false)
    #expect(try read("none").end == .failure(.notFound))
    #expect(try read("sub").end == .failure(.refused("it is not a file.")))
    try Data().write(to: URL(fileURLWithPath: folder.file("empty")))
    let empty = try read("empty")
    #expect(empty.response?.total == 0 && empty.end == .complete && empty.bytes.isEmpty)
  }

  @Test func receiverPausesEndsAndCancels() throws {
    let isHungry = Lock(false)
    let held = Collector { count in
      count < 300_000 || isHungry.withLock { $0 } ? .more : .later
    }
    let transfer = source.read(WebRequest(try address("clip 1.mp4")), to: held)
    #expect(blockUntil { held.now.bytes.count >= 300_000 })
    let few = Collector { $0 < 100_000 ? .more : .enough }
    _ = source.read(WebRequest(try address("clip 1.mp4")), to: few)
    #expect(few.result().end == .enough)
    let never = Collector()
    let cancelled = source.read(WebRequest(try address("clip 1.mp4")), to: never)
    cancelled.cancel()
    #expect(try read("clip 1.mp4").bytes == Self.content)
    #expect(held.now.bytes.count < 400_000 && held.now.end == nil)
    isHungry.withLock { $0 = true }
    transfer.resume()
    #expect(held.result().bytes == Self.content)
    #expect(never.now.end == nil)
  }

  @Test func silentServerIsGivenUp() throws {
    let source = Self.source("exec sleep 60", in: folder)
    #expect(try read("clip 1.mp4", from: source) { $0.stallLimit = 0.1 }.end == .failure(.stalled))
    #expect(
      try read("x", from: source) {
        $0.totalLimit = 0.1
      }.end == .failure(.timedOut))
    source.close()
  }

  // MARK: Folders

  @Test func folderOfFiveThousandNamesIsListed() throws {
    let path = folder.file("many")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    let names = Set((0..<5_000).map { "clip \($0).mp4" })
    for name in names { #expect(close(creat("\(path)/\(name)", 0o600)) == 0) }
    let collector = EntryCollector()
    _ = source.list(try address("many"), to: collector)
    let found = collector.result()
    #expect(found.end == .complete && found.entries.count == 5_000)
    #expect(Set(found.entries.map { String(decoding: $0.name, as: UTF8.self) }) == names)
    #expect(found.entries.allSatisfy { $0.kind == .file && $0.size == 0 && $0.modified ?? 0 > 0 })
    let few = EntryCollector { $0 < 150 ? .more : .enough }
    _ = source.list(try address("many"), to: few)
    #expect(few.result().end == .enough && few.now.entries.count < 300)
    let isHungry = Lock(false)
    let held = EntryCollector { count in isHungry.withLock { $0 } ? .more : .later }
    let transfer = source.list(try address("many"), to: held)
    #expect(try read("clip 1.mp4").end == .complete)
    #expect(held.now.entries.isEmpty && held.now.end == nil)
    isHungry.withLock { $0 = true }
    transfer.resume()
    #expect(held.result().entries.count == 5_000)
  }

  @Test func oneAddressIsLookedAt() throws {
    #expect(symlink("clip 1.mp4", folder.file("link")) == 0)
    for (name, kind) in [("clip 1.mp4", FolderEntry.Kind.file), ("link", .file), ("", .folder)] {
      let collector = EntryCollector()
      _ = source.look(at: try address(name), to: collector)
      let found = collector.result()
      #expect(found.end == .complete && found.entries.map(\.kind) == [kind])
    }
    let missing = EntryCollector()
    _ = source.look(at: try address("none"), to: missing)
    #expect(missing.result().end == .failure(.notFound))
    let file = EntryCollector()
    _ = source.list(try address("clip 1.mp4"), to: file)
    #expect(file.result().end != .complete && file.now.entries.isEmpty)
    // What a link leads to is not known from its folder.
    let all = EntryCollector()
    _ = source.list(try address(""), to: all)
    #expect(all.result().entries.first { $0.name == Array("link".utf8) }?.kind == .link)
  }

  /// A server that refuses a second connection is read and listed over the first.
  @Test func oneConnectionSuffices() throws {
    let source = Self.source(
      "case \"$*\" in *ControlMaster=no*) exit 255;; esac; exec \(server)", in: folder)
    for _ in 0..<3 {
      let collector = EntryCollector()
      _ = source.list(try address(""), to: collector)
      #expect(collector.result().end == .complete && collector.now.entries.count >= 1)
      #expect(try read("clip 1.mp4", from: source).bytes.count == 5_000_000)
    }
    source.close()
  }

  // MARK: Connections

  @Test(
    arguments: [
      (
        "echo; echo 'Welcome to x'; exec \(server)",
        .unreachable("a shell there prints text before SFTP begins: Welcome to x")
      ),
      (
        "echo one >&2; echo 'ssh: no route to host' >&2; exit 255",
        .unreachable("ssh: no route to host")
      ),
      (
        "echo 'u@h: Permission denied (publickey).' >&2; exit 255",
        .loginRefused("u@h: Permission denied (publickey).")
      ),
      ("exit 255", .unreachable("host cannot be reached.")),
      (
        "printf '\\0\\0\\0\\5\\2\\0\\0\\0\\3\\0\\0\\0\\5\\146\\0\\0\\0\\1'; exec sleep 60",
        .nonsense
      ),
    ] as [(String, WebError)])
  func failedConnectionsSayWhy(_ script: String, _ error: WebError) throws {
    let source = Self.source(script, in: folder)
    for _ in 0..<2 {
      #expect(try read("clip 1.mp4", from: source).end == .failure(error))
      let collector = EntryCollector()
      _ = source.list(try address(""), to: collector)
      #expect(collector.result().end == .failure(error))
    }
    source.close()
  }

  @Test func missingProgramIsAnError() throws {
    var configuration = SFTPConfiguration(environment: [:])
    configuration.command = [folder.file("none")]
    let source = SFTPSource(configuration)
    guard case .failure(.unreachable) = try read("x", from: source).end else {
      Issue.record("no error")
      return
    }
    source.close()
  }

  /// What would be an option of `ssh`, or something to a shell, is no address.
  @Test(arguments: [
    "sftp://-oProxyCommand=x/", "sftp://-x@host/", "sftp://a;b/", "sftp://%2Dx/", "sftp://a%24b/",
    "sftp://host:99999/", "sftp://host/a%00b",
  ])
  func namesThatAreOptionsAreRefused(_ address: String) {
    #expect(RemoteAddress(address) == nil)
  }

  @Test func lostConnectionIsMadeAgain() throws {
    let source = Self.source("echo $$ >> \(folder.file("pids")); exec \(server)", in: folder)
    let held = Collector { _ in .later }
    _ = source.read(WebRequest(try address("clip 1.mp4")), to: held)
    #expect(try read("clip 1.mp4", from: source).bytes == Self.content)
    for count in 1...3 {
      let pids = String(decoding: Command.contents(of: folder.file("pids")), as: UTF8.self)
        .split(separator: "\n").compactMap { pid_t($0) }
      #expect(pids.count == count)
      kill(try #require(pids.last), SIGKILL)
      if count == 1 { #expect(held.result().end == .failure(.brokenOff)) }
      // The end may not have been seen yet.
      let next = try read("clip 1.mp4", from: source)
      if next.end != .complete {
        #expect(next.end == .failure(.brokenOff))
        #expect(try read("clip 1.mp4", from: source).bytes == Self.content)
      }
    }
    source.close()
  }

  /// What waits for a line that is back after some attempts does not fail with the first of them.
  @Test func transfersWaitForALineThatIsBackSoon() throws {
    let down = folder.file("down")
    let source = Self.source(
      """
      [ "$(cat \(down) 2> /dev/null)" != xxx ] || rm \(down)
      [ ! -e \(down) ] || { printf x >> \(down); echo 'ssh: no route to host' >&2; exit 255; }
      echo $$ > \(folder.file("pid")); exec \(server)
      """, in: folder)
    let held = Collector { _ in .later }
    _ = source.read(WebRequest(try address("clip 1.mp4")), to: held)
    #expect(try read("clip 1.mp4", from: source).bytes == Self.content)
    try Data().write(to: URL(fileURLWithPath: down))
    let text = String(decoding: Command.contents(of: folder.file("pid")), as: UTF8.self)
    kill(try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines))), SIGKILL)
    #expect(held.result().end == .failure(.brokenOff))
    #expect(try read("clip 1.mp4", from: source).bytes == Self.content)
    #expect(access(down, F_OK) != 0)
    source.close()
  }

  @Test func nothingIsLeftAtTheEnd() throws {
    // One that ignores its end and what it is told.
    let source = Self.source(
      "echo $$ >> \(folder.file("pids")); trap '' TERM; \(server); sleep 60", in: folder)
    #expect(try read("clip 1.mp4", from: source).end == .complete)
    let collector = EntryCollector()
    _ = source.list(try address(""), to: collector)
    #expect(collector.result().end == .complete)
    source.close()
    guard case .failure = try read("clip 1.mp4", from: source).end else {
      Issue.record("read after the end")
      return
    }
    let pids = String(decoding: Command.contents(of: folder.file("pids")), as: UTF8.self)
      .split(separator: "\n").compactMap { pid_t($0) }
    #expect(!pids.isEmpty && pids.allSatisfy { kill($0, 0) != 0 })
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(!left.contains { $0.hasPrefix("flick-") })
  }

  @Test func connectingIsReported() async throws {
    let place = try address("")
    let found = await withCheckedContinuation { continuation in
      source.connect(to: place) { continuation.resume(returning: $0) }
    }
    #expect(found == nil)
    let failing = Self.source("exit 3", in: folder)
    let error = await withCheckedContinuation { continuation in
      failing.connect(to: place) { continuation.resume(returning: $0) }
    }
    #expect(error == .unreachable("host cannot be reached."))
    failing.close()
  }

  @Test func interruptedLoginIsTold() async throws {
    let interrupted = Self.source("echo 'this is far' >&2; kill -INT $$", in: folder)
    let place = try address("")
    let messages = open(folder.file("messages"), O_WRONLY | O_CREAT, 0o600)
    let error = await withCheckedContinuation { continuation in
      interrupted.connect(to: place, messages: messages) { continuation.resume(returning: $0) }
    }
    close(messages)
    #expect(error == .interrupted)
    #expect(Command.contents(of: folder.file("messages")) == Array("this is far\n".utf8))
    interrupted.close()
  }

  /// Whoever asks next does not wait for the next attempt, which the user may come before.
  @Test func refusedLoginIsToldAtOnce() async throws {
    let log = folder.file("log")
    let refusing = Self.source(
      "echo >> \(log); echo 'Permission denied.' >&2; exit 255", in: folder
    ) { $0.pauses = 3_000...3_000 }
    for _ in 0..<3 {
      #expect(
        try read("clip 1.mp4", from: refusing).end
          == .failure(.loginRefused("Permission denied.")))
    }
    #expect(Command.contents(of: log).count == 1)
    let place = try address("")
    let error = await withCheckedContinuation { continuation in
      refusing.connect(to: place) { continuation.resume(returning: $0) }
    }
    #expect(error == .loginRefused("Permission denied."))
    #expect(Command.contents(of: log).count == 2)
    refusing.close()
  }

  /// A login that is over, by a server that does not begin, looks like one that is not.
  @Test func silentLoginEnds() async throws {
    let silent = Self.source("echo 'this is far' >&2; exec sleep 60", in: folder) {
      $0.loginTime = 2
    }
    let place = try address("")
    let error = await withCheckedContinuation { continuation in
      silent.connect(to: place) { continuation.resume(returning: $0) }
    }
    #expect(error == .unreachable("this is far"))
    silent.close()
  }

  /// A handle that the server has lost is closed, and the file is opened anew.
  @Test func lostHandleIsNotUsedAgain() throws {
    let place = try address("clip 1.mp4")
    let path = place.pathThere.bytes
    let first = SFTPRequest.initialization.count + SFTPRequest.open(path).packet(id: 1).count
    let second = SFTPRequest.fstat(handle: [7]).packet(id: 2).count
    let log = folder.file("log")
    let source = Self.source(
      """
      printf '\\0\\0\\0\\5\\2\\0\\0\\0\\3'; dd bs=1 count=\(first) of=/dev/null
      printf '\\0\\0\\0\\12\\146\\0\\0\\0\\1\\0\\0\\0\\1\\7'; dd bs=1 count=\(second) of=/dev/null
      printf '\\0\\0\\0\\11\\145\\0\\0\\0\\2\\0\\0\\0\\4'; cat > \(log)
      """, in: folder)
    #expect(
      try read("clip 1.mp4", from: source).end
        == .failure(.unreachable("the server cannot read it.")))
    let next = source.read(WebRequest(place), to: Collector())
    let sent = {
      var fields = SFTPFields(Command.contents(of: log)[...])
      var requests: [SFTPRequest] = []
      while let packet = try? fields.string() {
        if let request = try? SFTPRequest.decoded(packet).1 { requests.append(request) }
      }
      return requests
    }
    #expect(blockUntil { sent().last == .open(path) })
    #expect(sent().contains(.close(handle: [7])))
    next.cancel()
    source.close()
  }

  // MARK: What is known

  @Test func stateOfAServerIsShown() throws {
    let place = try address("clip 1.mp4")
    #expect(source.statistics(of: place) == nil && source.facts(of: place) == nil)
    #expect(try read("clip 1.mp4").end == .complete)
    let statistics = try #require(source.statistics(of: place))
    #expect(statistics.roundTrip ?? 0 > 0 && statistics.rate ?? 0 > 0)
    #expect(blockUntil { source.statistics(of: place)?.bytesUnderWay == 0 })
    let facts = try #require(source.facts(of: place))
    #expect(facts.hasLimits && facts.hasFileSystems)
    #expect(facts.readLimit ?? 0 > 200_000)
    #expect(source.facts(of: try #require(RemoteAddress("sftp://other/"))) == nil)
    source.close()
    #expect(source.statistics(of: place) == nil)
  }
}
