import Models

/// A path on a server, as an address names it.
struct SFTPPlace: Hashable, Sendable {
  /// A server, as `ssh` is told of it.
  struct Server: Hashable, Sendable {
    var host: String
    /// `nil` for the one of the user's configuration, like the port.
    var user: String?
    var port: Int?
  }

  var server: Server
  /// Relative paths start at the user's home folder.
  var path: [UInt8]

  /// Reads an address: `sftp://user@host:port/path`, with `/~/` for the home folder. A password in
  /// it is ignored: `ssh` asks for it.
  ///
  /// - Throws: `.refused` if it names no host or path that `ssh` and the server could be told of.
  init(_ address: RemoteAddress) throws(WebError) {
    let field = address.hostField
    let hasPort = field.last?.isNumber == true && field.dropFirst(address.host.count).contains(":")
    let user = address.userInfo.map { info in
      String(decoding: PercentCoding.decoded(info.prefix { $0 != ":" }.utf8), as: UTF8.self)
    }
    server = Server(
      host: String(decoding: PercentCoding.decoded(address.host.utf8), as: UTF8.self),
      user: user, port: hasPort ? address.port : nil)
    guard !hasPort || server.port != nil, Self.isHarmless(server.host),
      user.map(Self.isHarmless) ?? true
    else {
      throw .refused(
        .localized("%s: not a host name.", CleanText(bytes: server.host.utf8, limit: 100)))
    }
    path = PercentCoding.decoded(address.target.utf8)
    guard !path.contains(0) else { throw .notFound }
    if path == Array("/~".utf8) || path == Array("/~/".utf8) {
      path = Array(".".utf8)
    } else if path.starts(with: "/~/".utf8) {
      path.removeFirst(3)
    }
  }

  /// Whether `ssh` takes it for a name, and so does a shell that a user's configuration passes it to
  /// (CVE-2023-51385).
  private static func isHarmless(_ name: String) -> Bool {
    !name.isEmpty && !name.hasPrefix("-")
      && name.unicodeScalars.allSatisfy {
        $0.value > 0x20 && $0.value != 0x7F && !"'`\"$\\;&<>|(){}".unicodeScalars.contains($0)
      }
  }
}
