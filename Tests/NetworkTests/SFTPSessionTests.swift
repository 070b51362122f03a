import Models
import TestSupport
import Testing

@testable import Network

@Suite struct SFTPSessionTests {
  private let path = Array("/x".utf8)

  /// A session that is ready.
  private func session() throws -> SFTPSession {
    var session = SFTPSession()
    #expect(session.output == SFTPRequest.initialization && session.isAwaiting)
    session.output = []
    #expect(try session.receive(version(), at: 0).isEmpty)
    #expect(session.isReady && !session.isAwaiting)
    return session
  }

  @Test func repliesReachTheirOwners() throws {
    var session = try session()
    let first = session.send(.stat(path), for: 1, at: 0)
    let second = session.send(.open(path), for: 2, at: 0)
    #expect(first != second)
    let answers = try session.receive(
      SFTPReply.handle([5]).packet(id: second)
        + SFTPReply.attrs(SFTPAttributes(size: 3)).packet(id: first), at: 0.1)
    #expect(answers.map(\.owner) == [2, 1] && answers.map(\.id) == [second, first])
    #expect(answers.map(\.reply) == [.handle([5]), .attrs(SFTPAttributes(size: 3))])
    #expect(session.link.roundTrip == 0.1 && !session.isAwaiting)
  }

