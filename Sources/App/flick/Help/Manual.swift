import Foundation

/// Shows the manual page.
enum Manual {
  /// Has man(1) format and show it.
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
    try? pipe.fileHandleForWriting.write(contentsOf: Data(page.utf8))
    try? pipe.fileHandleForWriting.close()
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}
