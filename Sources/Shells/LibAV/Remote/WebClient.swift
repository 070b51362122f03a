import CLibAV
import MediaCore
import Models
import Platform

/// Asks web servers for files, with HTTP/1.1 over connections that are kept for the next request.
///
/// Nothing but `http` and `https` is ever connected to, redirects included.
final class WebClient: Sendable {
  /// The bounds of waiting and following.
  struct Limits: Hashable, Sendable {
    /// A server that sends nothing for so long is gone; in seconds.
    var stall = 8.0
    /// How often a server may send us elsewhere before there is a file.
    var redirects = 5
    /// How many interim answers may come before the one that counts.
    var interimAnswers = 10
    /// Connections kept for later, and for how long, in seconds.
    var idleConnections = 8
    var idleTime = 30.0
    /// Threads that fetch, those included that only wait to be told by the resolver.
    var threads = 32
  }

  /// Bytes asked for, from the first to the last.
  struct ByteRange: Hashable, Sendable {
    var first: Int64
    /// `nil` for all there are.
    var last: Int64?
  }

  private struct Idle {
    let connection: WebConnection
    let since: Double
  }

  let limits: Limits
  /// What was read of files that are closed.
  let shelf = RemoteShelf()
  private let userAgent: String
  private let authorities: String?
  private let idle = Lock<[Idle]>([])
  private let threadCount = Lock(0)
  private let isPrivate: @Sendable (RemoteAddress) -> Bool

  /// - Parameters:
  ///   - userAgent: What servers are told of the program.
  ///   - authorities: A file of certificates to trust instead of the system's; `nil` for those.
  ///   - isPrivate: Whether a server stands in a private network, as far as that can be found out.
  init(
    userAgent: String, authorities: String?, limits: Limits,
    isPrivate: @escaping @Sendable (RemoteAddress) -> Bool
  ) {
    self.userAgent = userAgent
    self.authorities = authorities
    self.isPrivate = isPrivate
    self.limits = limits
  }

  /// Asks for a file, and follows where the server sends us: at most `Limits.redirects` times, only
  /// to the web, from the public web only to the public web, and never from an encrypted connection to
  /// one that is not.
  ///
  /// - Parameters:
  ///   - address: Where.
  ///   - server: Whose list names it; `nil` if the user does.
  ///   - range: Which part; `nil` for all.
  ///   - isCalledOff: Whether nobody wants it any more.
  /// - Returns: The answer, of status 200 or 206, or 416 where a range lies behind the end.
  /// - Throws: What any other status means, `.refused`, `.unreachable`, `.timedOut` or `.cancelled`.
  func get(
    _ address: RemoteAddress, namedBy server: RemoteAddress? = nil, range: ByteRange? = nil,
    isCalledOff: @escaping @Sendable () -> Bool
  ) throws(MediaError) -> WebResponse {
    var address = address
    var server = server
    for _ in 0...limits.redirects {
      guard !entersPrivateNetwork(address, from: server) else {
        throw .refused(.localized("the public web leads to a machine of a private network."))
      }
      let response = try answer(address, range, isCalledOff)
      guard let next = try Self.redirect(response.head, from: address) else {
        try Self.check(response.head)
        return response
      }
      response.close()
      server = address
      address = next
    }
    throw .refused(
      .localized("the server sends us elsewhere more than %s times.", limits.redirects))
  }

  /// Keeps a connection for the next request to its server.
  func keep(_ connection: WebConnection) {
    guard connection.received.isEmpty else { return }
    connection.watch.isCalledOff = { false }
    let now = HostTime.now
    let dropped = idle.withLock { idle in
      let old = idle
      idle.removeAll { now - $0.since > limits.idleTime }
      if idle.count >= limits.idleConnections { idle.removeFirst() }
      idle.append(Idle(connection: connection, since: now))
      return old
    }
    // Closing may send a farewell, which is not done under the lock.
    withExtendedLifetime(dropped) {}
  }

  /// Counts a thread that fetches; `false` if there are enough.
  func beginThread() -> Bool {
    threadCount.withLock { count in
      guard count < limits.threads else { return false }
      count += 1
      return true
    }
  }

  func endThread() {
    threadCount.withLock { $0 -= 1 }
  }

  // MARK: One request

  private func answer(
    _ address: RemoteAddress, _ range: ByteRange?, _ isCalledOff: @escaping @Sendable () -> Bool
  ) throws(MediaError) -> WebResponse {
    let endpoint = try WebConnection.Endpoint(address)
    while let connection = takeIdle(endpoint) {
      connection.watch.isCalledOff = isCalledOff
      do throws(MediaError) {
        return try ask(connection, address, range)
      } catch {
        // The server closes connections nobody used for a while: that is no failure.
        if error == .cancelled || error == .timedOut { throw error }
        guard connection.received.isEmpty else { throw error }
      }
    }
    let watch = ConnectionWatch(stallLimit: limits.stall)
    watch.isCalledOff = isCalledOff
    return try ask(
      WebConnection(endpoint, authorities: authorities, watch: watch), address, range)
  }

