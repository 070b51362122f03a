import CCurl
import Glibc
import Models
import Platform
import WebCore

/// One request: a handle of libcurl's, asked again for each step to where the server sends us.
///
/// Used by the web thread alone, on which libcurl calls back, too.
final class CurlTransfer {
  /// What to do once libcurl is done.
  enum Outcome {
    /// Ask for the present address.
    case next
    case end(WebEnd)
  }

  /// What becomes of the body of the answer that is coming.
  private enum Body {
    /// The head is not all here.
    case awaited
    case wanted
    /// It belongs to no answer: how many bytes of it came, and what follows.
    case skipped(Int, Outcome)
    /// The receiver wants no more of it.
    case refused
  }

  let number: Int
  let receiver: any WebReceiver
  let easy: UnsafeMutableRawPointer
  private let request: WebRequest
  private let configuration: WebConfiguration
  private let share: UnsafeMutableRawPointer?
  private var fields: UnsafeMutablePointer<curl_slist>?
  private var numbers: UnsafeMutablePointer<curl_slist>?
  /// What is asked for now.
  private var url: WebURL?
  private var address: RemoteAddress
  private var proxy: String?
  private var redirectsLeft: Int
  /// A server of the public web has sent us here.
  private var isNamedByPublic: Bool
  /// The address that libcurl is connected to; `nil` before, and behind a proxy.
  private var peer: NetworkNumber?
  /// A machine was left out because it is of a private network.
  private var hasRefusedPeer = false
  /// A connection that was there already is not taken.
  private var needsOwnConnection = false
  private var body = Body.awaited
  private var headSize = 0
  private var isPaused = false
  private let start = HostTime.now
  private var latest = HostTime.now

  /// A head of more bytes is none.
  private static let largestHead = 65_536
  /// Reading so much that nobody wants costs less than a new connection.
  private static let mostSkipped = 65_536
  /// A field of more bytes is not kept.
  private static let largestField = 1_024

  /// - Returns: `nil` if there is no memory for it.
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

  /// When it is given up, in host time, and with what; `nil` if nothing is awaited.
  var deadline: (Double, WebError)? {
    let end = request.totalLimit.map { (start + $0, WebError.timedOut) }
    guard !isPaused else { return end }
    let stall = (latest + request.stallLimit, WebError.stalled)
    guard let end, end.0 < stall.0 else { return stall }
    return end
  }

  /// Has libcurl bring what it holds back.
  func resume() {
    guard isPaused else { return }
    isPaused = false
    latest = HostTime.now
    curl_easy_pause(easy, CURLPAUSE_CONT)
  }

  // MARK: Asking

  /// Tells libcurl what to ask.
  ///
  /// - Throws: `.refused` or `.unreachable` if it cannot be asked for.
  func prepare() throws(WebError) {
    let url = try WebURL(address)
    self.url = url
    proxy = configuration.proxies.proxy(forHost: url.host, isSecure: address.isSecure)
    // Behind a proxy, what a number says is all that is known of a machine.
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
    curl_easy_reset(easy)
    set(CURLOPT_CURLU, UnsafeMutableRawPointer(url.handle))
    set(CURLOPT_PROTOCOLS_STR, "http,https")
    set(CURLOPT_PROXY, proxy ?? "")
    set(CURLOPT_NOPROXY, "")
    set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    set(CURLOPT_NOSIGNAL, 1)
    // A resolver that does not answer is not waited for at the end.
    set(CURLOPT_QUICK_EXIT, 1)
    set(CURLOPT_MAXAGE_CONN, configuration.idleTime)
    set(CURLOPT_CONNECTTIMEOUT_MS, Int(request.stallLimit * 1e3))
    set(CURLOPT_BUFFERSIZE, 65_536)
    set(CURLOPT_FRESH_CONNECT, needsOwnConnection ? 1 : 0)
    set(CURLOPT_USERAGENT, configuration.userAgent)
    if let share { set(CURLOPT_SHARE, share) }
    if let authorities = configuration.authorities { set(CURLOPT_CAINFO, authorities) }
    setNumbers()
    setFields()
    let context = Unmanaged.passUnretained(self).toOpaque()
    // Unretained: libcurl is done with it before it goes.
    _ = flick_easy_set_taker(easy, CURLOPT_HEADERFUNCTION, headCame)
    set(CURLOPT_HEADERDATA, context)
    _ = flick_easy_set_taker(easy, CURLOPT_WRITEFUNCTION, bodyCame)
    set(CURLOPT_WRITEDATA, context)
    _ = flick_easy_set_opener(easy, openSocket)
    set(CURLOPT_OPENSOCKETDATA, context)
    _ = flick_easy_set_prerequest(easy, beforeRequest)
    set(CURLOPT_PREREQDATA, context)
  }

