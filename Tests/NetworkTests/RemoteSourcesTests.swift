import Models
import Network
import Platform
import Testing

@Suite struct RemoteSourcesTests {
  /// Notes what it is asked for.
  private final class Source: WebSource {
    private struct Transfer: WebTransfer {
      func resume() {}
      func cancel() {}
    }

    let asked = Lock<[String]>([])

    func read(_ request: WebRequest, to receiver: any WebReceiver) -> any WebTransfer {
      asked.withLock { $0.append(request.address.string) }
      return Transfer()
    }
  }

  private final class Receiver: WebReceiver {
    let outcome = Promise<WebCompletion>()

    func begin(_ response: WebResponse) -> Bool { true }
    func take(_ bytes: UnsafeRawBufferPointer) -> WebDemand { .more }
    func end(_ end: WebCompletion) { outcome.keep(end) }
  }

  @Test func schemeChoosesTheSource() throws {
    let (web, far) = (Source(), Source())
    let sources = RemoteSources(web: web, [.sftp: far])
    for text in ["http://a/b", "sftp://a/b", "https://a/b"] {
      _ = sources.read(WebRequest(try #require(RemoteAddress(text))), to: Receiver())
    }
    #expect(web.asked.withLock { $0 } == ["http://a/b", "https://a/b"])
    #expect(far.asked.withLock { $0 } == ["sftp://a/b"])
  }

  /// No request leads `libcurl` to another protocol.
  @Test func webSourceRefusesOtherSchemes() async throws {
    let sources = RemoteSources(web: CurlSource(WebConfiguration(userAgent: "test")))
    let receiver = Receiver()
    let address = try #require(RemoteAddress("sftp://localhost:1/a"))
    _ = sources.read(WebRequest(address), to: receiver)
    guard case .failure(.unreachable) = await receiver.outcome.value else {
      Issue.record("it was requested")
      return
    }
  }
}
