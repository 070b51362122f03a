import Models
import TestSupport
import Testing

@testable import Network

@Suite struct SFTPSequenceTests {
  private let path = FilePath("/clips/a.mp4")
  private let ok = SFTPReply.status(SFTPStatus(code: .ok))

  /// Sends what there is to send, and numbers it from an id.
  private func send(
    _ sequence: inout SFTPSequence, from id: UInt32 = 1, knowsFileSystems: Bool = true
  ) -> [SFTPRequest] {
    var sent: [SFTPRequest] = []
    while sequence.step(
      knowsFileSystems: knowsFileSystems,
      { request in
        sent.append(request)
        return id + UInt32(sent.count) - 1
      })
    {}
    return sent
  }

  private func result(_ request: FarRequest, _ reply: SFTPReply) -> Result<FarReply, WebError>? {
    var sequence = SFTPSequence([request])
    _ = send(&sequence)
    sequence.take(reply, id: 1)
    return sequence.isComplete ? sequence.results(missing: .stalled).first : nil
  }

  @Test func requestsAreSentInTheirOrder() {
    let new = FilePath("/b")
    var sequence = SFTPSequence([
      .look(path), .resolve(path), .fileSystem(path), .makeFolder(path), .create(path),
      .rename(path, to: new), .remove(path),
    ])
    let bytes = path.bytes
    #expect(
      send(&sequence) == [
        .lstat(bytes), .realpath(bytes), .statvfs(bytes), .mkdir(bytes), .create(bytes),
        .rename(bytes, to: new.bytes), .remove(bytes),
      ])
    #expect(!sequence.isComplete && !sequence.isOver)
  }

  @Test func fewAreUnderWay() {
    var sequence = SFTPSequence(Array(repeating: .remove(path), count: 4_000))
    var id: UInt32 = 1
    var answered: UInt32 = 1
    var most = 0
    while !sequence.isComplete {
      id += UInt32(send(&sequence, from: id).count)
      most = max(most, Int(id - answered))
      sequence.take(ok, id: answered)
      answered += 1
    }
    #expect(most == SFTPSequence.mostUnderWay && answered == 4_001 && sequence.isOver)
    #expect(sequence.results(missing: .stalled).allSatisfy { $0 == .success(.done) })
  }

  @Test func createdFilesAreClosed() {
    var sequence = SFTPSequence([.create(path), .create(path)])
    _ = send(&sequence)
    sequence.take(.handle([7]), id: 1)
    #expect(send(&sequence, from: 3) == [.close(handle: [7])] && !sequence.isComplete)
    // One that is too late is closed all the same.
    sequence.cancel()
    #expect(sequence.results(missing: .stalled) == [.success(.done), .failure(.stalled)])
    sequence.take(.handle([8]), id: 2)
    #expect(send(&sequence, from: 4) == [.close(handle: [8])] && !sequence.isOver)
    sequence.take(ok, id: 3)
    sequence.take(ok, id: 4)
    #expect(sequence.isOver)
  }

  @Test func whatNoPathCanBeIsNotSent() {
    let long = FilePath(bytes: [UInt8](repeating: 0x61, count: 4_097))
    var sequence = SFTPSequence([
      .look(FilePath("")), .remove(FilePath("a\0b")), .create(long), .rename(path, to: long),
      .fileSystem(path),
    ])
    #expect(send(&sequence, knowsFileSystems: false).isEmpty && sequence.isOver)
    #expect(
      sequence.results(missing: .stalled)
        == Array(repeating: .failure(.notFound), count: 4) + [.failure(.unsupported)])
  }

  @Test(
    arguments: [
      (.noSuchFile, "", .notFound), (.permissionDenied, "no", .noPermission),
      (.failure, "", .refused("the server says: failure")),
      (.failure, "File exists", .refused("the server says: File exists")),
      (.unsupported, "x", .unsupported), (.endOfFile, "", .refused("the server says: failure")),
      (.badMessage, "bad", .refused("the server says: bad")), (.connectionLost, "", .brokenOff),
    ] as [(SFTPStatus.Code, String, WebError)])
  func failuresAreAnswers(_ code: SFTPStatus.Code, _ message: String, _ error: WebError) {
    let status = SFTPReply.status(SFTPStatus(code: code, message: CleanText(message)))
    for request in [.rename(path, to: path), .create(path), .look(path), .fileSystem(path)]
      as [FarRequest]
    {
      #expect(result(request, status) == .failure(error))
    }
  }

  @Test(
    arguments: [
      ("/home/ada", "/home/ada"), ("/", "/"), ("/a/", "/a"), ("", nil), ("a", nil),
      ("/a/../b", nil),
      ("/a//b", nil), ("/a\0b", nil), ("/./a", nil),
    ] as [(String, String?)])
  func resolvedPathsArePlain(_ name: String, _ path: String?) {
    let reply = SFTPReply.name([
      SFTPName(name: Array(name.utf8), attributes: SFTPAttributes())
    ])
    #expect(
      result(.resolve(self.path), reply)
        == (path.map { .success(.path(FilePath($0))) } ?? .failure(.nonsense)))
  }

  /// The reply to `statvfs@openssh.com`.
  private func numbers(_ id: UInt64, blocks: UInt64, free: UInt64 = 5) -> SFTPReply {
    var bytes: [UInt8] = []
    for number in [4_096, 4_096, blocks, free, free, 9, 9, 9, id, 0, 255] as [UInt64] {
      bytes.appendField(number)
    }
    return .extended(bytes[...])
  }

  @Test func fileSystemsHaveAnID() {
    let ids = [
      numbers(1, blocks: 10), numbers(1, blocks: 11, free: 3), numbers(2, blocks: 10),
      numbers(0, blocks: 10), numbers(0, blocks: 10, free: 3), numbers(0, blocks: 11),
    ].map { result(.fileSystem(path), $0) }
    #expect(ids[0] == ids[1] && ids[3] == ids[4] && Set(ids).count == 4)
    guard case .extended(let bytes) = numbers(1, blocks: 1) else { return }
    for count in 0..<bytes.count {
      #expect(
        result(.fileSystem(path), .extended(bytes.prefix(count))) == .failure(.nonsense))
    }
  }

  @Test func attributesAreAnEntry() {
    let attributes = SFTPAttributes(size: 7, mode: 0o120777, modified: 9)
    #expect(
      result(.look(path), .attrs(attributes))
        == .success(
          .entry(FolderEntry(name: Array("a.mp4".utf8), kind: .link, size: 7, modified: 9))))
  }

  /// Whatever the order of the replies and the time of the end, all have one result, and all is closed.
  @Test func everyRequestHasOneResult() {
    for seed in Fuzz.seeds(200) {
      var generator = SeededGenerator(seed: seed)
      let kinds: [FarRequest] = [
        .look(path), .create(path), .rename(path, to: path), .remove(FilePath("")),
        .fileSystem(path), .resolve(path),
      ]
      let requests = (0..<generator.int(1..<150)).map { _ in generator.pick(kinds) }
      var sequence = SFTPSequence(requests)
      let end = generator.int(0..<300)
      var open: Set<[UInt8]> = []
      var waiting: [(id: UInt32, request: SFTPRequest)] = []
      var id: UInt32 = 0
      for step in 0..<1_000 where !sequence.isOver {
        if step == end { sequence.cancel() }
        while sequence.step(
          knowsFileSystems: true,
          {
            id += 1
            waiting.append((id, $0))
            return id
          })
        {}
        #expect(waiting.count <= 2 * SFTPSequence.mostUnderWay)
        guard !waiting.isEmpty else { continue }
        let (answered, request) = waiting.remove(at: generator.int(0..<waiting.count))
        switch request {
        case .close(let handle):
          #expect(open.remove(handle) != nil)
          sequence.take(ok, id: answered)
        case .create where generator.chance(0.8):
          let handle = withUnsafeBytes(of: answered) { Array($0) }
          open.insert(handle)
          sequence.take(.handle(handle), id: answered)
        case .rename where generator.chance(0.8): sequence.take(ok, id: answered)
        default: sequence.take(.status(SFTPStatus(code: .noSuchFile)), id: answered)
        }
      }
      #expect(sequence.isOver && open.isEmpty && waiting.isEmpty)
      #expect(sequence.results(missing: .brokenOff).count == requests.count)
      #expect(sequence.isComplete || end < 300)
    }
  }

  @Test func silentServerIsGivenUp() {
    var found: SFTPSequence.Results = []
    let task = SFTPSequenceTask(1, [.remove(path), .remove(path)], at: 5) { found = $0 }
    #expect(task.deadline?.time == 25 && task.deadline?.error == .stalled && !task.isOver)
    task.begin(at: 60)
    #expect(task.deadline?.time == 80)
    task.end(.failure(.stalled), nil)
    #expect(found == [.failure(.stalled), .failure(.stalled)])
    #expect(task.isOver && task.deadline == nil)
  }
}
