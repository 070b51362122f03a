import Clients
import FeedCore
import Models
import Platform

extension FeedClient {
  /// A feed searched on a thread of its own, which begins with the first question and ends with the
  /// last copy of the client.
  ///
  /// - Parameter mailbox: Where the thread is asked.
  static func live(_ mailbox: FeedMailbox) -> FeedClient {
    let connection = FeedConnection(mailbox)
    var client = FeedClient()
    client.page = { await connection.page($0) }
    client.changes = { connection.changes() }
    client.refresh = { await connection.refresh() }
    client.place = { connection.place(of: $0, filter: $1) }
    return client
  }
}

/// What the client's closures share.
private final class FeedConnection: Sendable {
  private let mailbox: FeedMailbox

  init(_ mailbox: FeedMailbox) {
    self.mailbox = mailbox
  }

  deinit {
    mailbox.stop()
  }

  func page(_ request: FeedPageRequest) async -> Result<FeedPage, FeedError> {
    await ask { .page($0, request) }
  }

  func refresh() async -> Result<Void, FeedError> {
    await ask { .refresh($0) }
  }

  private func ask<Value: Sendable>(
    _ mail: (FeedQuestion<Value>) -> FeedMailbox.Mail
  ) async -> Result<Value, FeedError> {
    let question = FeedQuestion<Value>()
    mailbox.post(mail(question))
    return await withTaskCancellationHandler {
      await question.value
    } onCancel: {
      question.keep(.failure(FeedError(.cancelled, place: "")))
    }
  }

  func changes() -> AsyncStream<[FeedChange]> {
    let (stream, continuation) = AsyncStream<[FeedChange]>.makeStream()
    mailbox.post(.subscribe(continuation))
    return stream
  }

  func place(of id: ItemID?, filter: FeedFilter) -> FeedPlace {
    mailbox.places.place(of: id, filter: filter)
  }
}
