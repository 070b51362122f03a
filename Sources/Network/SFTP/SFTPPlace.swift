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

  /// Reads an `sftp` address; `/~/` stands for the home folder.
  init(_ address: RemoteAddress) {
    server = Server(
      host: address.host,
      user: address.userInfo.map {
        String(decoding: PercentCoding.decoded($0.utf8), as: UTF8.self)
      }, port: address.port)
    path = address.pathThere.bytes
  }
}
