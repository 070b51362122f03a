import Foundation
import Glibc
import LibAV
import MediaCore
import Models
import Platform
import TestSupport
import Testing

@Suite(.enabled(if: Command.isInstalled("openssl"), "openssl makes the certificate and serves"))
struct SecureTests {
  /// A server of files with a certificate nobody but the tests knows.
  private final class SecureServer {
    let certificate: String
    let port: Int
    private let folder: ScratchFolder
    private let process: Process

    init(name: String, clip: FilePath) throws {
      folder = try ScratchFolder()
      certificate = folder.file("certificate.pem")
      let made = try Command.run(
        "openssl",
        [
          "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=\(name)",
          "-addext", "subjectAltName=DNS:\(name)", "-keyout", folder.file("key.pem"),
          "-out", certificate,
        ])
      try #require(made == 0)
      // Whole answers, which `-HTTP` sends as they are.
      let moved = "HTTP/1.0 302 Found\r\nLocation: http://127.0.0.1:1/clip.mp4\r\n\r\n"
      for (name, answer) in [
        ("clip.mp4", Array("HTTP/1.0 200 OK\r\n\r\n".utf8) + (try bytes(of: clip))),
        ("moved.mp4", Array(moved.utf8)),
      ] { try Data(answer).write(to: URL(fileURLWithPath: folder.file(name))) }
      // A port that was free a moment ago.
      let probe = try WebServer()
      port = probe.port
      probe.stop()
      process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = [
        "openssl", "s_server", "-accept", "127.0.0.1:\(port)", "-cert", certificate,
        "-key", folder.file("key.pem"), "-HTTP", "-quiet",
      ]
      process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
    }

    deinit { process.terminate() }

    /// Opens its clip, waiting for the server to come up.
    func open(_ name: String = "clip.mp4", authorities: String?) throws -> any MediaSource {
      let opener = LibAVOpener(authorities: authorities, stallLimit: 5)
      let deadline = HostTime.now + 20
      while true {
        do {
          return try LibAVTests.open(
            RemoteAddress("https://localhost:\(port)/\(name)"), opener: opener)
        } catch MediaError.unreachable(let why)
          where why.string.contains("refuses connections") && HostTime.now < deadline
        {
          usleep(20_000)
        }
      }
    }
  }

  @Test func playsOverAConnectionItCanTrust() throws {
    let server = try SecureServer(name: "localhost", clip: TestClips.portrait())
    let whole = try Playthrough(server.open(authorities: server.certificate))
    #expect(whole.numbers == (0..<50).map { $0 % 25 })
  }

  @Test func refusesACertificateNobodyVouchesFor() throws {
    let server = try SecureServer(name: "localhost", clip: TestClips.portrait())
    #expect(
      throws: MediaError.unreachable(
        "localhost has no certificate this system trusts, or no secure connection.")
    ) { try server.open(authorities: nil) }
  }

  @Test func refusesTheCertificateOfAnotherServer() throws {
    let server = try SecureServer(name: "example.org", clip: TestClips.portrait())
    #expect(
      throws: MediaError.unreachable(
        "localhost has no certificate this system trusts, or no secure connection.")
    ) { try server.open(authorities: server.certificate) }
  }

  @Test func doesNotFollowFromASecureConnectionToAnOpenOne() throws {
    let server = try SecureServer(name: "localhost", clip: TestClips.portrait())
    #expect(
      throws: MediaError.refused(
        "the server sends us from an encrypted connection to an open one.")
    ) { try server.open("moved.mp4", authorities: server.certificate) }
  }

  @Test func doesNotTakeAnOpenServerForASecureOne() throws {
    let server = try WebServer()
    #expect(throws: MediaError.self) {
      try open(RemoteAddress("https://127.0.0.1:\(server.port)/x"))
    }
  }
}
