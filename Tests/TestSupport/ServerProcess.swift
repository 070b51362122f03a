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

  private init(
    _ name: String, prepare: (ScratchFolder, _ port: Int) throws -> [String]
  ) throws {
    folder = try ScratchFolder()
    // A port that was free a moment ago: these servers cannot choose one themselves.
    let free = try WebServer()
    port = free.port
    free.stop()
    let arguments = try prepare(folder, port)
    let command =
      "PATH=\"\(ProjectFolder.path)/.build/servers/usr/sbin:\(ProjectFolder.path)/.build/servers/usr/bin:$PATH\""
      + " exec \"$0\" \"$@\""
    var argv = (["sh", "-c", command, name] + arguments).map { strdup($0) } + [nil]
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
    guard blockUntil({ Self.answers(on: self.port) }) else {
      throw PtyError(call: "start \(name)", number: ETIMEDOUT)
    }
  }

  deinit {
    kill(process, SIGKILL)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
  }

  /// The lines of a file that it writes.
  package func lines(of name: String) -> [String] {
    String(decoding: Command.contents(of: folder.file(name)), as: UTF8.self)
      .split(separator: "\n").map(String.init)
  }

  private static func write(_ text: String, to path: String) throws {
    guard let file = fopen(path, "we") else { throw PtyError(call: "fopen", number: errno) }
    fputs(text, file)
    fclose(file)
  }

  private static func answers(on port: Int) -> Bool {
    let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    defer { close(connection) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    address.sin_port = in_port_t(port).bigEndian
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }
}