  private func setNumbers() {
    curl_slist_free_all(numbers)
    numbers = nil
    for line in configuration.numbers() { numbers = curl_slist_append(numbers, line) }
    if let numbers { set(CURLOPT_RESOLVE, UnsafeMutableRawPointer(numbers)) }
  }

  private func setFields() {
    var lines: [String] = []
    if let types = request.types { lines.append("Accept: \(types)") }
    if request.isCompressible {
      // All that libcurl can unpack.
      set(CURLOPT_ACCEPT_ENCODING, "")
    } else {
      lines.append("Accept-Encoding: identity")
    }
    if let tag = request.validators.tag { lines.append("If-None-Match: \(tag)") }
    if let date = request.validators.date { lines.append("If-Modified-Since: \(date)") }
    curl_slist_free_all(fields)
    fields = nil
    for line in lines { fields = curl_slist_append(fields, line) }
    if let fields { set(CURLOPT_HTTPHEADER, UnsafeMutableRawPointer(fields)) }
    if let part = request.part {
      set(CURLOPT_RANGE, "\(part.first)-\(part.last.map(String.init) ?? "")")
    }
  }

  private func set(_ option: CURLoption, _ value: Int) {
    _ = flick_easy_set_long(easy, option, value)
  }

  private func set(_ option: CURLoption, _ value: String) {
    _ = flick_easy_set_string(easy, option, value)
  }

  private func set(_ option: CURLoption, _ value: UnsafeMutableRawPointer) {
    _ = flick_easy_set_pointer(easy, option, value)
  }

  // MARK: The machine at the other end

  private static let intoPrivateNetwork = WebError.refused(
    .localized("the public web leads to a machine of a private network."))

  /// Whether libcurl may connect to a machine.
  fileprivate func mayConnect(to number: NetworkNumber?) -> Bool {
    guard proxy == nil, isNamedByPublic else { return true }
    guard let number, !configuration.isPrivate(number) else {
      hasRefusedPeer = true
      return false
    }
    return true
  }

  /// Whether the request may be sent over a connection, which may have been there before.
  fileprivate func mayAsk(_ number: NetworkNumber?) -> Bool {
    peer = number
    return mayConnect(to: number)
  }

  private var isPublic: Bool {
    if proxy != nil { return !address.isPrivateByName }
    // What nobody knows is trusted no more than the public web is.
    return !(peer.map(configuration.isPrivate) ?? false)
  }

  // MARK: The answer

  /// Takes a line of a head; returns whether to go on.
  fileprivate func takeHead(_ line: UnsafeRawBufferPointer) -> Bool {
    latest = HostTime.now
    headSize += line.count
    guard headSize <= Self.largestHead else { return false }
    let isEnd = line.allSatisfy { $0 == 0x0D || $0 == 0x0A }
    // Behind a body, these are its trailers.
    guard isEnd, case .awaited = body else { return true }
    // An interim answer; the real one follows (RFC 9110, 15.2).
    let status = status
    guard status >= 200 else { return true }
    body = begin(status)
    return true
  }

