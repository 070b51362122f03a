import MediaCore
import Models
import Network
import Platform
import TestSupport
import Testing

@testable import LibAV

/// What is requested, and what is wanted of an answer, by where it is read.
@Suite struct RemoteFetchTests {
  /// A server that answers when the test says so.
  private final class Server: WebSource {
    final class Transfer: WebTransfer {
      let request: WebRequest
      let receiver: any WebReceiver
      let isCancelled = Lock(false)

      init(_ request: WebRequest, _ receiver: any WebReceiver) {
        self.request = request
        self.receiver = receiver
      }

      func resume() {}
      func cancel() { isCancelled.withLock { $0 = true } }

      func take(_ bytes: [UInt8]) -> WebDemand { bytes.withUnsafeBytes { receiver.take($0) } }
    }

    let transfers = Lock<[Transfer]>([])

    func read(_ request: WebRequest, to receiver: any WebReceiver) -> any WebTransfer {
      let transfer = Transfer(request, receiver)
      transfers.withLock { $0.append(transfer) }
      return transfer
    }

    var parts: [Range<Int64>] {
      transfers.withLock { $0 }.map { transfer in
        let part = transfer.request.part
        return (part?.first ?? 0)..<((part?.last ?? -1) + 1)
      }
    }
  }

  private let server = Server()
  private let fetch: RemoteFetch
  private let address: RemoteAddress

  init() throws {
    address = try #require(RemoteAddress("http://a.example/clip.mp4"))
    fetch = RemoteFetch(
      RemoteFetch.Request(address: address), known: nil,
      files: RemoteFiles(web: server, stallLimit: 8))
    fetch.go()
    #expect(begin(0, count: 1_500_000))
  }

  /// Answers a request.
  private func begin(_ number: Int, from start: Int64 = 0, count: Int64) -> Bool {
    var response = WebResponse(address: address, isPublic: true)
    response.sendsParts = true
    response.start = start
    response.count = count
    response.total = 2_000_000
    return transfer(number).receiver.begin(response)
  }

  private func transfer(_ number: Int) -> Server.Transfer {
    server.transfers.withLock { $0[number] }
  }

  private func take(_ count: Int) -> WebDemand {
    transfer(0).take([UInt8](repeating: 1, count: count))
  }

  /// Where the first missing byte is.
  private func gap(from start: Int64) -> Int64 {
    fetch.state.withLock { $0.cache.firstGap(from: start, to: 2_000_000) }
  }

  /// The beginning of a file whose index is behind its media data.
  private func head(index: UInt32, count: Int) -> [UInt8] {
    var boxes = [0, 0, 0, 16] + Array("ftyp".utf8) + [UInt8](repeating: 0, count: 8)
    boxes += withUnsafeBytes(of: (index - 16).bigEndian, Array.init) + Array("mdat".utf8)
    return boxes + [UInt8](repeating: 0, count: count - boxes.count)
  }

  /// A second question costs the way there and back: what is on its way is waited for, counted from what is
  /// here already.
  @Test(arguments: [
    (Int64(140_000), WebDemand.more), (147_456, .more), (147_457, .enough),
  ])
  func nearbyDataIsWaitedFor(_ place: Int64, _ expected: WebDemand) {
    fetch.state.withLock { $0.reader = place }
    #expect(take(16_384) == expected)
    // What came is kept in either case.
    #expect(fetch.state.withLock { $0.cache.firstGap(from: 0, to: 20_000) } == 16_384)
    #expect(server.parts.count == 1)
  }

  @Test func readsNoFurtherThanNeeded() {
    #expect(take(524_288) == .more)
    #expect(take(16_384) == .later)
    #expect(fetch.state.withLock { $0.cache.firstGap(from: 0, to: 600_000) } == 524_288)
    fetch.state.withLock { $0.reader = 100_000 }
    #expect(take(16_384) == .more)
  }

  @Test func dataBehindTheReaderIsNotRequested() {
    #expect(take(65_536) == .more)
    fetch.state.withLock { $0.reader = 1_000_000 }
    #expect(take(16_384) == .enough)
  }

  @Test func anIndexBehindTheMediaIsRequestedWithTheHead() throws {
    #expect(transfer(0).take(head(index: 1_950_001, count: 32)) == .more)
    #expect(server.parts == [0..<524_288, 1_949_696..<2_000_000])
    // Once.
    #expect(take(65_504) == .more)
    #expect(server.parts.count == 2)
    // It is read: the head still comes, and nothing else is requested.
    fetch.state.withLock { $0.reader = 1_950_001 }
    fetch.go(isUrgent: true)
    #expect(take(65_536) == .more)
    #expect(begin(1, from: 1_949_696, count: 50_304))
    #expect(transfer(1).take([UInt8](repeating: 2, count: 50_304)) == .more)
    transfer(1).receiver.end(.complete)
    #expect(gap(from: 1_950_001) == 2_000_000)
    fetch.state.withLock { $0.reader = 0 }
    fetch.go(isUrgent: true)
    #expect(take(65_536) == .more)
    #expect(gap(from: 0) == 196_608)
    #expect(server.parts.count == 2)
  }

