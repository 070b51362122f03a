import CCurl
import Glibc
import Models

extension WebError {
  /// Why there is no answer.
  ///
  /// - Parameters:
  ///   - code: What libcurl says of it.
  ///   - handle: What has asked.
  ///   - address: What was asked for.
  ///   - host: The server, as libcurl reads it.
  ///   - proxy: Who was asked in its place.
  ///   - hasHead: Whether some of an answer came.
  init(
    _ code: CURLcode, _ handle: CurlHandle, _ address: RemoteAddress, host: String, proxy: String?,
    hasHead: Bool
  ) {
    self =
      switch code {
      case CURLE_COULDNT_RESOLVE_HOST: .unreachable(.localized("no server is called %s.", host))
      case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY: Self.proxyFailed(proxy ?? "")
      case CURLE_COULDNT_CONNECT:
        proxy.map(Self.proxyFailed) ?? Self.noConnection(handle, address, host)
      case CURLE_OPERATION_TIMEDOUT: .stalled
      case CURLE_PEER_FAILED_VERIFICATION:
        .unreachable(.localized("%s has no certificate that this system trusts.", host))
      case CURLE_SSL_CONNECT_ERROR:
        .unreachable(.localized("%s makes no secure connection.", host))
      case CURLE_SSL_CACERT_BADFILE:
        .unreachable(.localized("this system has no certificates to trust."))
      case CURLE_GOT_NOTHING: .unreachable(.localized("it does not answer."))
      case CURLE_RECV_ERROR, CURLE_SEND_ERROR: hasHead ? .nonsense : .brokenOff
      default: .nonsense
      }
  }

  private static func proxyFailed(_ proxy: String) -> WebError {
    .unreachable(.localized("the proxy cannot be used: %s", WebProxies.shown(proxy)))
  }

  private static func noConnection(
    _ handle: CurlHandle, _ address: RemoteAddress, _ host: String
  ) -> WebError {
    switch handle.systemError {
    case ECONNREFUSED:
      .unreachable(.localized("%1$s refuses connections on port %2$s.", host, address.port ?? 0))
    case EHOSTUNREACH, ENETUNREACH: .unreachable(.localized("there is no way to %s.", host))
    default: .unreachable(.localized("no connection to %s.", host))
    }
  }
}
