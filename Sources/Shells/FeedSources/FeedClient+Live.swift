import Clients
import FeedCore
import Models

extension FeedClient {
  /// A feed searched on a thread of its own, which begins with the first question and ends with the
  /// last copy of the client.
  ///
  /// - Parameters:
  ///   - mailbox: Where the thread is asked.
  ///   - opening: Tells the item the feed opens at.
  static func live(_ mailbox: FeedMailbox, opening: FirstItem) -> FeedClient {
    let connection = FeedConnection(mailbox)
    return FeedClient(
      updates: { connection.updates(from: opening) },
      page: { request in await connection.page(request) },
      changes: { connection.changes() },
      refresh: { await connection.refresh() },
      place: { id, filter in connection.place(of: id, filter: filter) })
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
      await question.answer
    } onCancel: {
      question.resolve(.failure(FeedError(.cancelled, place: "")))
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

  func updates(from first: FirstItem) -> AsyncStream<FeedUpdate> {
    let state = FeedUpdates(first)
    return AsyncStream { await state.next(from: self) }
  }
}

/// The feed as a growth from its first item on.
private actor FeedUpdates {
  private let opening: FirstItem
  private var last: ItemID?
  private var earliest: ItemID?

  init(_ opening: FirstItem) { self.opening = opening }

  func next(from connection: FeedConnection) async -> FeedUpdate? {
    guard let last else {
      let first = opening.item
      last = first.id
      earliest = first.id
      return .insert([first], before: nil)
    }
    let forwards = FeedPageRequest(.item(last), limit: 512)
    if case .success(let page) = await connection.page(forwards), let id = page.items.last?.id {
      self.last = id
      return .insert(page.items, before: nil)
    }
    guard let earliest else { return nil }
    let backwards = FeedPageRequest(.item(earliest), .backwards, limit: 512)
    if case .success(let page) = await connection.page(backwards), let id = page.items.first?.id {
      self.earliest = id
      return .insert(page.items, before: earliest)
    }
    self.earliest = nil
    return .finished
  }
}
