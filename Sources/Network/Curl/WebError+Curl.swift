import CCurl
import Glibc
import Models

extension WebError {
  /// The error for a failed transfer.
  ///
  /// - Parameters:
  ///   - code: The code from libcurl.
  ///   - transfer: The transfer that failed.
  init(_ code: CURLcode, of transfer: CurlTransfer) {
    let host = transfer.host
    self =
      switch code {
      case CURLE_COULDNT_RESOLVE_HOST: .unreachable(.localized("%s: host not found.", host))
      case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY: Self.proxyFailed(transfer.proxy ?? "")
      case CURLE_COULDNT_CONNECT:
        transfer.proxy.map(Self.proxyFailed) ?? Self.noConnection(transfer)
      case CURLE_OPERATION_TIMEDOUT: .stalled
      case CURLE_PEER_FAILED_VERIFICATION:
        .unreachable(.localized("the certificate of %s is not trusted.", host))
      case CURLE_SSL_CONNECT_ERROR:
        .unreachable(.localized("no secure connection to %s.", host))
      case CURLE_SSL_CACERT_BADFILE:
        .unreachable(.localized("no trusted certificates on this system."))
      case CURLE_GOT_NOTHING: .unreachable(.localized("it does not respond."))
      case CURLE_RECV_ERROR, CURLE_SEND_ERROR: transfer.headSize > 0 ? .nonsense : .brokenOff
      default: .nonsense
      }
  }

  private static func proxyFailed(_ proxy: String) -> WebError {
    .unreachable(.localized("the proxy cannot be used: %s", WebProxies.shown(proxy)))
  }

  private static func noConnection(_ transfer: CurlTransfer) -> WebError {
    let host = transfer.host
    return switch transfer.systemError {
    case ECONNREFUSED:
      .unreachable(
        .localized(
          "%1$s refused the connection on port %2$s.", host, transfer.address.port ?? 0))
    case EHOSTUNREACH, ENETUNREACH: .unreachable(.localized("no route to %s.", host))
    default: .unreachable(.localized("cannot connect to %s.", host))
    }
  }
}
