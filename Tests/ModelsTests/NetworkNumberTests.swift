import Models
import Testing

@Suite struct NetworkNumberTests {
  @Test(arguments: [
    "127.0.0.1", "0.0.0.0", "10.0.0.1",
    "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254", "100.64.0.1", "198.18.0.1",
    "224.0.0.1", "255.255.255.255", "::", "::1", "0:0:0:0:0:0:0:1", "fe80::1", "fe80::1%eth0",
    "fd00::1", "fc00::", "ff02::1", "fec0::1", "::ffff:127.0.0.1", "::ffff:7f00:1", "::127.0.0.1",
    "::ffff:10.1.2.3", "64:ff9b::192.168.0.1", "2002:7f00:1::",
  ])
  func privateNumbersAreRecognised(_ host: String) throws {
    #expect(try #require(NetworkNumber(host: host)).isPrivate)
    let address = RemoteAddress("http://\(host.contains(":") ? "[\(host)]" : host):80/x")
    // A percent sign has to be encoded in an address, and then the host is not a number.
    if !host.contains("%") { #expect(try #require(address).isPrivateByName) }
  }

  @Test(arguments: [
    "8.8.8.8", "172.15.0.1", "172.32.0.1", "192.169.0.1", "100.128.0.1", "203.0.113.7",
    "2001:db8::1", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8", "2002:808:808::",
  ])
  func publicNumbersAreRecognised(_ host: String) throws {
    #expect(try !#require(NetworkNumber(host: host)).isPrivate)
  }

  @Test(arguments: [
    "", "example.org", "1.2.3.4.5", "256.1.1.1", "1.2.3.256", "1..2", "a.1", "08", "127.1",
    "0x7f.1",
    "010.0.0.1", "2130706433", "1.2.3.+4", "1.2.3.",
    "1::2::3", "1:2:3", "12345::", "::1.2.3", "1:2:3:4:5:6:7:8:9", "g::1", "-1",
  ])
  func otherHostsAreNotNumbers(_ host: String) {
    #expect(NetworkNumber(host: host) == nil)
  }

  @Test(arguments: [
    ("localhost", true), ("LOCALHOST", true), ("x.localhost", true), ("printer.local", true),
    ("router", true), ("a.home.arpa", true), ("db.internal", true), ("example.org", false),
    ("local.example.org", false), ("example.org.", false), ("localhost.", true),
  ])
  func privateNamesAreRecognised(_ host: String, _ isPrivate: Bool) throws {
    #expect(try #require(RemoteAddress("https://\(host)/a")).isPrivateByName == isPrivate)
  }
}