  fileprivate func takeBody(_ bytes: UnsafeRawBufferPointer) -> Int {
    latest = HostTime.now
    switch body {
    case .awaited, .refused: return 0
    case .skipped(let count, let outcome):
      body = .skipped(count + bytes.count, outcome)
      return count + bytes.count > Self.mostSkipped ? 0 : bytes.count
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

  private func begin(_ status: Int) -> Body {
    let failure = { (error: WebError) in Body.skipped(0, .end(.failure(error))) }
    if [301, 302, 303, 307, 308].contains(status), let location = field("location") {
      do throws(WebError) {
        try follow(location)
        return .skipped(0, .next)
      } catch {
        return failure(error)
      }
    }
    var answer = WebAnswer(address: address, isPublic: isPublic)
    answer.type = field("content-type")
    answer.validators = WebValidators(
      tag: field("etag").flatMap(Self.kept), date: field("last-modified").flatMap(Self.kept))
    answer.sendsParts = field("accept-ranges").map { $0.lowercased() == "bytes" }
    switch status {
    case 200:
      answer.count = contentLength
      answer.total = answer.count
      if request.part != nil { answer.sendsParts = false }
    case 206:
      let told = contentRange
      guard let asked = request.part, told?.first ?? asked.first == asked.first else {
        return failure(.unreachable(.localized("it sends other bytes than it was asked for.")))
      }
      answer.start = asked.first
      answer.count = contentLength
      answer.total = told?.total
      answer.sendsParts = true
    case 416:
      guard let asked = request.part else { return failure(.status(status)) }
      // The part begins behind the end.
      answer.start = asked.first
      answer.count = 0
      answer.total = contentRange?.total ?? asked.first
      answer.sendsParts = true
      return receiver.begin(answer) ? .skipped(0, .end(.complete)) : .skipped(0, .end(.enough))
    case 304 where !request.validators.isEmpty: answer.isUnchanged = true
    case 404, 410: return failure(.notFound)
    case 401, 407: return failure(.loginNeeded)
    case 403, 451: return failure(.noPermission)
    default: return failure(.status(status))
    }
    if !request.isCompressible, let coding = field("content-encoding")?.lowercased(),
      !["", "identity"].contains(coding)
    {
      return failure(.unreachable(.localized("it sends the file compressed.")))
    }
    if request.isCompressible, field("content-encoding") != nil { answer.count = nil }
    return receiver.begin(answer) ? .wanted : .refused
  }

  /// Turns to where the server sends us.
  private func follow(_ location: String) throws(WebError) {
    guard redirectsLeft > 0 else {
      throw .refused(
        .localized("the server sends us elsewhere more than %s times.", configuration.redirects))
    }
    redirectsLeft -= 1
    guard var next = address.resolving(location) else {
      let place = CleanText(bytes: location.utf8, limit: 300)
      throw .refused(
        .localized("the server sends us to %s, which is no address of the web.", place))
    }
    guard next.isSecure || !address.isSecure else {
      throw .refused(.localized("the server sends us from an encrypted connection to an open one."))
    }
    isNamedByPublic = isPublic
    next.isNamedByPublic = isPublic
    address = next
    needsOwnConnection = false
  }

  /// What to do now that libcurl is done with the present address.
  func outcome(of code: CURLcode) -> Outcome {
    switch body {
    case .skipped(_, let outcome): return outcome
    case .refused: return .end(.enough)
    case .wanted: return .end(code == CURLE_OK ? .complete : .failure(error(code)))
    case .awaited: break
    }
    if code != CURLE_OK, hasRefusedPeer {
      // Its connection was made for somebody else: another machine of the name may do.
      if peer != nil, !needsOwnConnection {
        needsOwnConnection = true
        return .next
      }
      return .end(.failure(Self.intoPrivateNetwork))
    }
    return .end(.failure(code == CURLE_OK ? .nonsense : error(code)))
  }

  /// What to do now that it has taken too long.
  func outcome(givingUpWith error: WebError) -> Outcome {
    if case .skipped(_, let outcome) = body { return outcome }
    return .end(.failure(error))
  }

  private func error(_ code: CURLcode) -> WebError {
    let host = url?.host ?? address.host
    if case .wanted = body {
      return code == CURLE_BAD_CONTENT_ENCODING ? .nonsense : .brokenOff
    }
    if headSize > Self.largestHead { return .nonsense }
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST:
      return .unreachable(.localized("no server is called %s.", host))
    case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY:
      return .unreachable(.localized("the proxy cannot be used: %s", WebProxies.shown(proxy ?? "")))
    case CURLE_COULDNT_CONNECT:
      if let proxy {
        return .unreachable(.localized("the proxy cannot be used: %s", WebProxies.shown(proxy)))
      }
      switch Int32(truncatingIfNeeded: information(CURLINFO_OS_ERRNO)) {
      case ECONNREFUSED:
        return .unreachable(
          .localized("%1$s refuses connections on port %2$s.", host, address.port ?? 0))
      case EHOSTUNREACH, ENETUNREACH:
        return .unreachable(.localized("there is no way to %s.", host))
      default: return .unreachable(.localized("no connection to %s.", host))
      }
    case CURLE_OPERATION_TIMEDOUT: return .stalled
    case CURLE_PEER_FAILED_VERIFICATION:
      return .unreachable(.localized("%s has no certificate that this system trusts.", host))
    case CURLE_SSL_CONNECT_ERROR:
      return .unreachable(.localized("%s makes no secure connection.", host))
    case CURLE_SSL_CACERT_BADFILE:
      return .unreachable(.localized("this system has no certificates to trust."))
    case CURLE_GOT_NOTHING: return .unreachable(.localized("it does not answer."))
    case CURLE_RECV_ERROR, CURLE_SEND_ERROR: return headSize > 0 ? .nonsense : .brokenOff
    default: return .nonsense
    }
  }

  // MARK: Fields

  private var status: Int { information(CURLINFO_RESPONSE_CODE) }

  private func information(_ info: CURLINFO) -> Int {
    var value = 0
    _ = flick_easy_get_long(easy, info, &value)
    return value
  }

  private var contentLength: Int64? {
    var length: curl_off_t = -1
    _ = flick_easy_get_offset(easy, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &length)
    return length < 0 ? nil : Int64(length)
  }

  /// A field of the answer; of several of a name, the first.
  private func field(_ name: String) -> String? {
    var header: UnsafeMutablePointer<curl_header>?
    guard curl_easy_header(easy, name, 0, UInt32(CURLH_HEADER), -1, &header) == CURLHE_OK,
      let header
    else { return nil }
    return String(cString: header.pointee.value)
  }

  /// A field to be sent again, if it is one that can be.
  private static func kept(_ field: String) -> String? {
    field.utf8.count <= largestField && field.utf8.allSatisfy { (0x20...0x7E).contains($0) }
      && !field.isEmpty ? field : nil
  }

  /// The first byte of a partial answer, and how many the whole has (RFC 9110, 14.4).
  private var contentRange: (first: Int64?, total: Int64?)? {
    guard let value = field("content-range"), value.lowercased().hasPrefix("bytes ") else {
      return nil
    }
    let parts = value.dropFirst(6).split(separator: "/")
    guard parts.count == 2 else { return nil }
    return (parts[0].split(separator: "-").first.flatMap(Self.number), Self.number(parts[1]))
  }

  private static func number(_ text: Substring) -> Int64? {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int64(text) : nil
  }
}

// File-scope functions: closures formed in a main-actor context would trap on the web thread.

private func transfer(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
  context.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
}

private func headCame(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
  _ context: UnsafeMutableRawPointer?
) -> Int {
  let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
  return transfer(context)?.takeHead(line) == true ? line.count : 0
}

private func bodyCame(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
  _ context: UnsafeMutableRawPointer?
) -> Int {
  transfer(context)?.takeBody(UnsafeRawBufferPointer(start: bytes, count: size * count)) ?? 0
}

private func openSocket(
  _ context: UnsafeMutableRawPointer?, _ purpose: curlsocktype,
  _ address: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
  guard let address, let transfer = transfer(context),
    transfer.mayConnect(to: NetworkNumber(address))
  else { return curl_socket_t(CURL_SOCKET_BAD) }
  return socket(
    address.pointee.family, address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue),
    address.pointee.protocol)
}

