import Clients
import Models
import Platform

/// Thumbnails that a test makes.
final class FakeThumbnails: Sendable {
  let wanted = Lock<[ThumbnailRequest]>([])
  let area = Lock<FrameArea?>(nil)
  let moving = Lock<[ItemID]>([])
  /// Which image of each was last drawn.
  let turns = Lock<[ItemID: Int]>([:])
  private let made = Lock<[ItemID: Thumbnail<Int>]>([:])
  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() {
    (stream, continuation) = AsyncStream.makeStream()
  }

  func make(_ thumbnails: [ItemID: Thumbnail<Int>]) {
    made.withLock { $0 = thumbnails }
    continuation.yield(())
  }

  var client: ThumbnailClient {
    var client = ThumbnailClient()
    client.want = { [wanted] requests in wanted.withLock { $0 = requests } }
    client.setArea = { [area] new in area.withLock { $0 = new } }
    client.changes = { [stream] in stream }
    client.forget = { _ in }
    client.takeChanges = { [made] in
      made.withLock { made in
        defer { made = [:] }
        return made
      }
    }
    client.setMoving = { [moving] ids in moving.withLock { $0 = ids } }
    client.isMoving = { [moving] id in moving.withLock { $0.contains(id) } }
    client.pixels = { [turns] id, turn in
      turns.withLock { $0[id] = turn }
      return
        id.rawValue == 1 ? nil : PixelBuffer(size: PixelSize(width: 19, height: 10))
    }
    return client
  }
}
