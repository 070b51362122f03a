import Clients
import ComposableTesting
import Models
import Platform

/// Records which thumbnails are wanted, and makes those that a test makes.
final class ThumbnailRecorder: Sendable {
  private let wanted = Lock<[[ItemID]]>([])
  private let made = Lock<[ItemID: Thumbnail<Int>]>([:])
  private let changes = TestStream<Void>("thumbnails")

  /// The wishes since the last call.
  func takeWanted() -> [[Int]] {
    wanted.withLock { wanted in
      defer { wanted = [] }
      return wanted.map { $0.map(\.rawValue) }
    }
  }

  /// Makes thumbnails.
  @MainActor func make(_ thumbnails: [ItemID: Thumbnail<Int>]) async {
    made.withLock { $0.merge(thumbnails) { $1 } }
    await changes.yield(())
  }

  var client: ThumbnailClient {
    var client = ThumbnailClient.testValue
    client.want = { [self] requests in wanted.withLock { $0.append(requests.map(\.id)) } }
    client.changes = { [changes] in changes.stream() }
    client.forget = { _ in }
    client.takeChanges = { [made] in
      made.withLock { made in
        defer { made = [:] }
        return made
      }
    }
    return client
  }
}
