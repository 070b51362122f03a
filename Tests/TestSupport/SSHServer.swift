import Glibc

/// OpenSSH's server with keys of its own, for clients that know nothing else: see
/// `scripts/packages.sh`. It only serves SFTP, and connections to go on from here (`ProxyJump`).
///
/// It is an ordinary process, also where the tests run as root: root's server needs a user and a
/// folder that only its service makes. Then it may do what root may do to files.
package final class SSHServer: Sendable {
  /// The name by which `client` knows it.
  package static let host = "far"

  package let process: ServerProcess
  /// What its log says is in the file `output` of `process`.
  package var log: [String] { process.lines(of: "output") }
  /// Where it listens, on 127.0.0.1.
  package var port: Int { process.port }
  /// Who logs in.
  package let user: String

  /// Starts a server.
  ///
  /// - Parameter home: The folder that relative paths begin at; `nil` for one of its own.
  /// - Throws: `PtyError` if it does not start.
  package init(home: String? = nil) throws {
    let isRoot = getuid() == 0
    guard let entry = isRoot ? getpwnam("nobody") : getpwuid(getuid()) else {
      throw PtyError(call: "getpwuid", number: errno)
    }
    user = String(cString: entry.pointee.pw_name)
    let (number, group) = (entry.pointee.pw_uid, entry.pointee.pw_gid)
    process = try ServerProcess(isRoot ? "setpriv" : "env") { folder, port in
      for key in ["host", "user"] {
        let status = try Command.run(
          "ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", folder.file(key)])
        guard status == 0 else { throw PtyError(call: "ssh-keygen", number: EINVAL) }
      }
      try ServerProcess.write(
        Self.configuration(folder, port, home: home ?? folder.path), to: folder.file("config"))
      // It needs its absolute path to start itself for each connection.
      let command = ["\(Self.prefix)/sbin/sshd", "-D", "-e", "-f", folder.file("config")]
      guard isRoot else { return command }
      let rights = "-all,+dac_override,+fowner"
      return [
        "--reuid=\(number)", "--regid=\(group)", "--clear-groups", "--inh-caps=\(rights)",
        "--ambient-caps=\(rights)",
      ] + command
    }
  }

  /// A command that connects to it as `host` and reads no configuration and no keys but its own:
  /// `ssh -F FILE`. Any other host it takes for an address, which may be 127.0.0.1 with one of the
  /// ports given here.
  ///
  /// - Parameters:
  ///   - port: Where to connect, such as a `LinkProxy`'s port; `nil` for the server's. With a
  ///     jump host, this is the way to that.
  ///   - jump: A server to go through.
  /// - Throws: `PtyError` if the configuration cannot be written.
  package func client(through port: Int? = nil, jump: SSHServer? = nil) throws -> [String] {
    let first = jump ?? self
    let firstPort = port ?? first.port
    let folder = process.folder
    let name = "client-\(firstPort)-\(jump == nil ? 0 : self.port)"
    var keys = try [first.hostKey(at: firstPort)]
    var hosts = [first.entry(jump == nil ? Self.host : "jump", port: firstPort)]
    if let jump {
      keys.append(try hostKey(at: self.port))
      hosts = [
        entry(Self.host, port: self.port, "ProxyJump jump"), jump.entry("jump", port: firstPort),
      ]
    }
    try ServerProcess.write(keys.joined(), to: folder.file("\(name).known"))
    hosts.append(
      """
      Host *
        User \(user)
        IdentityFile \(folder.file("user"))
        IdentitiesOnly yes
        IdentityAgent none
        UserKnownHostsFile \(folder.file("\(name).known"))
        GlobalKnownHostsFile /dev/null
        StrictHostKeyChecking yes
        UpdateHostKeys no

      """)
    try ServerProcess.write(hosts.joined(separator: "\n"), to: folder.file(name))
    return ["ssh", "-F", folder.file(name)]
  }

  private func entry(_ name: String, port: Int, _ more: String...) -> String {
    (["Host \(name)", "HostName 127.0.0.1", "Port \(port)"]
      + ["IdentityFile \(process.folder.file("user"))"] + more).joined(separator: "\n  ") + "\n"
  }

  /// A line of `known_hosts`.
  private func hostKey(at port: Int) throws(PtyError) -> String {
    let words = process.lines(of: "host.pub").first?.split(separator: " ").prefix(2) ?? []
    guard words.count == 2 else { throw PtyError(call: "read host.pub", number: EINVAL) }
    return "[127.0.0.1]:\(port) \(words.joined(separator: " "))\n"
  }

  /// The program that serves SFTP on its standard input and output; see `scripts/packages.sh`.
  package static var sftpServer: String { "\(ServerProcess.unpacked)/usr/lib/openssh/sftp-server" }

  /// Where its programs are.
  private static var prefix: String {
    let unpacked = "\(ServerProcess.unpacked)/usr"
    return access("\(unpacked)/sbin/sshd", X_OK) == 0 ? unpacked : "/usr"
  }

  private static func configuration(_ folder: ScratchFolder, _ port: Int, home: String) -> String {
    var lines = [
      "Port \(port)", "ListenAddress 127.0.0.1", "HostKey \(folder.file("host"))",
      "AuthorizedKeysFile \(folder.file("user.pub"))", "PidFile none", "StrictModes no",
      "UsePAM no", "PasswordAuthentication no", "KbdInteractiveAuthentication no",
      "PermitUserRC no", "PrintMotd no", "MaxStartups 1000", "MaxSessions 1000",
      "LogLevel VERBOSE", "Subsystem sftp internal-sftp -d \"\(home)\"",
    ]
    // From OpenSSH 9.8 on, these are programs of their own, and who breaks off is locked out.
    let programs = "\(prefix)/lib/openssh"
    if access("\(programs)/sshd-session", X_OK) == 0 {
      lines += ["PerSourcePenalties no", "SshdSessionPath \(programs)/sshd-session"]
    }
    if access("\(programs)/sshd-auth", X_OK) == 0 {
      lines.append("SshdAuthPath \(programs)/sshd-auth")
    }
    return lines.map { $0 + "\n" }.joined()
  }
}
