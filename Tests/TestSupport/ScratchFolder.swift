import Glibc

/// A temporary folder, removed with everything in it.
package final class ScratchFolder: Sendable {
  /// Its path, without a trailing slash.
  package let path: String

  /// Creates an empty folder.
  ///
  /// - Parameter folder: Where, if not among the temporary files.
  /// - Throws: `PtyError` if it cannot be created.
  package init(in folder: String? = nil) throws(PtyError) {
    let base = folder ?? getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = "\(base)/flick-test-XXXXXX".utf8CString.map { $0 }
    guard mkdtemp(&template) != nil else { throw PtyError(call: "mkdtemp", number: errno) }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    _ = try? Command.run("rm", ["-rf", "--", path])
  }

  /// The path of a file in the folder.
  package func file(_ name: String) -> String { "\(path)/\(name)" }
}