private func beforeRequest(
  _ context: UnsafeMutableRawPointer?, _ peer: UnsafeMutablePointer<CChar>?,
  _ own: UnsafeMutablePointer<CChar>?, _ peerPort: Int32, _ ownPort: Int32
) -> Int32 {
  let number = peer.flatMap { NetworkNumber(host: String(cString: $0)) }
  return transfer(context)?.mayAsk(number) == true
    ? Int32(CURL_PREREQFUNC_OK) : Int32(CURL_PREREQFUNC_ABORT)
}

extension NetworkNumber {
  /// The number of an address that libcurl is about to connect to.
  fileprivate init?(_ address: UnsafeMutablePointer<curl_sockaddr>) {
    let start = UnsafeRawPointer(address).advanced(
      by: MemoryLayout<curl_sockaddr>.offset(of: \.addr) ?? 0)
    switch address.pointee.family {
    case AF_INET:
      let address = start.loadUnaligned(as: sockaddr_in.self)
      self.init(bytes: withUnsafeBytes(of: address.sin_addr) { Array($0) })
    case AF_INET6:
      // Longer than the plain address that libcurl declares.
      let address = start.loadUnaligned(as: sockaddr_in6.self)
      self.init(bytes: withUnsafeBytes(of: address.sin6_addr) { Array($0) })
    default: return nil
    }
  }
}
