import CLibAV
import Glibc
import MediaCore
import Models

/// A connection to a server, encrypted or not, made by libav's `tcp` and `tls` alone.
///
/// Used by one thread at a time. libav asks `watch` ten times a second whether to go on.
final class WebConnection {
  /// The end a connection leads to.
  struct Endpoint: Hashable, Sendable {
    let host: String
    let port: Int
    let isSecure: Bool

    /// - Throws: `.unreachable` if the address cannot lead to any server.
    init(_ address: RemoteAddress) throws(MediaError) {
      host = address.host
      isSecure = address.isSecure
      let isPlausible = host.utf8.allSatisfy { byte in
        let character = Character(Unicode.Scalar(byte))
        return character.isLetter || character.isNumber || "-._:".contains(character)
      }
      guard let port = address.port, !host.isEmpty, isPlausible else {
        throw .unreachable(.localized("its address is none."))
      }
      self.port = port
    }
  }

  let endpoint: Endpoint
  let watch: ConnectionWatch
  /// Bytes that have come and were not taken.
  var received: [UInt8] = []
  private let context: UnsafeMutablePointer<AVIOContext>

  private static let pieceSize = 32_768

  /// Connects.
  ///
  /// - Parameters:
  ///   - endpoint: Where to.
  ///   - authorities: A file of certificates to trust instead of the system's; `nil` for those.
  ///   - watch: Ends it early.
  /// - Throws: `.cancelled`, `.timedOut`, or `.unreachable` with what went wrong.
  init(
    _ endpoint: Endpoint, authorities: String?, watch: ConnectionWatch
  ) throws(MediaError) {
    watch.noteProgress()
    var options: OpaquePointer?
    defer { av_dict_free(&options) }
    av_dict_set(&options, "protocol_whitelist", "tcp,tls", 0)
    if endpoint.isSecure {
      // Without it, libav takes any certificate.
      av_dict_set(&options, "tls_verify", "1", 0)
      if let authorities { av_dict_set(&options, "ca_file", authorities, 0) }
    }
    let host = endpoint.host.contains(":") ? "[\(endpoint.host)]" : endpoint.host
    let address = "\(endpoint.isSecure ? "tls" : "tcp")://\(host):\(endpoint.port)"
    // Unretained: the context is closed before the watch goes.
    var interruption = AVIOInterruptCB(
      callback: shouldStopWaiting, opaque: Unmanaged.passUnretained(watch).toOpaque())
    var context: UnsafeMutablePointer<AVIOContext>?
    let code = avio_open2(&context, address, AVIO_FLAG_READ_WRITE, &interruption, &options)
    guard code >= 0, let context else { throw Self.error(code, endpoint, watch) }
    self.context = context
    self.endpoint = endpoint
    self.watch = watch
    watch.noteProgress()
  }

  deinit {
    avio_close(context)
  }

  /// Sends bytes.
  ///
  /// - Throws: `.cancelled`, `.timedOut` or `.unreachable`.
  func send(_ bytes: [UInt8]) throws(MediaError) {
    watch.noteProgress()
    avio_write(context, bytes, Int32(bytes.count))
    avio_flush(context)
    guard context.pointee.error >= 0 else { throw Self.broken(watch) }
  }

  /// Waits for more bytes and appends them to `received`.
  ///
  /// - Returns: Whether any came; not at the end.
  /// - Throws: `.cancelled`, `.timedOut` or `.unreachable`.
  func receive() throws(MediaError) -> Bool {
    watch.noteProgress()
    var code: Int32 = 0
    let piece = [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { buffer, count in
      // Of a context that writes, too, this reads straight from the connection.
      code = avio_read_partial(context, buffer.baseAddress, Int32(Self.pieceSize))
      count = Int(max(code, 0))
    }
    if code > 0 {
      received = received.isEmpty ? piece : received + piece
      return true
    }
    if code == 0 || code == AVStatus.endOfFile { return false }
    throw Self.broken(watch)
  }

  private static func broken(_ watch: ConnectionWatch) -> MediaError {
    if watch.isCalledOff() { return .cancelled }
    return watch.hasStalled ? .timedOut : .unreachable(.localized("the connection broke off."))
  }

  private static func error(
    _ code: Int32, _ endpoint: Endpoint, _ watch: ConnectionWatch
  ) -> MediaError {
    if watch.isCalledOff() { return .cancelled }
    if watch.hasStalled || code == -ETIMEDOUT { return .timedOut }
    let host = endpoint.host
    switch code {
    case -ECONNREFUSED:
      return .unreachable(.localized("%1$s refuses connections on port %2$s.", host, endpoint.port))
    case -EHOSTUNREACH, -ENETUNREACH:
      return .unreachable(.localized("there is no way to %s.", host))
    default: break
    }
    // libav tells all else with the same code.
    if !isName(host) { return .unreachable(.localized("no server is called %s.", host)) }
    return endpoint.isSecure
      ? .unreachable(
        .localized("%s has no certificate this system trusts, or no secure connection.", host))
      : .unreachable(.localized("no connection to %s.", host))
  }

  private static func isName(_ host: String) -> Bool {
    var found: UnsafeMutablePointer<addrinfo>?
    defer { if let found { freeaddrinfo(found) } }
    return getaddrinfo(host, nil, nil, &found) == 0
  }
}
