import Glibc
import Platform

/// A server from a Debian package that runs as long as the test keeps it: see
/// `scripts/packages.sh`.
///
/// Unchecked: nothing changes after `init`.
package final class ServerProcess: @unchecked Sendable {
  package let port: Int
  /// Its folder, with the files it serves and writes.
  package let folder: ScratchFolder
  private let process: pid_t

  /// Starts nginx, with TLS and HTTP/2, serving its folder. `access.log` has a line for each
  /// request, with protocol, path and connection. The certificate in `certificate.pem` is for
  /// `localhost`.
  ///
  /// - Throws: `PtyError` if it does not start.
  package static func nginx() throws -> ServerProcess {
    try ServerProcess("nginx") { folder, port in
      _ = try Command.run(
        "openssl",
        [
          "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
          "-addext", "subjectAltName=DNS:localhost", "-keyout", folder.file("key.pem"), "-out",
          folder.file("certificate.pem"),
        ])
      try write(
        """
        daemon off; master_process off; pid nginx.pid; error_log error.log;
        events {}
        http {
          log_format test '$server_protocol $request_uri $connection';
          access_log access.log test;
          client_body_temp_path t; proxy_temp_path t; fastcgi_temp_path t; uwsgi_temp_path t;
          scgi_temp_path t;
          default_type application/octet-stream;
          gzip on; gzip_min_length 20; gzip_types application/octet-stream;
          server {
            listen 127.0.0.1:\(port) ssl http2;
            ssl_certificate certificate.pem; ssl_certificate_key key.pem;
            root .;
          }
        }

        """, to: folder.file("nginx.conf"))
      return ["-p", folder.path, "-c", "nginx.conf", "-e", "error.log"]
    }
  }

  /// Starts tinyproxy, which logs its requests in `log`.
  ///
  /// - Throws: `PtyError` if it does not start.
  package static func tinyproxy() throws -> ServerProcess {
    try ServerProcess("tinyproxy") { folder, port in
      try write(
        """
        Port \(port)
        Listen 127.0.0.1
        LogFile "\(folder.file("log"))"
        LogLevel Connect
        MaxClients 20

        """, to: folder.file("conf"))
      return ["-d", "-c", folder.file("conf")]
    }
  }

  /// Starts a server that accepts connections on a port.
  ///
  /// - Parameter prepare: Writes its files, and returns its arguments.
  /// - Throws: `PtyError` if it ends, or accepts none.
  init(
    _ name: String, prepare: (ScratchFolder, _ port: Int) throws -> [String]
  ) throws {
    folder = try ScratchFolder()
    // A port that was free a moment ago: these servers cannot choose one themselves.
    let free = try WebServer()
    port = free.port
    free.stop()
    let arguments = try prepare(folder, port)
    let script = """
      for folder in "$0"/lib/*-linux-gnu "$0"/usr/lib/*-linux-gnu; do
        LD_LIBRARY_PATH="$folder${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
      done
      export LD_LIBRARY_PATH PATH="$0/usr/sbin:$0/usr/bin:$PATH"
      exec "$@"
      """
    var argv = (["sh", "-c", script, Self.unpacked, name] + arguments).map { strdup($0) } + [nil]
    defer {
      for string in argv { Glibc.free(string) }
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(
      &actions, 1, folder.file("output"), O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    var process: pid_t = 0
    let failure = posix_spawnp(&process, "sh", &actions, nil, &argv, environ)
    guard failure == 0 else { throw PtyError(call: "posix_spawn \(name)", number: failure) }
    self.process = process
    var hasEnded = false
    let isReady = blockUntil {
      hasEnded = self.hasEnded
      return hasEnded || Loopback.listens(on: self.port)
    }
    guard isReady, !hasEnded else {
      let output = lines(of: "output").last ?? ""
      throw PtyError(call: "start \(name): \(output)", number: hasEnded ? ECHILD : ETIMEDOUT)
    }
  }

  deinit {
    // Stopped, they start no more, and the numbers of their children stay theirs.
    for process in Self.tree(process, each: { kill($0, SIGSTOP) }).reversed() {
      kill(process, SIGKILL)
    }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
  }

  /// The processes that it has started for its connections, and those which they have started.
  package var descendants: [pid_t] { Array(Self.tree(process).dropFirst()) }

  /// A process and its descendants, parents first.
  ///
  /// - Parameter visit: Called for each before its children are listed.
  private static func tree(_ root: pid_t, each visit: (pid_t) -> Void = { _ in }) -> [pid_t] {
    var found = [root]
    var index = 0
    while index < found.count {
      visit(found[index])
      found += PtyProcess.children(of: found[index])
      index += 1
    }
    return found
  }

  private var hasEnded: Bool {
    var information = siginfo_t()
    return waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT) == 0
      && information.si_signo == SIGCHLD
  }

  /// Where `scripts/packages.sh` unpacks servers.
  static let unpacked = "\(ProjectFolder.path)/.build/servers"

  /// The lines of a file that it writes.
  package func lines(of name: String) -> [String] {
    String(decoding: Command.contents(of: folder.file(name)), as: UTF8.self)
      .split(separator: "\n").map(String.init)
  }

  /// Writes a file of a server.
  static func write(_ text: String, to path: String) throws {
    guard let file = fopen(path, "we") else { throw PtyError(call: "fopen", number: errno) }
    fputs(text, file)
    fclose(file)
  }
}
