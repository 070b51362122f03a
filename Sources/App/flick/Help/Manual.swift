import Foundation
import Glibc

enum Manual {
  /// Formats and shows it with man(1).
  ///
  /// - Parameter page: In the mdoc language.
  /// - Returns: Whether man(1) is there and succeeded.
  static func show(_ page: String) -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["man", "-l", "-"]
    let pipe = Pipe()
    process.standardInput = pipe
    process.standardError = FileHandle.nullDevice
    // Without man(1), nothing reads the pipe.
    signal(SIGPIPE, SIG_IGN)
    guard (try? process.run()) != nil else { return false }
    let foreground = Foreground(passingTo: process.processIdentifier)
    try? pipe.fileHandleForWriting.write(contentsOf: Data(page.utf8))
    try? pipe.fileHandleForWriting.close()
    process.waitUntilExit()
    foreground?.takeBack()
    return process.terminationStatus == 0
  }
}

/// The terminal, lent to a child: Foundation starts it in a process group of its own, whose pager the
/// system would stop.
private struct Foreground {
  private let terminal: Int32

  /// Passes the terminal on.
  ///
  /// - Returns: `nil` if there is none, or this process does not have it.
  init?(passingTo child: pid_t) {
    terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
    guard terminal >= 0 else { return nil }
    guard tcgetpgrp(terminal) == getpgrp(), tcsetpgrp(terminal, child) == 0 else {
      close(terminal)
      return nil
    }
    // It may have been stopped before.
    kill(-child, SIGCONT)
  }

  func takeBack() {
    // A background process that takes it would be stopped.
    signal(SIGTTOU, SIG_IGN)
    tcsetpgrp(terminal, getpgrp())
    signal(SIGTTOU, SIG_DFL)
    close(terminal)
  }
}
