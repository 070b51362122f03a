import Models
import Network
import Platform
import TestSupport
import Testing

/// Collects everything that a transfer reports.
final class Collector: WebReceiver {
  struct Found: Sendable {
    var response: WebResponse?
    var bytes: [UInt8] = []
    var end: WebCompletion?
  }

  private let found = Lock(Found(), rank: .fixture)
  private let ended = Wakeup()
  private let demand: @Sendable (Int) -> WebDemand

  /// - Parameter appetite: What to do with data, given how many bytes there are already.
  init(_ demand: @escaping @Sendable (Int) -> WebDemand = { _ in .more }) {
    self.demand = demand
  }

  var now: Found { found.withLock { $0 } }

  func begin(_ response: WebResponse) -> Bool {
    found.withLock { $0.response = response }
    return true
  }

  func take(_ bytes: UnsafeRawBufferPointer) -> WebDemand {
    found.withLock { found in
      let response = demand(found.bytes.count)
      if response == .more { found.bytes += bytes }
      return response
    }
  }

  func end(_ end: WebCompletion) {
    found.withLock { $0.end = end }
    ended.signal()
  }

  /// Waits for the end.
  func result() -> Found {
    while now.end == nil { ended.wait(timeout: 60) }
    return now
  }
}

/// The configuration of tests: 127.0.0.1 stands for the public web, everything else for private
/// networks.
func publicWeb(_ numbers: String...) -> WebConfiguration {
  var configuration = WebConfiguration(userAgent: "Flick/test")
  configuration.isPrivate = { $0 != NetworkNumber(host: "127.0.0.1") }
  configuration.numbers = { numbers }
  return configuration
}

extension CurlSource {
  /// Sends a request, and waits for the end.
  func result(
    _ address: RemoteAddress?, _ change: (inout WebRequest) -> Void = { _ in }
  ) throws -> Collector.Found {
    var request = WebRequest(try #require(address))
    request.stallLimit = 300
    change(&request)
    let collector = Collector()
    _ = read(request, to: collector)
    return collector.result()
  }

  /// Requests an address as if a server on the public web had named it.
  func resultNamedByPublic(_ address: RemoteAddress?) throws -> Collector.Found {
    try result(address) { $0.address.isNamedByPublic = true }
  }
}

let intoPrivateNetwork = WebCompletion.failure(
  .refused("a public address leads to a host on a private network."))
