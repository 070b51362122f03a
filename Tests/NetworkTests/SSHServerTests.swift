import Glibc
import Models
import TestSupport
import Testing

/// The server behind a slow network, by OpenSSH's own client.
@Suite struct SSHServerTests {
  /// Sends SFTP's first packet, and returns the start of the answer: its length, type and version.
  ///
  /// The input stays open until then: the server does not answer after its end.
  private func handshake(_ client: [String]) throws -> [UInt8] {
    let folder = try ScratchFolder()
    let script = """
      cd "$0" && mkfifo in out || exit
      "$@" < in > out &
      exec 3> in 4< out
      printf '\\000\\000\\000\\005\\001\\000\\000\\000\\003' >&3
      head -c 9 <&4
      exec 3>&-
      wait $!
      """
    let status = try Command.run(
      "sh", ["-c", script, folder.path] + client + ["-s", "--", SSHServer.host, "sftp"],
      standardOutput: folder.file("answer"))
    #expect(status == 0)
    return Command.contents(of: folder.file("answer"))
  }

  private func isVersion3(_ answer: [UInt8]) -> Bool {
    Array(answer.suffix(5)) == [2, 0, 0, 0, 3]
  }

  @Test func itSpeaksSFTPThroughAProxy() throws {
    let server = try SSHServer()
    let proxy = try LinkProxy(to: server.port, roundTrip: 0.01)
    let answer = try handshake(server.client(through: proxy.port))
    #expect(isVersion3(answer))
    let traffic = proxy.traffic
    #expect(traffic.connectionCount == 1 && traffic.toClient > answer.count)
    proxy.cut()
    #expect(
      try Command.run("ssh", server.client(through: proxy.port).dropFirst() + ["far"]) == 255)
    proxy.restore()
    #expect(try isVersion3(handshake(server.client(through: proxy.port))))
  }

  @Test func itIsReachedThroughAJumpHost() throws {
    let server = try SSHServer()
    let jump = try SSHServer()
    let proxy = try LinkProxy(to: jump.port, roundTrip: 0.01)
    #expect(try isVersion3(handshake(server.client(through: proxy.port, jump: jump))))
    #expect(proxy.traffic.connectionCount == 1)
    for log in [server.log, jump.log] {
      #expect(log.contains { $0.contains("Accepted publickey for \(server.user)") })
    }
    #expect(server.log.contains { $0.contains("subsystem 'sftp'") })
    #expect(!jump.log.contains { $0.contains("subsystem 'sftp'") })
  }

  @Test func filesAreThoseOfItsHome() throws {
    let home = try ScratchFolder()
    let content = (0..<500_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
    try write(content, to: home.file("clip"))
    let server = try SSHServer(home: home.path)
    let proxy = try LinkProxy(to: server.port, roundTrip: 0.01, rate: 5e6)
    try write(Array("get clip \(home.path)/copy\nrename clip other\n".utf8), to: home.file("batch"))
    let client = try server.client(through: proxy.port)
    let status = try Command.run(
      "sftp", client.dropFirst() + ["-q", "-b", home.file("batch"), SSHServer.host])
    #expect(status == 0)
    #expect(Command.contents(of: home.file("copy")) == content)
    #expect(Command.contents(of: home.file("other")) == content)
    #expect(proxy.traffic.toClient > content.count)
  }

  @Test func noProcessIsLeft() async throws {
    let pty = try Pty(size: CellSize(columns: 80, rows: 24))
    var server: SSHServer? = try SSHServer()
    let client = try #require(try server?.client())
    let process = try PtyProcess(
      "ssh", client.dropFirst() + ["-s", SSHServer.host, "sftp"],
      environment: ["PATH": "/usr/bin:/bin"], pty: pty)
    #expect(
      await eventually { server?.log.contains { $0.contains("subsystem 'sftp'") } ?? false })
    let descendants = try #require(server?.process.descendants)
    #expect(descendants.count > 1)
    server = nil
    #expect(await eventually { descendants.allSatisfy { kill($0, 0) != 0 } })
    #expect(process.wait(timeout: 60) != nil)
  }

  private func write(_ bytes: [UInt8], to path: String) throws {
    let file = try #require(fopen(path, "we"))
    defer { fclose(file) }
    #expect(chmod(path, 0o600) == 0)
    #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count)
  }
}
