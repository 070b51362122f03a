import CCurl
import Models
import Platform

/// One request: a libcurl handle, reused for each redirect.
///
/// Used by the web thread only, on which libcurl's callbacks run, too.
final class CurlTransfer {
  /// What to do once libcurl is done.
  enum Outcome {
    /// Request the current address.
    case next
    case end(WebCompletion)
  }

  /// What to do with the body of the current response.
  private enum Body {
    /// The head is not complete yet.
    case awaited
    case wanted
    /// The body is discarded: how many bytes have arrived, and what to do next.
    case skipped(Int, Outcome)
    /// The receiver does not want it.
    case refused
  }

  let number: Int
  let receiver: any WebReceiver
  let easy: UnsafeMutableRawPointer
  /// Request fields that libcurl reads until they are replaced.
  var fields: UnsafeMutablePointer<curl_slist>?
  var numbers: UnsafeMutablePointer<curl_slist>?
  let request: WebRequest
  let configuration: WebConfiguration
  /// State shared with other transfers.
  let share: UnsafeMutableRawPointer?
  /// The current address, and the same as parsed by libcurl, which reads it until it is replaced.
  private(set) var address: RemoteAddress
  private(set) var url: WebURL?
  /// The proxy to use; `nil` for a direct connection.
  private(set) var proxy: String?
  private var redirectsLeft: Int
  /// A server on the public web has redirected here.
  private var isNamedByPublic: Bool
  /// The IP address that libcurl is connected to; `nil` before, and behind a proxy.
  private var peer: NetworkNumber?
  /// A host was refused because it is on a private network.
  private var hasRefusedPeer = false
  /// Existing connections are not reused.
  private(set) var needsOwnConnection = false
  private var body = Body.awaited
  private(set) var headSize = 0
  private var isPaused = false
  private let start = HostTime.now
  private var latest = HostTime.now

  /// A longer head is invalid, in bytes.
  private static let largestHead = 65_536
  /// Discarding up to this many bytes is cheaper than a new connection.
  private static let maxSkipped = 65_536

  /// - Returns: `nil` if out of memory.
  init?(
    _ number: Int, _ order: CurlMailbox.Order, _ configuration: WebConfiguration,
    share: UnsafeMutableRawPointer?
  ) {
    guard let easy = curl_easy_init() else { return nil }
    self.number = number
    self.easy = easy
    self.configuration = configuration
    self.share = share
    request = order.request
    receiver = order.receiver
    address = order.request.address
    isNamedByPublic = order.request.address.isNamedByPublic
    redirectsLeft = configuration.redirects
  }

  deinit {
    curl_easy_cleanup(easy)
    curl_slist_free_all(fields)
    curl_slist_free_all(numbers)
  }

  /// The host, as parsed by libcurl, without brackets.
  var host: String { url?.host ?? "" }

  /// The host time at which to give up, and the error to give; `nil` if nothing is awaited.
  var deadline: (Double, WebError)? {
    let end = request.totalLimit.map { (start + $0, WebError.timedOut) }
    guard !isPaused else { return end }
    let stall = (latest + request.stallLimit, WebError.stalled)
    guard let end, end.0 < stall.0 else { return stall }
    return end
  }

  /// Resumes a paused transfer.
  func resume() {
    guard isPaused else { return }
    isPaused = false
    latest = HostTime.now
    curl_easy_pause(easy, CURLPAUSE_CONT)
  }

  // MARK: Request

  /// Configures libcurl for the current address.
  ///
  /// - Throws: `.refused` or `.unreachable` if it cannot be requested.
  func prepare() throws(WebError) {
    let url = try WebURL(address)
    proxy = configuration.proxies.proxy(forHost: url.host, isSecure: address.isSecure)
    // Behind a proxy, only a literal IP address says anything about the host.
    if proxy != nil, isNamedByPublic,
      NetworkNumber(host: url.host).map(configuration.isPrivate) ?? address.isPrivateByName
    {
      throw Self.intoPrivateNetwork
    }
    peer = nil
    hasRefusedPeer = false
    body = .awaited
    headSize = 0
    latest = HostTime.now
    setOptions(url)
    self.url = url
  }

  // MARK: The remote host

  private static let intoPrivateNetwork = WebError.refused(
    .localized("a public address leads to a host on a private network."))