  @Test func repliesThatNobodyAwaitsEndIt() throws {
    var session = try session()
    #expect(throws: SFTPError.malformed("a reply to nobody")) {
      try session.receive(SFTPReply.handle([1]).packet(id: 9), at: 0)
    }
    session = try self.session()
    let id = session.send(.open(path), for: 1, at: 0)
    _ = try session.receive(SFTPReply.handle([1]).packet(id: id), at: 0)
    #expect(throws: SFTPError.malformed("a reply to nobody")) {
      try session.receive(SFTPReply.handle([1]).packet(id: id), at: 0)
    }
    session = try self.session()
    #expect(throws: SFTPError.malformed("a second VERSION")) {
      try session.receive(version(), at: 0)
    }
  }

  @Test(
    arguments: [
      (.open([0x78]), .data([1])), (.open([0x78]), .status(SFTPStatus(code: .ok))),
      (.close(handle: [1]), .handle([1])), (.stat([0x78]), .name([])),
      (.read(handle: [1], offset: 0, count: 5), .status(SFTPStatus(code: .ok))),
      (.realpath([0x78]), .name([])), (.readdir(handle: [1]), .attrs(SFTPAttributes())),
      (.create([0x78]), .status(SFTPStatus(code: .ok))), (.create([0x78]), .data([1])),
      (.rename([0x78], to: [0x79]), .handle([1])), (.mkdir([0x78]), .attrs(SFTPAttributes())),
      (.remove([0x78]), .name([])), (.statvfs([0x78]), .status(SFTPStatus(code: .ok))),
      (.statvfs([0x78]), .attrs(SFTPAttributes())), (.lstat([0x78]), .extended([])),
    ] as [(SFTPRequest, SFTPReply)])
  func repliesOfTheWrongKindEndIt(_ request: SFTPRequest, _ reply: SFTPReply) throws {
    var session = try session()
    let id = session.send(request, for: 1, at: 0)
    #expect(throws: SFTPError.malformed("a reply of the wrong kind")) {
      try session.receive(reply.packet(id: id), at: 0)
    }
  }

  @Test(
    arguments: [
      (.create([0x78]), .handle([1])), (.create([0x78]), .status(SFTPStatus(code: .failure))),
      (.rename([0x78], to: [0x79]), .status(SFTPStatus(code: .ok))),
      (.mkdir([0x78]), .status(SFTPStatus(code: .failure))),
      (.remove([0x78]), .status(SFTPStatus(code: .ok))), (.statvfs([0x78]), .extended([])),
    ] as [(SFTPRequest, SFTPReply)])
  func repliesOfTheRightKindArrive(_ request: SFTPRequest, _ reply: SFTPReply) throws {
    var session = try session()
    let id = session.send(request, for: 1, at: 0)
    #expect(try session.receive(reply.packet(id: id), at: 0).map(\.reply) == [reply])
  }

  /// What VERSION announces, in the versions that are known here.
  @Test func extensionsAreNoted() throws {
    let names = ["limits@openssh.com", "statvfs@openssh.com", "posix-rename@openssh.com"]
    for (known, versions) in [(true, ["1", "2", "1"]), (false, ["2", "1", "x"])] {
      var body = Array(version().dropFirst(4))
      for (name, version) in zip(names, versions) {
        body.appendField(name.utf8)
        body.appendField(version.utf8)
      }
      var session = SFTPSession()
      #expect(session.facts == nil && session.state == nil)
      _ = try session.receive(framed(body), at: 0)
      let facts = try #require(session.facts)
      #expect(facts.hasLimits == known && facts.hasFileSystems == known)
      #expect(facts.readLimit == (known ? nil : 32 << 10))
    }
  }

  @Test func stateIsThatOfTheLink() throws {
    var session = try session()
    let ids = (0..<2).map { _ in
      session.send(.read(handle: [1], offset: 0, count: 1_000), for: 1, at: 0)
    }
    #expect(session.state?.statistics.bytesUnderWay == 2_000)
    #expect(session.state?.statistics.roundTrip == nil && session.state?.statistics.rate == nil)
    for (index, id) in ids.enumerated() {
      let data = SFTPReply.data([UInt8](repeating: 0, count: 1_000)[...])
      _ = try session.receive(data.packet(id: id), at: Double(index + 1))
    }
    let statistics = try #require(session.state?.statistics)
    #expect(statistics.bytesUnderWay == 0 && statistics.roundTrip == 1 && statistics.rate == 1_000)
  }

  @Test(arguments: [0, 6]) func moreOrLessDataThanRequestedEndsIt(_ count: Int) throws {
    var session = try session()
    let id = session.send(.read(handle: [1], offset: 0, count: 5), for: 1, at: 0)
    let data = [UInt8](repeating: 0, count: count)[...]
    #expect(throws: SFTPError.malformed("more data than requested, or none")) {
      try session.receive(SFTPReply.data(data).packet(id: id), at: 0)
    }
  }

  @Test(arguments: [0, 2, 4, 6]) func otherVersionsAreRefused(_ number: UInt32) {
    var session = SFTPSession()
    #expect(throws: SFTPError.version(number)) { try session.receive(version(number), at: 0) }
  }

  @Test func cancelledRequestsCountUntilTheirReply() throws {
    var session = try session()
    let id = session.send(.read(handle: [1], offset: 0, count: 30_000), for: 1, at: 0)
    session.cancel(id)
    #expect(session.underWay == 30_000 && session.isAwaiting)
    #expect(try session.receive(SFTPReply.data([1]).packet(id: id), at: 0).isEmpty)
    #expect(session.underWay == 0 && !session.isAwaiting)
  }

  @Test(
    arguments: [
      (nil, 32 << 10), (0, 32 << 10), (1, 4_096), (100_000, 100_000), (1 << 40, 255 << 10),
      (.max, 255 << 10),
    ] as [(UInt64?, Int)])
  func readsKeepToTheLimitsOfTheServer(_ limit: UInt64?, _ size: Int) throws {
    var server = SFTPServerModel()
    server.readLimit = limit
    var session = SFTPSession()
    for _ in 0..<2 {
      try server.take(session.output)
      session.output = []
      #expect(try session.receive(server.send(), at: 0).isEmpty)
    }
    #expect(session.readLimit == size && session.isReady)
  }

  @Test func linkBoundsWhatIsUnderWay() {
    var link = SFTPLink()
    #expect(link.limit == 512 << 10 && link.readSize(upTo: 1 << 20) == 64 << 10)
    #expect(link.startLimit == 256 << 10)
    // 2 MB/s at 100 ms: a burst of 50 KB each 25 ms.
    for index in 0..<40 {
      let sent = Double(index) * 0.025
      link.receive(50_000, sent: sent, at: sent + 0.1)
    }
    #expect(abs(link.rate - 2e6) < 1e5 && abs((link.roundTrip ?? 0) - 0.1) < 1e-6)
    #expect(
      abs(link.limit - 400_000) < 20_000 && abs(link.readSize(upTo: 1 << 20) - 50_000) < 3_000)
    #expect(abs(link.startLimit - 200_000) < 10_000)
    // A pause is no slowness.
    link.start()
    link.receive(50_000, sent: 100, at: 100.1)
    link.receive(50_000, sent: 100, at: 100.125)
    #expect(abs(link.rate - 2e6) < 1e5)
    // A link that becomes slow is noticed within a second.
    for index in 0..<20 {
      let sent = 101 + Double(index) * 0.1
      link.receive(20_000, sent: sent, at: sent + 0.1)
    }
    #expect(link.rate < 4e5)
    var fast = SFTPLink()
    for _ in 0..<10 { fast.receive(255 << 10, sent: 0, at: 0.0001) }
    #expect(fast.startLimit == SFTPLink.mostUnderWay)
    #expect(fast.limit == SFTPLink.mostUnderWay && fast.readSize(upTo: 255 << 10) == 255 << 10)
  }

  /// On a simulated link, the estimate finds the rate, and the queue stays short.
  @Test(arguments: [(0.1, 2e6), (0.1, 15e6), (0.001, 1e6), (0.3, 5e6), (0.02, 100e6)])
  func readsFillALink(_ roundTrip: Double, _ rate: Double) throws {
    var session = try session()
    var replies: [(time: Double, id: UInt32, count: Int)] = []
    var now = 0.0
    var free = 0.0
    var total = 0
    var queue = 0.0
    let start = 0.0
    while now < 4 {
      while let size = session.readSize {
        let id = session.send(
          .read(handle: [1], offset: 0, count: UInt32(size)), for: 1, at: now)
        free = max(free, now + roundTrip) + Double(size) / rate
        if now > 2 { queue = max(queue, free - now - roundTrip) }
        replies.append((free, id, size))
      }
      let reply = replies.removeFirst()
      now = reply.time
      _ = try session.receive(
        SFTPReply.data([UInt8](repeating: 0, count: reply.count)[...]).packet(id: reply.id), at: now
      )
      if now > 1 { total += reply.count }
    }
    let share = Double(total) / (now - start - 1) / rate
    let most = Double(SFTPLink.mostUnderWay) / (roundTrip + 0.01) / rate
    #expect(share > min(0.9, most * 0.8), "\(share)")
    #expect(queue < 0.25, "\(queue)")
  }

  /// A server whose replies are damaged: a session ends with an error, or with what was asked for.
  @Test func mutatedConversationsEnd() throws {
    var model = SFTPServerModel()
    model.files[path] = [UInt8](repeating: 7, count: 200_000)
    model.folders[path] = (0..<20).map {
      SFTPName(name: Array("clip \($0)".utf8), attributes: SFTPAttributes(size: 1, mode: 0o100644))
    }
    var errors = 0
    for seed in Fuzz.seeds(300) {
      var generator = SeededGenerator(seed: seed)
      var server = model
      var session = SFTPSession()
      var listing = SFTPListing(path)
      var read = SFTPRead(from: 0, to: nil)
      var pieces: [UInt32: Int] = [:]
      var handle: [UInt8]?
      do {
        for round in 0..<200 {
          if session.isReady {
            if round == 1 { _ = session.send(.open(path), for: 1, at: 0) }
            while let request = listing.request(isHungry: true) {
              _ = session.send(request, for: 2, at: 0)
            }
            while let handle, let size = session.readSize, let part = read.request(size) {
              let request = SFTPRequest.read(
                handle: handle, offset: UInt64(part.offset), count: UInt32(part.count))
              pieces[session.send(request, for: 1, at: 0)] = part.number
            }
          }
          try server.take(session.output)
          session.output = []
          var bytes = server.send(shuffledBy: &generator, most: 3)
          if !bytes.isEmpty, generator.chance(0.1) {
            bytes[generator.int(0..<min(bytes.count, 40))] ^= 1 << UInt8(generator.int(0..<8))
          }
          for answer in try session.receive(bytes, at: Double(round)) {
            switch (answer.owner, answer.reply) {
            case (2, let reply): _ = listing.take(reply)
            case (_, .handle(let bytes)): handle = bytes
            case (_, .data(let data)): read.take(data, for: pieces[answer.id] ?? 0)
            case (_, .status): _ = read.takeEnd(for: pieces[answer.id] ?? 0)
            default: Issue.record("a reply that the session should refuse")
            }
          }
          while !read.ready.isEmpty { read.deliver(read.ready.count) }
        }
      } catch is SFTPError {
        errors += 1
      }
      #expect(read.position <= 200_000)
    }
    #expect(errors > 100)
  }
}
