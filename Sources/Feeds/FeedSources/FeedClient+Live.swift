import Clients
import FeedCore
import Models
import Platform

extension FeedClient {
  /// A feed searched on its own thread, which starts with the first request and ends with the last
  /// copy of the client.
  ///
  /// - Parameter mailbox: Where requests to the thread are posted.
  static func live(_ mailbox: FeedMailbox) -> FeedClient {
    let connection = FeedConnection(mailbox)
    var client = FeedClient()
    client.page = { request in await connection.ask { .page($0, request) } }
    client.changes = {
      let (stream, continuation) = AsyncStream<[FeedChange]>.makeStream()
      connection.mailbox.post(.subscribe(continuation))
      return stream
    }
    client.sections = { filter in
      (try? await connection.ask { .sections($0, filter) }.get()) ?? []
    }
    client.refresh = { await connection.ask { .refresh($0) } }
    client.reconsider = { connection.mailbox.post(.reconsider($0, isOnScreen: $1)) }
    client.countVerdicts = { connection.mailbox.post(.countVerdicts) }
    client.place = { connection.mailbox.places.place(of: $0, filter: $1) }
    return client
  }
}

/// State shared by the client's closures.
private final class FeedConnection: Sendable {
  let mailbox: FeedMailbox

  init(_ mailbox: FeedMailbox) {
    self.mailbox = mailbox
  }

  deinit {
    mailbox.stop()
  }

  func ask<Value: Sendable>(
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
}
