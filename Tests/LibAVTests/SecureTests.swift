import Foundation
import Glibc
import LibAV
import MediaCore
import Models
import Network
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
    let process: Process
    /// Held open: the server goes on writing to it.
    private let output = Pipe()

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
      process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = [
        "openssl", "s_server", "-accept", "127.0.0.1:0", "-cert", certificate,
        "-key", folder.file("key.pem"), "-HTTP",
      ]
      process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      try process.run()
      let port = Self.port(of: output.fileHandleForReading)
      self.port = port ?? 0
      try #require(port != nil)
    }

    deinit {
      // Not SIGTERM: it inherits what the test runner's threads block.
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }

    /// The port of a server, which it tells when it is ready: `ACCEPT 127.0.0.1:41263`.
    private static func port(of output: FileHandle) -> Int? {
      var text = ""
      while true {
        if let line = text.firstMatch(of: /ACCEPT [0-9.]+:([0-9]+)\n/) { return Int(line.1) }
        let piece = output.availableData
        if piece.isEmpty { return nil }
        text += String(decoding: piece, as: UTF8.self)
      }
    }

    func open(_ name: String = "clip.mp4", authorities: String?) throws -> any MediaSource {
      try LibAVTests.open(
        RemoteAddress("https://localhost:\(port)/\(name)"),
        opener: webOpener(stallLimit: 5) { $0.authorities = authorities })
    }
  }

  @Test func testServerStops() throws {
    var server: SecureServer? = try SecureServer(name: "localhost", clip: TestClips.portrait())
    let process = try #require(server?.process)
    #expect(process.isRunning)
    server = nil
    #expect(kill(process.processIdentifier, 0) != 0 && errno == ESRCH)
  }

  @Test func playsOverATrustedConnection() throws {
    let server = try SecureServer(name: "localhost", clip: TestClips.portrait())
    let whole = try Playthrough(server.open(authorities: server.certificate))
    #expect(whole.numbers == (0..<50).map { $0 % 25 })
  }

  /// A stream as ffmpeg makes it, from a server as people run it.
  @Test func playsAStreamOverHTTP2() throws {
    let nginx = try ServerProcess.nginx()
    let list = try TestClips.make(
      "nginx.m3u8",
      TestClips.pattern(PixelSize(width: 96, height: 160)) + TestClips.beeps() + TestClips.h264
        + ["-c:a", "aac", "-f", "hls", "-hls_time", "1", "-hls_playlist_type", "vod"])
    for name in try FileManager.default.contentsOfDirectory(atPath: list.parent.description) {
      try FileManager.default.copyItem(
        atPath: list.parent.appending(FilePath(name)).description,
        toPath: nginx.folder.file(name))
    }
    let source = try open(
      RemoteAddress("https://localhost:\(nginx.port)/nginx.m3u8"),
      opener: webOpener { $0.authorities = nginx.folder.file("certificate.pem") })
    #expect(try Playthrough(source).numbers == (0..<50).map { $0 % 25 })
    #expect(nginx.lines(of: "access.log").allSatisfy { $0.hasPrefix("HTTP/2.0") })
  }

  @Test func refusesAnUntrustedCertificate() throws {
    let server = try SecureServer(name: "localhost", clip: TestClips.portrait())
    #expect(
      throws: MediaError.unreachable(
        "the certificate of localhost is not trusted.")
    ) { try server.open(authorities: nil) }
  }

  @Test func refusesTheCertificateOfAnotherServer() throws {
    let server = try SecureServer(name: "example.org", clip: TestClips.portrait())
    #expect(
      throws: MediaError.unreachable(
        "the certificate of localhost is not trusted.")
    ) { try server.open(authorities: server.certificate) }
  }

  @Test func refusesRedirectsFromHTTPSToHTTP() throws {
    let server = try SecureServer(name: "localhost", clip: TestClips.portrait())
    #expect(
      throws: MediaError.refused(
        "redirected from https to http.")
    ) { try server.open("moved.mp4", authorities: server.certificate) }
  }

  @Test func plainHTTPServerIsNotTakenForHTTPS() throws {
    let server = try WebServer()
    // It waits for the end of a request, and we for its part of the handshake.
    #expect(throws: MediaError.timedOut) {
      try open(
        RemoteAddress("https://127.0.0.1:\(server.port)/x"), opener: webOpener(stallLimit: 1))
    }
  }
}
