import CCurl
import Glibc
import Models
import Platform

/// The loop of the web thread: starts transfers, drives libcurl, and ends transfers that stall
/// (docs/decisions/web-client.md).
///
/// Used by that thread only.
final class CurlLoop {
  private let configuration: WebConfiguration
  private let mailbox: CurlMailbox
  private let multi: UnsafeMutableRawPointer
  /// TLS sessions, which libcurl otherwise keeps per transfer.
  private let share: UnsafeMutableRawPointer?
  private var transfers: [Int: CurlTransfer] = [:]
  /// Delayed requests, and the host time at which each begins.
  private var delayed: [(number: Int, order: CurlMailbox.Order, time: Double)] = []

  /// The longest single wait for libcurl, in seconds.
  private static let longestWait = 60.0

  /// - Returns: `nil` if out of memory.
  init?(_ configuration: WebConfiguration, _ mailbox: CurlMailbox) {
    guard Self.isPrepared, let multi = curl_multi_init() else { return nil }
    self.configuration = configuration
    self.mailbox = mailbox
    self.multi = multi
    share = curl_share_init()
    if let share {
      _ = flick_share_set_long(share, CURLSHOPT_SHARE, Int32(CURL_LOCK_DATA_SSL_SESSION.rawValue))
    }
    _ = flick_multi_set_long(multi, CURLMOPT_MAXCONNECTS, configuration.idleConnections)
    _ = flick_multi_set_long(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, configuration.connections)
    mailbox.attach(multi)
  }

  deinit {
    mailbox.attach(nil)
    for transfer in transfers.values { curl_multi_remove_handle(multi, transfer.easy) }
    transfers = [:]
    curl_multi_cleanup(multi)
    if let share { curl_share_cleanup(share) }
  }

  /// libcurl has to be initialised once, by one thread.
  private static let isPrepared: Bool = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

  /// Runs until the mailbox is closed.
  func run() {
    while let messages = mailbox.take() {
      for message in messages { take(message) }
      startDelayed()
      var running: Int32 = 0
      curl_multi_perform(multi, &running)
      endFinished()
      let wait = watch()
      curl_multi_poll(multi, nil, 0, Int32((wait * 1e3).rounded(.up)), nil)
    }
  }

  private func take(_ message: CurlMailbox.Message) {
    switch message {
    case .start(let number, let order):
      if order.request.delay > 0 {
        delayed.append((number, order, HostTime.now + order.request.delay))
      } else {
        start(number, order)
      }
    case .resume(let number): transfers[number]?.resume()
    case .cancel(let number):
      delayed.removeAll { $0.number == number }
      if let transfer = transfers.removeValue(forKey: number) {
        curl_multi_remove_handle(multi, transfer.easy)
      }
    }
  }

  private func startDelayed() {
    let now = HostTime.now
    let due = delayed.filter { $0.time <= now }
    delayed.removeAll { $0.time <= now }
    for (number, order, _) in due { start(number, order) }
  }

  private func start(_ number: Int, _ order: CurlMailbox.Order) {
    guard let transfer = CurlTransfer(number, order, configuration, share: share) else {
      return order.receiver.end(.failure(.unreachable(.localized("out of memory."))))
    }
    transfers[number] = transfer
    ask(transfer)
  }

  /// Requests the transfer's current address.
  private func ask(_ transfer: CurlTransfer) {
    do throws(WebError) {
      try transfer.prepare()
      curl_multi_add_handle(multi, transfer.easy)
    } catch {
      end(transfer, .failure(error))
    }
  }

  private func endFinished() {
    var left: Int32 = 0
    while let message = curl_multi_info_read(multi, &left) {
      guard message.pointee.msg == CURLMSG_DONE,
        let transfer = transfers.values.first(where: {
          $0.easy == message.pointee.easy_handle
        })
      else { continue }
      let result = flick_message_result(message)
      go(on: transfer, transfer.outcome(of: result))
    }
  }

  private func go(on transfer: CurlTransfer, _ outcome: CurlTransfer.Outcome) {
    curl_multi_remove_handle(multi, transfer.easy)
    switch outcome {
    case .next: ask(transfer)
    case .end(let end): self.end(transfer, end)
    }
  }

  private func end(_ transfer: CurlTransfer, _ end: WebCompletion) {
    transfers[transfer.number] = nil
    transfer.receiver.end(end)
  }

  /// Ends transfers that take too long.
  ///
  /// - Returns: How long to wait at most, in seconds.
  private func watch() -> Double {
    let now = HostTime.now
    var wait = Self.longestWait
    for time in delayed.lazy.map(\.time) { wait = min(wait, time - now) }
    for transfer in transfers.values {
      guard let (time, error) = transfer.deadline else { continue }
      if time > now {
        wait = min(wait, time - now)
      } else {
        go(on: transfer, transfer.outcome(givingUpWith: error))
        wait = 0
      }
    }
    return max(wait, 0)
  }
}
