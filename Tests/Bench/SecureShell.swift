import Glibc
import Models
import TestSupport

/// An SSH server of its own, with its own keys and configuration, at the far end of a limited
/// network.
final class SecureShell {
  private let network: LimitedNetwork
  private let folder: ScratchFolder
  private let server: PtyProcess
  // Holds the terminal of a server that writes nothing.
  private let pty: Pty

  private static let port = 20_022
  private static let daemon = "/usr/sbin/sshd"

  /// Starts the server.
  ///
  /// - Throws: `Skipped` where there is none or it may not run.
  init(network: LimitedNetwork) throws {
    guard access(Self.daemon, X_OK) == 0, Command.isInstalled("ssh") else {
      throw Skipped(description: "openssh-server or openssh-client is not installed")
    }
    self.network = network
    folder = try ScratchFolder()
    for key in ["host", "user"] {
      let status = try Command.run(
        "ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", folder.file(key)])
      guard status == 0 else { throw Skipped(description: "ssh-keygen failed") }
    }
    let configuration = """
      Port \(Self.port)
      ListenAddress \(network.address)
      HostKey \(folder.file("host"))
      AuthorizedKeysFile \(folder.file("user.pub"))
      StrictModes no
      UsePAM no
      PasswordAuthentication no
      PermitRootLogin yes
      PidFile none

      """
    try Array(configuration.utf8).write(to: folder.file("config"))
    // The server wants it, and only its service makes it.
    _ = try Command.run("mkdir", ["-p", "-m", "755", "/run/sshd"])
    pty = try Pty(size: CellSize(columns: 80, rows: 24))
    server = try PtyProcess(
      "ip",
      [
        "netns", "exec", network.namespace, Self.daemon, "-D", "-f", folder.file("config"), "-E",
        folder.file("log"),
      ], environment: FlickProcess.environment(home: folder.path), pty: pty)
    guard try isReachable() else {
      throw Skipped(description: "sshd takes no connection: \(log)")
    }
  }

  /// A command that runs Flick at the other end.
  func flick(
    _ arguments: [String], sound: String = "null", isCompressed: Bool
  ) -> [String] {
    let home = folder.path
    let variables = [
      "HOME=\(home)", "XDG_STATE_HOME=\(home)/state", "COLORTERM=truecolor", "LANG=C.UTF-8",
    ]
    let command = ["env"] + variables + Player.flick(arguments, sound: sound)
    let compression = ["-o", "Compression=\(isCompressed ? "yes" : "no")"]
    return client + compression + [
      "-tt", login, "exec " + command.map(Self.quoted).joined(separator: " "),
    ]
  }

  /// Seconds of processor time: of Flick, of the server, and of the client, which is given.
  func processorTimes(client: pid_t) -> [String: Double] {
    var times = ["cpu.ssh": ProcessorTime.of(client)]
    var processes = [server.processID]
    while let process = processes.popLast() {
      processes += PtyProcess.children(of: process)
      let name = String(decoding: Command.contents(of: "/proc/\(process)/comm"), as: UTF8.self)
      times["cpu.\(name.dropLast())", default: 0] += ProcessorTime.of(process)
    }
    return times
  }

  private var client: [String] {
    [
      "ssh", "-F", "none", "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null",
      "-o", "LogLevel=ERROR", "-o", "BatchMode=yes", "-i", folder.file("user"), "-p",
      "\(Self.port)",
    ]
  }

  private var login: String {
    let name = getpwuid(getuid()).map { String(cString: $0.pointee.pw_name) } ?? "root"
    return "\(name)@\(network.address)"
  }

  private var log: String {
    String(decoding: Command.contents(of: folder.file("log")), as: UTF8.self)
  }

  private func isReachable() throws -> Bool {
    for _ in 0..<50 {
      let arguments = Array(client.dropFirst()) + [login, "true"]
      if try Command.run("ssh", arguments) == 0 { return true }
      usleep(100_000)
    }
    return false
  }

  private static func quoted(_ word: String) -> String {
    "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }
}
