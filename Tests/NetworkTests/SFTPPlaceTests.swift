import Models
import Testing

@testable import Network

@Suite struct SFTPPlaceTests {
  @Test(
    arguments: [
      ("sftp://host/a/b%20c", "host", nil, nil, "/a/b c"),
      ("sftp://user@host:2222/", "host", "user", 2_222, "/"),
      ("sftp://u%40d:secret@host/~/x#t=1,2", "host", "u@d", nil, "x"),
      ("sftp://host/~", "host", nil, nil, "."), ("sftp://host/~/", "host", nil, nil, "."),
      ("sftp://host", "host", nil, nil, "/"), ("sftp://[::1]:22/~x", "::1", nil, 22, "/~x"),
      ("sftp://[::1]/a?b%3Fc", "::1", nil, nil, "/a?b?c"),
    ] as [(String, String, String?, Int?, String)])
  func addressNamesAPlace(
    _ address: String, _ host: String, _ user: String?, _ port: Int?, _ path: String
  ) throws {
    let place = SFTPPlace(try #require(RemoteAddress(address)))
    #expect(place.server == .init(host: host, user: user, port: port))
    #expect(place.path == Array(path.utf8))
  }

  @Test func serverIsTheLastArgument() {
    let configuration = SFTPConfiguration(environment: [:])
    let words = configuration.arguments(
      for: .init(host: "host", user: "-x", port: 22), socket: "/s", isMaster: false, asks: false)
    #expect(words.suffix(8) == ["-p", "22", "-l", "-x", "-s", "--", "host", "sftp"])
    #expect(words.contains("-oBatchMode=yes") && words.contains("-oControlPath=/s"))
  }
}