  private func takeIdle(_ endpoint: WebConnection.Endpoint) -> WebConnection? {
    let oldest = HostTime.now - limits.idleTime
    return idle.withLock { idle in
      idle.lastIndex { $0.connection.endpoint == endpoint && $0.since >= oldest }
        .map { idle.remove(at: $0).connection }
    }
  }

  private func ask(
    _ connection: WebConnection, _ address: RemoteAddress, _ range: ByteRange?
  ) throws(MediaError) -> WebResponse {
    try connection.send(request(address, range))
    for _ in 0...limits.interimAnswers {
      let head = try Self.readHead(from: connection)
      // An interim answer; the real one follows (RFC 9110, 15.2).
      if head.status < 200 { continue }
      guard let framing = head.framing else { break }
      return WebResponse(head, framing: framing, from: address, over: connection, of: self)
    }
    throw Self.nonsense
  }

  private static func readHead(from connection: WebConnection) throws(MediaError) -> ResponseHead {
    while true {
      if let end = ResponseHead.length(in: connection.received) {
        guard let head = ResponseHead(connection.received[..<end]) else { throw nonsense }
        connection.received.removeFirst(end)
        return head
      }
      guard connection.received.count <= ResponseHead.largest else { throw nonsense }
      guard try connection.receive() else {
        throw connection.received.isEmpty
          ? .unreachable(.localized("it does not answer.")) : nonsense
      }
    }
  }

  private func request(_ address: RemoteAddress, _ range: ByteRange?) -> [UInt8] {
    var lines = [
      "GET \(address.target) HTTP/1.1", "Host: \(address.hostField)", "User-Agent: \(userAgent)",
      "Accept: */*", "Accept-Encoding: identity", "Connection: keep-alive",
    ]
    if let range {
      lines.append("Range: bytes=\(range.first)-\(range.last.map(String.init) ?? "")")
    }
    if let userInfo = address.userInfo {
      lines.append("Authorization: Basic \(Self.base64(userInfo))")
    }
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
  }

  private static func base64(_ userInfo: Substring) -> String {
    let bytes = PercentCoding.decoded(Array(userInfo.utf8))
    // Four characters for three bytes, and a zero (av_base64_encode).
    let size = (bytes.count + 2) / 3 * 4 + 1
    return String(unsafeUninitializedCapacity: size) { buffer in
      buffer.withMemoryRebound(to: CChar.self) { characters in
        _ = av_base64_encode(characters.baseAddress, Int32(size), bytes, Int32(bytes.count))
      }
      return size - 1
    }
  }

  // MARK: What an answer means

  private static let nonsense = MediaError.unreachable(.localized("what it sends makes no sense."))

  private static func redirect(
    _ head: ResponseHead, from address: RemoteAddress
  ) throws(MediaError) -> RemoteAddress? {
    guard [301, 302, 303, 307, 308].contains(head.status), let location = head["location"] else {
      return nil
    }
    guard let next = address.resolving(location) else {
      throw .refused(
        .localized("the server sends us to %s, which is no address of the web.", location))
    }
    guard next.isSecure || !address.isSecure else {
      throw .refused(.localized("the server sends us from an encrypted connection to an open one."))
    }
    return next
  }

  /// Whoever names a machine of a private network may reach it, but no server of the public web sends
  /// us there: it may have been named by a feed from anywhere.
  private func entersPrivateNetwork(_ next: RemoteAddress, from server: RemoteAddress?) -> Bool {
    guard let server, next.host.lowercased() != server.host.lowercased() else { return false }
    return isPrivate(next) && !isPrivate(server)
  }

  /// Whether a server is private by its name, or by any number its name stands for.
  static let resolvesPrivate: @Sendable (RemoteAddress) -> Bool = { address in
    if address.isPrivateByName { return true }
    let numbers = HostNumbers.resolve(address.host).compactMap { NetworkNumber(bytes: $0) }
    return numbers.contains(where: \.isPrivate)
  }

  private static func check(_ head: ResponseHead) throws(MediaError) {
    switch head.status {
    case 200, 206:
      if !head.isPlain { throw .unreachable(.localized("it sends the file compressed.")) }
    case 416: return
    case 404, 410: throw .notFound
    case 401, 403, 407, 451: throw .noPermission
    default: throw .unreachable(.localized("it answers with status %s.", head.status))
    }
  }
}
