import CCurl
import Models
import Platform

/// Messages from other threads to the web thread.
///
/// The only call made here with `multi`, which belongs to that thread, is `curl_multi_wakeup`: any
/// thread may call that, and the lock keeps `multi` alive meanwhile.
final class CurlMailbox: Sendable {
  struct Order: Sendable {
    let request: WebRequest
    let receiver: any WebReceiver
  }

  enum Message: Sendable {
    case start(Int, Order)
    case resume(Int)
    case cancel(Int)
  }

  private struct State {
    var messages: [Message] = []
    var count = 0
    var hasThread = false
    var isClosed = false
    /// No thread could be started.
    var isDead = false
    var multi: UnsafeMutableRawPointer?

    mutating func post(_ message: Message) {
      messages.append(message)
      wake()
    }

    func wake() {
      if let multi { curl_multi_wakeup(multi) }
    }
  }

  private let state = Lock(State())

  /// Adds a request.
  ///
  /// - Returns: Its number, and whether the thread has yet to be started.
  func add(_ order: Order) -> (number: Int, isFirst: Bool) {
    let (number, isFirst, isDead) = state.withLock { state in
      state.count += 1
      defer { state.hasThread = true }
      if !state.isDead { state.post(.start(state.count, order)) }
      return (state.count, !state.hasThread, state.isDead)
    }
    if isDead { order.receiver.end(.failure(Self.noThread)) }
    return (number, isFirst)
  }

  func send(_ message: Message) {
    state.withLock { $0.post(message) }
  }

  /// Ends the thread. Receivers of transfers in progress are not called again.
  func close() {
    state.withLock { state in
      state.isClosed = true
      state.wake()
    }
  }

  /// Fails all requests, as there is no thread.
  func fail() {
    let messages = state.withLock { state in
      state.isDead = true
      defer { state.messages = [] }
      return state.messages
    }
    for case .start(_, let order) in messages { order.receiver.end(.failure(Self.noThread)) }
  }

  /// Takes the pending messages; `nil` once it is closed.
  func take() -> [Message]? {
    state.withLock { state in
      if state.isClosed { return nil }
      defer { state.messages.removeAll(keepingCapacity: true) }
      return state.messages
    }
  }

  /// Sets the handle to wake from now on; `nil` for none.
  func attach(_ multi: UnsafeMutableRawPointer?) {
    state.withLock { $0.multi = multi }
  }

  private static let noThread = WebError.unreachable(
    .localized("cannot start a thread to download with."))
}
