import Glibc
import Models
import TestSupport

/// What a traced process opened and whom it called, as `strace` tells it.
struct OpenTrace: Sendable {
  /// The paths, as the process gave them.
  private(set) var paths: [FilePath] = []
  /// The paths of its start.
  private(set) var startPaths: [FilePath] = []
  /// Calls that reach for the network.
  private(set) var networkCalls: [String] = []

  /// Why nothing can be traced; `nil` if it can.
  static let obstacle: String? = {
    guard Command.isInstalled("strace") else { return "strace is not installed" }
    let works = try? Command.run("strace", ["-qq", "-f", "-e", "trace=openat", "true"])
    return works == 0 ? nil : "strace may not trace here"
  }()

  /// The command line that runs a program under the tracer, without the program's own.
  ///
  /// The program stays this process's child, so that its end and its memory are its own.
  static func command(writingTo file: String) -> [String] {
    [
      "strace", "-DDD", "-f", "--seccomp-bpf", "-q", "-xx", "-s", "5000", "-e", "signal=none",
      "-e", "trace=open,openat,openat2,creat,socket,connect,bind", "-o", file,
    ]
  }

  /// Reads a trace, waiting for the tracer to end it.
  ///
  /// What comes before the first open of `beginning` is the program's start.
  ///
  /// - Returns: `nil` if it never did.
  init?(file: String, of process: pid_t, from beginning: FilePath) {
    let end = try? Regex("(?m)^\(process) +\\+\\+\\+ (exited|killed)")
    guard let end else { return nil }
    var text = ""
    let hasEnded = blockUntil(within: 4) {
      text = String(decoding: Command.contents(of: file), as: UTF8.self)
      return text.contains(end)
    }
    guard hasEnded else { return nil }
    for line in text.split(separator: "\n") { read(line) }
    guard let first = paths.firstIndex(of: beginning) else { return nil }
    startPaths = Array(paths[..<first])
    paths.removeFirst(first)
  }

  private mutating func read(_ line: Substring) {
    let call = line.drop { $0.isNumber }.drop { $0 == " " }
    if call.starts(with: "socket(") || call.starts(with: "connect(")
      || call.starts(with: "bind(")
    {
      let isLocal = call.contains("AF_UNIX") || call.contains("AF_NETLINK")
      if !isLocal { networkCalls.append(String(call)) }
    } else if call.starts(with: "open") || call.starts(with: "creat(") {
      // Calls that were resumed have told their path before.
      let parts = call.split(separator: "\"", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { return }
      paths.append(
        FilePath(bytes: parts[1].split(separator: "\\x").compactMap { UInt8($0, radix: 16) }))
    }
  }
}
