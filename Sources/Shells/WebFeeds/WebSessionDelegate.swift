import Foundation
import FoundationNetworking
import Platform

/// Hands what URLSession tells of its tasks to their exchanges.
///
/// Unchecked: its only field is a lock, but the class it has to inherit from does not say that it may
/// be shared.
final class WebSessionDelegate: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  private let exchanges = Lock<[Int: WebExchange]>([:])

  func add(_ exchange: WebExchange, for task: URLSessionTask) {
    let number = task.taskIdentifier
    exchanges.withLock { $0[number] = exchange }
  }

  func remove(_ task: URLSessionTask) {
    let number = task.taskIdentifier
    exchanges.withLock { $0[number] = nil }
  }

  private func exchange(of task: URLSessionTask) -> WebExchange? {
    let number = task.taskIdentifier
    return exchanges.withLock { $0[number] }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    // Whoever waits for the head cancels the task. The handler is not called: URLSession on Linux
    // ends the process if it is called for a task that is cancelled at the same time.
    exchange(of: task)?.receive(WebHead(response))
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    if let response = response as? HTTPURLResponse {
      exchange(of: dataTask)?.receive(WebHead(response))
    }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    guard let exchange = exchange(of: dataTask) else { return }
    exchange.receive(data)
    if exchange.isOver { dataTask.cancel() }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    guard let exchange = exchange(of: task) else { return }
    if let error {
      exchange.end(error as? URLError ?? URLError(.unknown))
    } else {
      // Redirects to nowhere come without a word of their own.
      if let response = task.response as? HTTPURLResponse, response.statusCode != 200 {
        exchange.receive(WebHead(response))
      }
      exchange.end()
    }
  }
}

extension WebHead {
  fileprivate init(_ response: HTTPURLResponse) {
    self.init(
      status: response.statusCode, type: response.value(forHTTPHeaderField: "Content-Type"),
      location: response.value(forHTTPHeaderField: "Location"),
      length: response.value(forHTTPHeaderField: "Content-Length").flatMap { Int($0) },
      validators: WebValidators(
        tag: response.value(forHTTPHeaderField: "ETag"),
        date: response.value(forHTTPHeaderField: "Last-Modified")))
  }
}
