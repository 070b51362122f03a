import Models

/// How web servers are asked.
package struct WebConfiguration: Sendable {
  /// What servers are told of the program.
  package var userAgent: String
  /// A file of certificates to trust instead of the system's; `nil` for those.
  package var authorities: String?
  package var proxies = WebProxies()
  /// How often a server may send us elsewhere before there is a file.
  package var redirects = 5
  /// Connections at the same time, all servers together.
  package var connections = 32
  /// Connections kept for later, and for how long, in seconds.
  package var idleConnections = 8
  package var idleTime = 30
  /// Whether a machine is this one or of a private network.
  package var isPrivate: @Sendable (NetworkNumber) -> Bool = \.isPrivate
  /// Names whose numbers are known, as `HOST:PORT:NUMBER[,NUMBER]…`; asked for at each request.
  package var numbers: @Sendable () -> [String] = { [] }

  /// Creates the usual configuration.
  ///
  /// - Parameter userAgent: What servers are told of the program.
  package init(userAgent: String) {
    self.userAgent = userAgent
  }
}
