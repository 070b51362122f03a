import Models
import Platform

/// Asks web servers by libcurl, all of them on one thread, which begins with the first request.
///
/// Nothing is kept but connections: no cookies, no passwords, no cache. Where a server sends us is followed
/// by ourselves, so that each step is checked (docs/decisions/web-client.md).
package final class CurlSource: WebSource {
  private let mailbox: CurlMailbox
  private let configuration: WebConfiguration

  /// Creates a source; nothing is begun before it is asked for.
  package init(_ configuration: WebConfiguration) {
    self.configuration = configuration
    mailbox = CurlMailbox()
  }

  deinit {
    mailbox.close()
  }

  package func read(_ request: WebRequest, to receiver: any WebReceiver) -> any WebTransfer {
    let order = CurlMailbox.Order(request: request, receiver: receiver)
    let (number, isFirst) = mailbox.add(order)
    if isFirst {
      let mailbox = mailbox
      let configuration = configuration
      let thread = WorkerThread(name: "web") {
        guard let loop = CurlLoop(configuration, mailbox) else { return mailbox.fail() }
        loop.run()
      }
      // It could not be started, now or before.
      if thread.isFinished { mailbox.fail() }
    }
    return Handle(number: number, mailbox: mailbox)
  }

  private struct Handle: WebTransfer {
    let number: Int
    let mailbox: CurlMailbox

    func resume() { mailbox.send(.resume(number)) }

    func cancel() { mailbox.send(.cancel(number)) }
  }
}
