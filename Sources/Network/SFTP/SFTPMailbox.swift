import Models
import Platform

/// Messages from other threads to the SFTP thread.
final class SFTPMailbox: Sendable {
  enum Order: Sendable {
    case read(WebRequest, any WebReceiver)
    case list(RemoteAddress, isLook: Bool, any FolderReceiver)
    case perform([FarRequest], on: RemoteAddress, @Sendable (SFTPSequence.Results) -> Void)
    case connect(RemoteAddress, messages: Int32, @Sendable (WebError?) -> Void)

    var address: RemoteAddress {
      switch self {
      case .read(let request, _): request.address
      case .list(let address, _, _), .perform(_, on: let address, _),
        .connect(let address, messages: _, _):
        address
      }
    }

    func fail(_ error: WebError) {
      switch self {
      case .read(_, let receiver): receiver.end(.failure(error))
      case .list(_, _, let receiver): receiver.end(.failure(error))
      case .perform(let requests, _, let onEnd): onEnd(requests.map { _ in .failure(error) })
      case .connect(_, messages: _, let onEnd): onEnd(error)
      }
    }
  }

  enum Message: Sendable {
    case start(Int, Order)
    case resume(Int)
    case cancel(Int)
  }

  private struct State {
    var messages: [Message] = []
    var count = 0
    var isClosed = false
  }

  /// Wakes the thread.
  let wakeup = Wakeup()
  private let state = Lock(State())

  /// Adds an order; it fails if the mailbox is closed.
  ///
  /// - Returns: Its number, from 1; the thread is to be started with the first.
  func add(_ order: Order) -> Int {
    let (number, isClosed) = state.withLock { state in
      state.count += 1
      if !state.isClosed { state.messages.append(.start(state.count, order)) }
      return (state.count, state.isClosed)
    }
    wakeup.signal()
    if isClosed { order.fail(Self.noThread) }
    return number
  }

  func send(_ message: Message) {
    state.withLock { $0.messages.append(message) }
    wakeup.signal()
  }

  /// Ends the thread. Receivers of transfers in progress are not called again.
  ///
  /// - Parameter fails: Whether pending orders fail, as there is no thread.
  func close(fails: Bool = false) {
    let messages = state.withLock { state in
      state.isClosed = true
      return state.messages
    }
    wakeup.signal()
    guard fails else { return }
    for case .start(_, let order) in messages { order.fail(Self.noThread) }
  }

  /// Takes the pending messages; `nil` once it is closed.
  func take() -> [Message]? {
    state.withLock { state in
      if state.isClosed { return nil }
      defer { state.messages = [] }
      return state.messages
    }
  }

  private static let noThread = WebError.unreachable(
    .localized("cannot start a thread to download with."))
}
