import Glibc

/// A folder of a test's own, removed with everything in it.
package final class ScratchFolder: Sendable {
  /// Where it is, without a slash at the end.
  package let path: String

  /// Makes an empty folder.
  ///
  /// - Throws: `PtyError` if there is no room for one.
  package init() throws(PtyError) {
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
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
