import Models

package struct WebConfiguration: Sendable {
  /// The user agent that is sent to servers.
  package var userAgent: String
  /// A file of certificates to trust instead of the system's; `nil` for the system's.
  package var authorities: String?
  package var proxies = WebProxies()
  /// The most redirects for one request.
  package var redirects = 5
  /// The most simultaneous connections to all servers.
  package var connections = 32
  /// Idle connections that are kept, and for how long, in seconds.
  package var idleConnections = 8
  package var idleTime = 30
  /// Whether an address is this machine's or on a private network.
  package var isPrivate: @Sendable (NetworkNumber) -> Bool = \.isPrivate
  /// Static host resolutions, as `HOST:PORT:NUMBER[,NUMBER]…`; read at each request.
  package var numbers: @Sendable () -> [String] = { [] }

  package init(userAgent: String) {
    self.userAgent = userAgent
  }
}
