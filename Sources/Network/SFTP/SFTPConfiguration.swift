/// How servers are reached.
package struct SFTPConfiguration: Sendable {
  /// The program that connects, and its first arguments.
  package var command = ["ssh"]
  var program: String { command.first ?? "ssh" }
  package var environment: [String: String]
  /// Where the private folder for the connections' sockets is made; their paths are limited to
  /// about 100 bytes.
  package var folder = "/tmp"
  /// How long an unused file stays open, in seconds.
  package var idleTime = 10.0
  /// How long a login that may ask takes at most without a message, in seconds. Servers give two
  /// minutes to answer; that it is over, and the server silent, cannot be seen from here.
  package var loginTime = 600.0
  /// How long to wait before connecting again after a failure, at first and at most, in seconds.
  package var pauses = 1.0...30.0

  package init(environment: [String: String]) {
    self.environment = environment
  }

  /// The arguments for a server.
  ///
  /// - Parameters:
  ///   - socket: The path by which connections of one server share a login.
  ///   - isMaster: Whether the connection makes that socket; others use it.
  ///   - asks: Whether it may ask the user.
  func arguments(
    for server: SFTPPlace.Server, socket: String?, isMaster: Bool, asks: Bool
  ) -> [String] {
    var words = Array(command.dropFirst())
    words += [
      "-x", "-a", "-oClearAllForwardings=yes", "-oServerAliveInterval=15",
      "-oConnectTimeout=30",
    ]
    // Otherwise a user's configuration for this host could run something else, as sftp(1) knows.
    words += ["-oPermitLocalCommand=no", "-oRemoteCommand=none", "-oRequestTTY=no"]
    if let socket {
      // Without the last, the program would stay behind when it ends.
      words += [
        "-oControlMaster=\(isMaster ? "yes" : "no")", "-oControlPath=\(socket)",
        "-oControlPersist=no",
      ]
    }
    if !asks { words.append("-oBatchMode=yes") }
    if let port = server.port { words += ["-p", String(port)] }
    if let user = server.user { words += ["-l", user] }
    return words + ["-s", "--", server.host, "sftp"]
  }
}
