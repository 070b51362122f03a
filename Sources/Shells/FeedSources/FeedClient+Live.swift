import Clients
import FeedCore
import Models

extension FeedClient {
  /// A feed searched on a thread of its own, which begins with the first question and ends with the
  /// last copy of the client.
  ///
  /// - Parameters:
  ///   - search: What has been found so far.
  ///   - first: The item the feed opens at.
  ///   - placeholder: What is shown as long as the first item is not known.
  static func live(
    search: FeedSearch, first: FeedItem, placeholder: ItemID?
  ) -> FeedClient {
    let connection = FeedConnection(search: search, placeholder: placeholder)
    return FeedClient(
      updates: { connection.updates(from: first) },
      page: { request in await connection.page(request) },
      changes: { connection.changes() },
      refresh: { await connection.refresh() },
      place: { id, filter in connection.place(of: id, filter: filter) })
  }
}

/// What the client's closures share.
private final class FeedConnection: Sendable {
  private let mailbox: FeedMailbox

  init(search: FeedSearch, placeholder: ItemID?) {
    mailbox = FeedMailbox(FeedLoop(search: search, placeholder: placeholder))
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

  func updates(from first: FeedItem) -> AsyncStream<FeedUpdate> {
    let state = FeedUpdates(first)
    return AsyncStream { await state.next(from: self) }
  }
}

/// The feed as a growth from its first item on.
private actor FeedUpdates {
  private let first: FeedItem
  private var last: ItemID?
  private var earliest: ItemID?

  init(_ first: FeedItem) { self.first = first }

  func next(from connection: FeedConnection) async -> FeedUpdate? {
    guard let last else {
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