  @Test(arguments: [UInt32(140_000), 2_000_000, 2_100_000])
  func anIndexNearbyOrNowhereIsNotRequested(_ index: UInt32) {
    #expect(transfer(0).take(head(index: index, count: 16_384)) == .more)
    #expect(server.parts.count == 1)
  }

  /// A box that ends with the first bytes tells nothing of those behind it.
  @Test(arguments: [8, 16, 20, 24]) func anIndexIsSoughtInTheWholeFirstBlock(_ count: Int) {
    let head = head(index: 1_950_001, count: 16_384)
    #expect(transfer(0).take(Array(head.prefix(count))) == .more)
    #expect(transfer(0).take(Array(head.dropFirst(count))) == .more)
    #expect(server.parts == [0..<524_288, 1_949_696..<2_000_000])
  }

  /// A server may accept a second request and never answer it: the clip has a deadline.
  @Test func anIndexThatIsNotAnsweredIsRequestedInTime() {
    #expect(transfer(0).take(head(index: 1_950_001, count: 32)) == .more)
    #expect(transfer(0).request.stallLimit == 8)
    #expect(transfer(1).request.stallLimit == 2.5)
    fetch.state.withLock { $0.reader = 1_950_001 }
    fetch.go(isUrgent: true)
    #expect(server.parts.count == 2)
    transfer(1).receiver.end(.failure(.stalled))
    fetch.go(isUrgent: true)
    #expect(server.parts.last == 1_949_696..<2_000_000)
    #expect(transfer(2).request.stallLimit == 8)
    #expect(fetch.state.withLock { $0.failure } == nil)
  }

  /// A server that sends nothing of what is read is not asked for ever, whatever it sends besides.
  @Test func anIndexIsNoProgressOfTheRest() {
    #expect(transfer(0).take(head(index: 1_950_001, count: 32)) == .more)
    transfer(0).receiver.end(.failure(.brokenOff))
    #expect(begin(1, from: 1_949_696, count: 50_304))
    for number in 2...3 {
      #expect(begin(number, count: 524_288))
      #expect(transfer(1).take([UInt8](repeating: 2, count: 1_000)) == .more)
      transfer(number).receiver.end(.failure(.brokenOff))
    }
    #expect(fetch.state.withLock { $0.failure } != nil)
  }

  @Test(arguments: [WebCompletion.failure(.status(503)), .enough, .complete])
  func anIndexThatDoesNotComeIsRequestedWhenItIsRead(_ end: WebCompletion) {
    #expect(transfer(0).take(head(index: 1_950_001, count: 32)) == .more)
    transfer(1).receiver.end(end)
    fetch.state.withLock { $0.reader = 1_950_001 }
    fetch.go(isUrgent: true)
    #expect(server.parts.last == 1_949_696..<2_000_000)
    #expect(server.parts.count == 3)
    #expect(transfer(0).isCancelled.withLock { $0 })
    #expect(fetch.state.withLock { $0.failure } == nil)
  }

  @Test func ofAnIndexNoMoreIsTakenThanRequested() {
    #expect(transfer(0).take(head(index: 1_950_001, count: 32)) == .more)
    // Of another place.
    #expect(!begin(1, from: 0, count: 2_000_000))
    #expect(begin(1, from: 1_949_696, count: .max))
    #expect(transfer(1).take([UInt8](repeating: 2, count: 50_304)) == .more)
    #expect(transfer(1).take([2]) == .enough)
  }

  /// What a cancelled response still delivers is not taken for that of the next one.
  @Test func aReaderThatWaitsElsewhereCancels() {
    #expect(take(16_384) == .more)
    fetch.state.withLock { $0.reader = 1_000_000 }
    fetch.go()
    #expect(server.parts.count == 1)
    fetch.go(isUrgent: true)
    #expect(server.parts == [0..<524_288, 999_424..<1_523_712])
    #expect(transfer(0).isCancelled.withLock { $0 })
    #expect(take(16_384) == .enough)
    #expect(gap(from: 999_424) == 999_424)
    // The next one is waited for.
    fetch.go(isUrgent: true)
    #expect(server.parts.count == 2)
  }

  /// However often it is opened meanwhile.
  @Test func aFileCountsAsUnchangedForSomeTimeAfterAResponse() throws {
    let files = RemoteFiles(web: server, stallLimit: 8)
    #expect(take(65_536) == .more)
    var kept = try #require(fetch.state.withLock { $0.kept })
    for (age, isTaken) in [(0.0, true), (290, true), (310, false)] {
      kept.answered = HostTime.now - age
      files.put(kept, for: address)
      let taken = files.take(address)
      #expect((taken != nil) == isTaken)
      // Reading it once more changes nothing.
      #expect(taken?.kept?.answered == (isTaken ? kept.answered : nil))
    }
  }
}
