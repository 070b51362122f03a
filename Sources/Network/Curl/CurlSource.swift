import Models
import Platform

/// Sends requests to web servers with libcurl, all on one thread, which starts with the first
/// request.
///
/// Only connections are kept: no cookies, no passwords, no cache. Redirects are followed here
/// rather than by libcurl, so that each step is checked (docs/decisions/web-client.md).
package final class CurlSource: WebSource {
  private let mailbox: CurlMailbox
  private let configuration: WebConfiguration

  /// Nothing starts before the first request.
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
      // The thread could not be started, now or before.
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
