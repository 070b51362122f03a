import Models
import TestSupport
import Testing

@testable import Network

@Suite struct SFTPReadTests {
  private static let content = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 / 251 ^ $0) }
  private static let path = Array("/x".utf8)

  private struct Outcome {
    var bytes: [UInt8] = []
    var hasShrunk = false
    var requests: [SFTPRequest] = []
    var mostUnderWay = 0
  }

  /// Reads a range from a server whose replies come in random order.
  private func read(
    from start: Int64, to end: Int64?, _ server: SFTPServerModel, seed: UInt64
  ) throws -> Outcome {
    var generator = SeededGenerator(seed: seed)
    var server = server
    server.files[Self.path] = server.files[Self.path] ?? Self.content
    var session = SFTPSession()
    var outcome = Outcome()
    var read = SFTPRead(from: start, to: end)
    var handle: [UInt8]?
    var pieces: [UInt32: Int] = [:]
    var hasSize = false
    var now = 0.0
    func drop(_ dropped: [Int]?) {
      guard let dropped else {
        outcome.hasShrunk = true
        return
      }
      for (id, piece) in pieces where dropped.contains(piece) { session.cancel(id) }
    }
    while !(hasSize && read.isComplete), !outcome.hasShrunk {
      now += 0.01
      if session.isReady, server.requests.isEmpty {
        _ = session.send(.open(Self.path), for: 1, at: now)
      }
      if let handle {
        if !server.requests.contains(where: { $0 == .fstat(handle: handle) }) {
          _ = session.send(.fstat(handle: handle), for: 1, at: now)
        }
        while let size = session.readSize, let part = read.request(size) {
          let request = SFTPRequest.read(
            handle: handle, offset: UInt64(part.offset), count: UInt32(part.count))
          pieces[session.send(request, for: 1, at: now)] = part.number
        }
      }
      outcome.mostUnderWay = max(outcome.mostUnderWay, session.underWay)
      try server.take(session.output)
      session.output = []
      let bytes = server.send(shuffledBy: &generator, most: generator.int(1..<5))
      #expect(!bytes.isEmpty, "nothing is under way")
      if bytes.isEmpty { break }
      for answer in try session.receive(bytes, at: now) {
        switch answer.reply {
        case .handle(let bytes): handle = bytes
        case .attrs(let attributes):
          hasSize = true
          if let size = attributes.size { drop(read.take(size: size)) }
        case .data(let data): read.take(data, for: pieces[answer.id] ?? 0)
        case .status: drop(read.takeEnd(for: pieces[answer.id] ?? 0))
        case .name, .extended: Issue.record("unexpected")
        }
      }
      while hasSize, !read.ready.isEmpty {
        let part = read.ready.prefix(generator.int(1..<100_000))
        #expect(read.position == start + Int64(outcome.bytes.count))
        outcome.bytes += part
        read.deliver(part.count)
      }
    }
    outcome.requests = server.requests
    return outcome
  }

  @Test(arguments: Fuzz.seeds(20)) func repliesComeInAnyOrderAndLength(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var server = SFTPServerModel()
    server.longestRead = generator.pick([.max, 30_000, 1_000_000, 100_001])
    server.readLimit = generator.pick([nil, 255 << 10])
    let start = generator.pick([0, 1, generator.int(0..<3_000_000), 2_999_999])
    let end: Int? = generator.pick([nil, start + 1, start + generator.int(1..<2_000_000)])
    let outcome = try read(
      from: Int64(start), to: end.map(Int64.init), server, seed: seed)
    #expect(!outcome.hasShrunk)
    #expect(outcome.bytes == Array(Self.content[start..<min(end ?? .max, 3_000_000)]))
    #expect(outcome.mostUnderWay <= SFTPLink.mostUnderWay)
  }

  /// How long it takes until the first bytes of a range have come over a line of a known rate, in seconds.
  private func startTime(rate: Double, roundTrip: Double) throws -> Double {
    var session = SFTPSession()
    var server = SFTPServerModel()
    server.readLimit = 255 << 10
    server.files[Self.path] = Self.content
    var now = 0.0
    // When the line is free for the next reply, and the replies on their way.
    var free = 0.0
    var coming: [(time: Double, bytes: [UInt8])] = []
    func pass() throws -> [SFTPSession.Answer] {
      try server.take(session.output)
      session.output = []
      while case let bytes = server.send(most: 1), !bytes.isEmpty {
        free = max(free, now + roundTrip / 2) + Double(bytes.count) / rate
        coming.append((free + roundTrip / 2, bytes))
      }
      guard !coming.isEmpty else { return [] }
      let (time, bytes) = coming.removeFirst()
      now = time
      return try session.receive(bytes, at: now)
    }
    while session.facts?.readLimit == nil { _ = try pass() }
    _ = session.send(.open(Self.path), for: 1, at: now)
    guard case .handle(let handle) = try pass().first?.reply else { return .infinity }
    // By the first range, the rate becomes known.
    for isMeasured in [false, true] {
      let start = now
      var read = SFTPRead(from: 0, to: Int64(Self.content.count))
      var pieces: [UInt32: Int] = [:]
      while read.position < (isMeasured ? SFTPLink.startBytes : 1_000_000) {
        while let size = session.readSize,
          read.position >= SFTPLink.startBytes
            || session.link.mayStart(after: pieces.count, of: size), let part = read.request(size)
        {
          let request = SFTPRequest.read(
            handle: handle, offset: UInt64(part.offset), count: UInt32(part.count))
          pieces[session.send(request, for: 1, at: now)] = part.number
        }
        for answer in try pass() {
          guard case .data(let data) = answer.reply,
            let piece = pieces.removeValue(forKey: answer.id)
          else { continue }
          read.take(data, for: piece)
        }
        while !read.ready.isEmpty { read.deliver(read.ready.count) }
      }
      if isMeasured { return now - start }
      while !coming.isEmpty { _ = try pass() }
    }
    return .infinity
  }

  /// Too little under way, and the line idles between two parts.
  @Test(arguments: [200e3, 600e3, 2e6, 20e6])
  func firstBytesComeAsFastAsTheLine(_ rate: Double) throws {
    let ideal = 0.1 + Double(SFTPLink.startBytes) / rate
    let time = try startTime(rate: rate, roundTrip: 0.1)
    #expect(time <= 1.15 * ideal, "\(time) \(ideal)")
  }

  @Test func emptyRangesAreComplete() throws {
    for (start, content) in [(0, 0), (5, 5), (9, 5)] {
      var server = SFTPServerModel()
      server.files[Self.path] = Array(Self.content.prefix(content))
      let outcome = try read(from: Int64(start), to: nil, server, seed: 1)
      #expect(outcome.bytes.isEmpty && !outcome.hasShrunk)
    }
  }

  @Test(arguments: Fuzz.seeds(4)) func fileThatShrinksIsNoticed(_ seed: UInt64) throws {
    var server = SFTPServerModel()
    server.claimedSize = 4_000_000
    let outcome = try read(from: 0, to: nil, server, seed: seed)
    #expect(outcome.hasShrunk && Self.content.starts(with: outcome.bytes))
    let part = try read(from: 2_900_000, to: 3_000_000, server, seed: seed)
    #expect(!part.hasShrunk && part.bytes.count == 100_000)
  }

  @Test func fileThatGrowsEndsAtItsSize() throws {
    var server = SFTPServerModel()
    server.claimedSize = 1_000_000
    let outcome = try read(from: 0, to: nil, server, seed: 3)
    #expect(outcome.bytes == Array(Self.content.prefix(1_000_000)))
  }

  @Test func withoutSizeTheEndIsFoundByReading() {
    var read = SFTPRead(from: 0, to: nil)
    let first = read.request(10)
    let second = read.request(10)
    #expect(first == .init(number: 1, offset: 0, count: 10))
    #expect(second == .init(number: 2, offset: 10, count: 10))
    // The end comes before the last data.
    #expect(read.takeEnd(for: 2) == [2] && read.request(10) == nil)
    read.take([1, 2, 3], for: 1)
    #expect(read.ready == [1, 2, 3])
    read.deliver(3)
    #expect(!read.isComplete && read.request(10) == .init(number: 1, offset: 3, count: 7))
    #expect(read.takeEnd(for: 1) == [1])
    #expect(read.isComplete && read.end == 3)
  }

  /// The rest of a short reply that ended with the file is requested before its size is known.
  @Test func endBehindTheSizeIsNoShrinking() {
    var read = SFTPRead(from: 0, to: nil)
    #expect(read.request(10)?.count == 10)
    read.take([1, 2, 3], for: 1)
    #expect(read.request(10) == .init(number: 1, offset: 3, count: 7))
    #expect(read.take(size: 3) == [] && read.takeEnd(for: 1) == [])
    #expect(read.ready == [1, 2, 3])
  }

  /// A server of one byte a reply makes no more work than others.
  @Test func shortRepliesFillTheirPieces() {
    var read = SFTPRead(from: 0, to: 1_000)
    var parts: [SFTPRead.Part] = []
    while let part = read.request(300) { parts.append(part) }
    #expect(parts.map(\.count) == [300, 300, 300, 100])
    for round in 0..<99 {
      for number in 1...4 { read.take([UInt8(round)], for: number) }
      for number in 1...4 {
        let part = read.request(300)
        #expect(part?.number == number && part?.count == (number < 4 ? 299 : 99) - round)
      }
    }
    #expect(read.request(300) == nil && read.ready.count == 99)
  }

  @Test func piecesAheadAreBounded() {
    var read = SFTPRead(from: 0, to: nil)
    var bytes = 0
    while let part = read.request(255 << 10) { bytes += part.count }
    #expect(bytes == SFTPLink.mostUnderWay)
    var small = SFTPRead(from: 0, to: nil)
    var count = 0
    while small.request(100) != nil { count += 1 }
    #expect(count == 64)
  }
}
