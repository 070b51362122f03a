import Models
import Network
import Platform
import TestSupport

/// How fast one whole file of 32 MB comes from a machine 100 ms away, connecting not counted.
struct FarThroughput {
  private let server: SSHServer
  private let machine: FarMachine
  /// The folder there.
  private let home: ScratchFolder

  private static let size = 32 << 20
  private static let names = (large: "large", small: "small")

  /// Writes the files.
  init(_ server: SSHServer, home: ScratchFolder) throws {
    self.server = server
    self.home = home
    machine = try FarMachine(server, rate: .infinity)
    let script = "head -c \(Self.size) /dev/urandom > \"$0\" && head -c 1 /dev/zero > \"$1\""
    _ = try Command.run(
      "sh", ["-c", script, home.file(Self.names.large), home.file(Self.names.small)])
  }

  /// Measures Flick's own client, and beside it OpenSSH's, curl's, and a mount by sshfs.
  func add(to report: inout Report, as name: String) throws {
    let clients = [
      ("flick", ownRate), ("sftp", sftpRate), ("curl", curlRate), ("sshfs", mountedRate),
    ]
    var rates: [String: [Double]] = [:]
    // In turns: whatever else the machine does is the same for all.
    for _ in 0..<3 {
      for (client, rate) in clients {
        if let found = try rate() { rates[client, default: []].append(found / 1e6) }
      }
    }
    for (client, _) in clients {
      if let found = rates[client] {
        report.add("\(name).\(client)", found.median, "MB/s")
      } else {
        print("# \(name).\(client): failed, or not installed")
      }
    }
  }

  /// Bytes per second, from the request to the last byte; `nil` if they did not come.
  private func ownRate() throws -> Double? {
    let scratch = try ScratchFolder()
    var configuration = SFTPConfiguration(
      environment: FlickProcess.environment(home: scratch.path))
    configuration.command = machine.ssh
    let source = SFTPSource(configuration)
    defer { source.close() }
    guard let address = RemoteAddress("sftp://\(SSHServer.host)\(home.file(Self.names.large))")
    else { return nil }
    let failure: WebError? = waitFor {
      await withCheckedContinuation { (continuation: CheckedContinuation<WebError?, Never>) in
        source.connect(to: address) { continuation.resume(returning: $0) }
      }
    }
    guard failure == nil else { return nil }
    let counter = ByteCounter()
    let start = HostTime.now
    _ = source.read(WebRequest(address), to: counter)
    return counter.result() == Self.size ? Double(Self.size) / (HostTime.now - start) : nil
  }

  private func sftpRate() throws -> Double? {
    let batch = home.file("batch")
    return try rate(of: "sftp") { name in
      try Array("get \(home.file(name)) \(home.file("copy"))\n".utf8).write(to: batch)
      return Array(machine.ssh.dropFirst()) + ["-q", "-b", batch, SSHServer.host]
    }
  }

  private func curlRate() throws -> Double? {
    let key = server.process.folder.file("user")
    return try rate(of: "curl") { name in
      [
        "-s", "-k", "--noproxy", "*", "-u", "\(server.user):", "--key", key, "--pubkey",
        "\(key).pub", "-o", "/dev/null", "sftp://127.0.0.1:\(machine.port)\(home.file(name))",
      ]
    }
  }

  /// Mounted anew each time: the kernel keeps what was read.
  private func mountedRate() throws -> Double? {
    guard let mounted = try? MountedMachine(machine) else { return nil }
    defer { mounted.unmount() }
    return try rate(of: "cat") { [mounted.path($0)] }
  }

  /// Bytes per second of a command, by how much longer the file takes than one of a single byte;
  /// `nil` if it fails.
  private func rate(
    of command: String, _ arguments: (_ name: String) throws -> [String]
  ) throws -> Double? {
    guard Command.isInstalled(command) else { return nil }
    let small = try Command.measure(command, arguments(Self.names.small))
    let large = try Command.measure(command, arguments(Self.names.large))
    guard small.status == 0, large.status == 0, large.time > small.time else { return nil }
    return Double(Self.size - 1) / (large.time - small.time)
  }
}

/// Counts the bytes of a transfer.
private final class ByteCounter: WebReceiver {
  private struct State {
    var count = 0
    var end: WebCompletion?
  }

  private let state = Lock(State())
  private let ended = Wakeup()

  func begin(_ response: WebResponse) -> Bool { true }

  func take(_ bytes: UnsafeRawBufferPointer) -> WebDemand {
    let count = bytes.count
    state.withLock { $0.count += count }
    return .more
  }

  func end(_ end: WebCompletion) {
    state.withLock { $0.end = end }
    ended.signal()
  }

  /// Waits for the end.
  ///
  /// - Returns: How many bytes came; `nil` if not all did.
  func result() -> Int? {
    while true {
      let (count, end) = state.withLock { ($0.count, $0.end) }
      if let end { return end == .complete ? count : nil }
      ended.wait(timeout: 60)
    }
  }
}