  /// Whether libcurl may connect to an address.
  func mayConnect(to number: NetworkNumber?) -> Bool {
    guard proxy == nil, isNamedByPublic else { return true }
    guard let number, !configuration.isPrivate(number) else {
      hasRefusedPeer = true
      return false
    }
    return true
  }

  /// Whether the request may be sent over a connection, which may be a reused one.
  func mayAsk(_ number: NetworkNumber?) -> Bool {
    peer = number
    return mayConnect(to: number)
  }

  /// Whether the server is on the public web.
  var isPublic: Bool {
    if proxy != nil { return !address.isPrivateByName }
    // An unknown host is trusted no more than the public web.
    return !(peer.map(configuration.isPrivate) ?? false)
  }

  // MARK: Response

  /// Takes a line of a head; returns whether to continue.
  func takeHead(_ line: UnsafeRawBufferPointer) -> Bool {
    latest = HostTime.now
    headSize += line.count
    guard headSize <= Self.largestHead else { return false }
    let isEnd = line.allSatisfy { $0 == 0x0D || $0 == 0x0A }
    // After a body, these are its trailers.
    guard isEnd, case .awaited = body else { return true }
    // An interim response; the final one follows (RFC 9110, 15.2).
    guard status >= 200 else { return true }
    body = begin()
    return true
  }

  func takeBody(_ bytes: UnsafeRawBufferPointer) -> Int {
    latest = HostTime.now
    switch body {
    case .awaited, .refused: return 0
    case .skipped(let count, let outcome):
      body = .skipped(count + bytes.count, outcome)
      return count + bytes.count > Self.maxSkipped ? 0 : bytes.count
    case .wanted:
      switch receiver.take(bytes) {
      case .more: return bytes.count
      case .later:
        isPaused = true
        return Int(CURL_WRITEFUNC_PAUSE)
      case .enough:
        body = .refused
        return 0
      }
    }
  }

  private func begin() -> Body {
    do throws(WebError) {
      switch try ResponseHead(of: self) {
      case .found(let response): return receiver.begin(response) ? .wanted : .refused
      case .nothing(let response):
        return .skipped(0, .end(receiver.begin(response) ? .complete : .enough))
      case .moved(let location):
        try follow(location)
        return .skipped(0, .next)
      }
    } catch {
      return .skipped(0, .end(.failure(error)))
    }
  }

  private func follow(_ location: String) throws(WebError) {
    guard redirectsLeft > 0 else {
      throw .refused(
        .localized("more than %s redirects.", configuration.redirects))
    }
    redirectsLeft -= 1
    guard var next = AddressReader.libcurl.read(location, relativeTo: address) else {
      let place = CleanText(bytes: location.utf8, limit: 300)
      throw .refused(
        .localized("redirected to %s, which is not a web address.", place))
    }
    guard next.isSecure || !address.isSecure else {
      throw .refused(.localized("redirected from https to http."))
    }
    isNamedByPublic = isPublic
    next.isNamedByPublic = isPublic
    address = next
    needsOwnConnection = false
  }

  /// What to do now that libcurl is done with the current address.
  func outcome(of code: CURLcode) -> Outcome {
    switch body {
    case .skipped(_, let outcome): return outcome
    case .refused: return .end(.enough)
    case .wanted: return .end(code == CURLE_OK ? .complete : .failure(error(code)))
    case .awaited: break
    }
    if code != CURLE_OK, hasRefusedPeer {
      // The connection was made for another request: another host of that name may be allowed.
      if peer != nil, !needsOwnConnection {
        needsOwnConnection = true
        return .next
      }
      return .end(.failure(Self.intoPrivateNetwork))
    }
    return .end(.failure(code == CURLE_OK ? .nonsense : error(code)))
  }

  /// What to do now that it has timed out.
  func outcome(givingUpWith error: WebError) -> Outcome {
    if case .skipped(_, let outcome) = body { return outcome }
    return .end(.failure(error))
  }

  private func error(_ code: CURLcode) -> WebError {
    if case .wanted = body {
      return code == CURLE_BAD_CONTENT_ENCODING ? .nonsense : .brokenOff
    }
    if headSize > Self.largestHead { return .nonsense }
    return WebError(code, of: self)
  }
}
