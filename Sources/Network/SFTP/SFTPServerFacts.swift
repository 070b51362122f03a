/// What a server has said of itself at the beginning of a session.
package struct SFTPServerFacts: Hashable, Sendable {
  /// The most that one read may request, in bytes; `nil` while the reply to `limits@openssh.com` is
  /// awaited, a round trip after `connect` has ended.
  package var readLimit: Int?
  /// Whether it announced `limits@openssh.com`. Without it, a read has 32 KB.
  package var hasLimits = false
  /// Whether it announced `statvfs@openssh.com`, which tells file systems apart.
  package var hasFileSystems = false

  init(extensions: [[UInt8]: [UInt8]]) {
    let has = { (name: String, version: String) in
      extensions[Array(name.utf8)] == Array(version.utf8)
    }
    hasLimits = has("limits@openssh.com", "1")
    hasFileSystems = has("statvfs@openssh.com", "2")
  }
}
