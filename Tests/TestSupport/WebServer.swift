import Glibc
import Models
import Platform

/// A web server on the loopback interface that can misbehave in the ways that servers do.
package final class WebServer: Sendable {
  /// Something it serves.
  package struct Resource: Sendable {
    /// The body.
    package enum Content: Sendable {
      case bytes([UInt8])
      /// The same kilobyte forever.
      case endless
      /// A status and a redirect target.
      case redirect(Int, String)
      case status(Int)
      /// A raw response including its header, after which the connection is closed.
      case raw([UInt8])
    }

    package var content: Content
    package var type = "video/mp4"
    package var allowsRanges = true
    /// Whether it states its length; otherwise the body ends with the connection.
    package var tellsLength = true
    package var isChunked = false
    package var keepsConnection = true
    /// Closes the connection after this many bytes of a body.
    package var cut: Int?
    /// Stops sending after this many bytes of a body.
    package var stall: Int?
    /// Whether a request for it gets a response at all.
    package var isAnswered = true
    /// Called when it is requested, before the response.
    package var onRequest: @Sendable () -> Void = {}
    /// How many responses with status 103 precede the final one.
    package var interimAnswers = 0
    /// Seconds between two bytes; `nil` sends at the server's rate.
    package var trickle: Double?
    /// Its entity tag; a client that sends it is told that nothing has changed.
    package var tag: String?
    /// Response headers besides the usual ones.
    package var fields: [String] = []

    package init(_ content: Content) {
      self.content = content
    }
  }

  /// A request that was received.
  package struct Request: Hashable, Sendable {
    package var method: String
    package var target: String
    /// Headers, by their lowercase names.
    package var fields: [String: String]
    /// The number of its connection, from 0.
    package var connection: Int
  }

  private struct State {
    var resources: [String: Resource] = [:]
    var requests: [Request] = []
    var connections: [Int32] = []
    var connectionCount = 0
    var sentBytes = 0
    var isStopped = false
    /// When the link is free again, in host time.
    var freeAt = 0.0
  }

  package let port: Int
  private let host: String
  private let listener: Int32
  private let delay: Double
  private let rate: Double?
  private let state = Lock(State())

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - delay: Seconds between a request and its response.
  ///   - rate: Bytes per second, shared by all its connections; `nil` for no limit.
  ///   - host: An address of the loopback interface: 127.0.0.1 to 127.255.255.254.
  ///   - port: 0 for a free one.
  /// - Throws: `PtyError` if there is no port for it.
  package init(
    delay: Double = 0, rate: Double? = nil, host: String = "127.0.0.1", port: Int = 0
  ) throws(PtyError) {
    self.delay = delay
    self.rate = rate
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    inet_pton(AF_INET, host, &address.sin_addr)
    address.sin_port = in_port_t(port).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address -> Int32 in
        guard bind(listener, address, length) == 0, listen(listener, 64) == 0 else { return -1 }
        return getsockname(listener, address, &length)
      }
    }
    guard code == 0 else { throw PtyError(call: "listen", number: errno) }
    self.listener = listener
    self.host = host
    self.port = Int(UInt16(bigEndian: address.sin_port))
    _ = WorkerThread(name: "web-accept") { self.accept() }
  }

  /// Closes all connections and accepts no more.
  package func stop() {
    let connections = state.withLock { state in
      state.isStopped = true
      return state.connections
    }
    shutdown(listener, Int32(SHUT_RDWR))
    for connection in connections { shutdown(connection, Int32(SHUT_RDWR)) }
  }

  /// Serves something at a path that begins with a slash.
  package func serve(_ path: String, _ resource: Resource) {
    state.withLock { $0.resources[path] = resource }
  }

  /// Serves bytes at a path.
  package func serve(
    _ path: String, _ bytes: [UInt8], _ change: (inout Resource) -> Void = { _ in }
  ) {
    var resource = Resource(.bytes(bytes))
    change(&resource)
    serve(path, resource)
  }

  /// The address of a path.
  package func address(_ path: String) -> RemoteAddress? {
    RemoteAddress("http://\(host):\(port)\(path)")
  }

  /// The requests so far.
  package var requests: [Request] { state.withLock { $0.requests } }

  /// How many connections were made.
  package var connectionCount: Int { state.withLock { $0.connectionCount } }

  /// How many bytes were sent, as far as the system accepted them.
  package var sentBytes: Int { state.withLock { $0.sentBytes } }

  // MARK: Connections

  private func accept() {
    while true {
      let connection = Glibc.accept(listener, nil, nil)
      guard connection >= 0 else {
        if errno == EINTR || errno == ECONNABORTED { continue }
        close(listener)
        return
      }
      // Otherwise it would end only with the programs that tests start meanwhile.
      _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
      let number: Int? = state.withLock { state in
        guard !state.isStopped else { return nil }
        state.connections.append(connection)
        defer { state.connectionCount += 1 }
        return state.connectionCount
      }
      guard let number else {
        close(connection)
        continue
      }
      _ = WorkerThread(name: "web-serve") {
        self.serve(connection, number)
        self.state.withLock { $0.connections.removeAll { $0 == connection } }
        close(connection)
      }
    }
  }

  private func serve(_ connection: Int32, _ number: Int) {
    var received: [UInt8] = []
    while let request = read(connection, number, &received) {
      state.withLock { $0.requests.append(request) }
      let path = String(request.target.prefix { $0 != "?" })
      let resource = state.withLock { $0.resources[path] } ?? Resource(.status(404))
      resource.onRequest()
      guard resource.isAnswered else { return waitForEnd(of: connection) }
      pause(delay)
      guard respond(request, resource, connection) else { return }
    }
  }

  private func read(
    _ connection: Int32, _ number: Int, _ received: inout [UInt8]
  ) -> Request? {
    let blank = Array("\r\n\r\n".utf8)
    while true {
      if let end = received.firstRange(of: blank) {
        let lines = String(decoding: received[..<end.lowerBound], as: UTF8.self)
          .split(separator: "\r\n")
        received.removeSubrange(..<end.upperBound)
        let parts = lines.first?.split(separator: " ") ?? []
        guard parts.count == 3 else { return nil }
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
          guard let colon = line.firstIndex(of: ":") else { continue }
          fields[line[..<colon].lowercased()] =
            String(line[line.index(after: colon)...].drop { $0 == " " })
        }
        return Request(
          method: String(parts[0]), target: String(parts[1]), fields: fields, connection: number)
      }
      let piece = [UInt8](unsafeUninitializedCapacity: 4_096) { buffer, count in
        count = max(recv(connection, buffer.baseAddress, 4_096, 0), 0)
      }
      if piece.isEmpty { return nil }
      received += piece
    }
  }

  // MARK: Responses

  /// Sends a response; returns whether another one may follow.
  private func respond(_ request: Request, _ resource: Resource, _ connection: Int32) -> Bool {
    if case .raw(let bytes) = resource.content {
      _ = send(bytes[...], connection)
      return false
    }
    var fields = resource.type.isEmpty ? [] : ["Content-Type: \(resource.type)"]
    fields += resource.fields
    var status = 200
    var body: ArraySlice<UInt8> = []
    var isEndless = false
    switch resource.content {
    case .status(let number): status = number
    case .redirect(let number, let location):
      status = number
      fields.append("Location: \(location)")
    case .endless: isEndless = true
    case .raw: break
    case .bytes(let bytes):
      body = bytes[...]
      if resource.allowsRanges {
        fields.append("Accept-Ranges: bytes")
        if let asked = request.fields["range"] {
          let (first, last) = Self.range(asked, of: bytes.count)
          status = first < bytes.count ? 206 : 416
          body = first < bytes.count ? bytes[first...last] : []
          let told = status == 206 ? "\(first)-\(last)" : "*"
          fields.append("Content-Range: bytes \(told)/\(bytes.count)")
        }
      }
    }
    if let tag = resource.tag {
      fields.append("ETag: \(tag)")
      if request.fields["if-none-match"] == tag {
        status = 304
        body = []
      }
    }
    let keeps =
      resource.keepsConnection && !isEndless && (resource.tellsLength || resource.isChunked)
    if resource.isChunked {
      fields.append("Transfer-Encoding: chunked")
    } else if resource.tellsLength, !isEndless {
      fields.append("Content-Length: \(body.count)")
    }
    if !keeps { fields.append("Connection: close") }
    let interim = Array("HTTP/1.1 103 Early Hints\r\n\r\n".utf8)
    for _ in 0..<resource.interimAnswers {
      guard send(interim[...], connection) else { return false }
    }
    let head = (["HTTP/1.1 \(status) Status"] + fields).joined(separator: "\r\n") + "\r\n\r\n"
    guard send(Array(head.utf8)[...], connection) else { return false }
    if isEndless {
      let piece = (0..<1_024).map { UInt8($0 & 0xFF) }
      while send(piece[...], connection) {}
      return false
    }
    return sendBody(body, resource, connection) && keeps
  }

  private func sendBody(
    _ body: ArraySlice<UInt8>, _ resource: Resource, _ connection: Int32
  ) -> Bool {
    let end = [resource.cut, resource.stall].compactMap(\.self).min() ?? body.count
    var rest = body.prefix(end)
    while let first = rest.first {
      let count = resource.trickle == nil ? min(rest.count, 8_192) : 1
      let piece = count == 1 ? [first] : Array(rest.prefix(count))
      if let trickle = resource.trickle { pause(trickle) }
      let sent = resource.isChunked ? Self.chunk(piece) : piece
      guard send(sent[...], connection) else { return false }
      rest = rest.dropFirst(count)
    }
    if resource.stall != nil {
      waitForEnd(of: connection)
      return false
    }
    if resource.cut.map({ $0 < body.count }) ?? false { return false }
    return resource.isChunked ? send(Array("0\r\n\r\n".utf8)[...], connection) : true
  }

  /// Waits until the client has disconnected or the server is stopped.
  private func waitForEnd(of connection: Int32) {
    var byte: UInt8 = 0
    while recv(connection, &byte, 1, 0) > 0 {}
  }

  private static func chunk(_ piece: [UInt8]) -> [UInt8] {
    Array("\(String(piece.count, radix: 16));x=y\r\n".utf8) + piece + Array("\r\n".utf8)
  }

  private static func range(_ field: String, of count: Int) -> (first: Int, last: Int) {
    let parts = field.dropFirst("bytes=".count)
      .split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    let first = parts.first?.flatMap(\.self) ?? 0
    let last = parts.dropFirst().first?.flatMap(\.self) ?? count - 1
    return (first, min(last, count - 1))
  }

  private func send(_ bytes: ArraySlice<UInt8>, _ connection: Int32) -> Bool {
    if let rate {
      // All connections share the link, as in a household.
      let free = state.withLock { state in
        state.freeAt = max(state.freeAt, HostTime.now) + Double(bytes.count) / rate
        return state.freeAt
      }
      pause(free - HostTime.now)
    }
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { buffer in
        Glibc.send(connection, buffer.baseAddress, buffer.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    state.withLock { $0.sentBytes += bytes.count }
    return !state.withLock { $0.isStopped }
  }

  private func pause(_ seconds: Double) {
    guard seconds > 0 else { return }
    usleep(UInt32(min(seconds, 60) * 1e6))
  }
}
