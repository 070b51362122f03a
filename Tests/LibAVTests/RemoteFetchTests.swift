import MediaCore
import Models
import Network
import Platform
import TestSupport
import Testing

@testable import LibAV

/// What is wanted of an answer, by where it is read.
@Suite struct RemoteFetchTests {
  /// A server that answers when the test says so.
  private final class Server: WebSource {
    struct Transfer: WebTransfer {
      func resume() {}
      func cancel() {}
    }

    let requests = Lock<[WebRequest]>([])

    func read(_ request: WebRequest, to receiver: any WebReceiver) -> any WebTransfer {
      requests.withLock { $0.append(request) }
      return Transfer()
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
    var response = WebResponse(address: address, isPublic: true)
    response.sendsParts = true
    response.count = 1_500_000
    response.total = 2_000_000
    #expect(fetch.begin(response))
  }

  private func take(_ count: Int) -> WebDemand {
    [UInt8](repeating: 1, count: count).withUnsafeBytes { fetch.take($0) }
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
    #expect(server.requests.withLock { $0.count } == 1)
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
}
