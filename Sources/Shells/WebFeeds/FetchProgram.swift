import Dispatch
import Foundation
import FoundationNetworking
import Glibc

/// The process that fetches a page: URLSession in a room of its own.
///
/// Foundation on Linux ends its process for answers that break off within their head, which any server
/// can send. What it ends here is only this one.
package enum FetchProgram {
  /// The command line's only argument that makes the program this one.
  package static let argument = "--fetch-a-page"

  /// Reads a request from standard input, a line, and writes what comes to standard output.
  package static func run() -> Never {
    guard let input = readLine(),
      let request = try? JSONDecoder().decode(FetchRequest.self, from: Data(input.utf8)),
      let url = URL(string: request.address, encodingInvalidCharacters: false),
      let host = url.host(percentEncoded: true), host.lowercased() == request.host.lowercased()
    else {
      FetchDelegate.write(.failure(NSURLErrorBadURL))
      _exit(0)
    }
    // Nobody wants the page any more when the program has gone, and its end of the pipe with it.
    Thread.detachNewThread {
      while readLine() != nil {}
      _exit(0)
    }
    let settings = URLSessionConfiguration.ephemeral
    settings.httpCookieStorage = nil
    settings.httpShouldSetCookies = false
    settings.httpCookieAcceptPolicy = .never
    settings.urlCache = nil
    settings.urlCredentialStorage = nil
    settings.requestCachePolicy = .reloadIgnoringLocalCacheData
    // Times are kept by whoever waits: URLSession starts anew with each byte.
    settings.timeoutIntervalForRequest = 600
    let delegate = FetchDelegate()
    let session = URLSession(configuration: settings, delegate: delegate, delegateQueue: nil)
    var asked = URLRequest(url: url)
    for (name, value) in request.fields { asked.setValue(value, forHTTPHeaderField: name) }
    session.dataTask(with: asked).resume()
    delegate.finished.wait()
    // The other threads are in the middle of what they do.
    _exit(0)
  }
}

/// Writes down what URLSession tells.
///
/// Unchecked: it has a semaphore alone, but the class it has to inherit from does not say that it may
/// be shared.
private final class FetchDelegate: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  let finished = DispatchSemaphore(value: 0)

  /// Writes a record; whoever is not there to read it wants no more of them.
  static func write(_ record: FetchRecord) {
    var rest = record.bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { _exit(0) }
      rest = rest.dropFirst(count)
    }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    // Where it leads is for the program to check, and to ask for.
    Self.write(.head(WebHead(response)))
    Self.write(.end)
    finished.signal()
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    if let response = response as? HTTPURLResponse { Self.write(.head(WebHead(response))) }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    Self.write(.data(Array(data)))
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    if let error {
      Self.write(.failure((error as NSError).code))
    } else {
      // Redirects to nowhere come without a word of their own.
      if let response = task.response as? HTTPURLResponse, response.statusCode != 200 {
        Self.write(.head(WebHead(response)))
      }
      Self.write(.end)
    }
    finished.signal()
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
