import Foundation

/// The manual page as a reader sees it.
enum Manual {
  /// Has man(1) format and show it.
  ///
  /// - Parameter page: In the mdoc language.
  /// - Returns: Whether there is a man(1) that did.
  static func show(_ page: String) -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["man", "-l", "-"]
    let pipe = Pipe()
    process.standardInput = pipe
    process.standardError = FileHandle.nullDevice
    // Where there is no man(1), nobody reads.
    signal(SIGPIPE, SIG_IGN)
    guard (try? process.run()) != nil else { return false }
    try? pipe.fileHandleForWriting.write(contentsOf: Data(page.utf8))
    try? pipe.fileHandleForWriting.close()
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}
