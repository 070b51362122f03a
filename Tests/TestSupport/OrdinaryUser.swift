import Glibc

/// A user to whom file modes apply, unlike root.
package enum OrdinaryUser {
  /// A function that glibc's overlay leaves out (setfsuid(2)).
  private typealias SetUser = @convention(c) (uid_t) -> Int32

  /// Runs code as an unprivileged user, as far as the file system is concerned.
  ///
  /// - Parameter body: Runs with this user on this thread only.
  package static func run(_ body: () -> Void) {
    guard geteuid() == 0, let symbol = dlsym(nil, "setfsuid") else { return body() }
    let setUser = unsafeBitCast(symbol, to: SetUser.self)
    _ = setUser(65_534)
    defer { _ = setUser(0) }
    body()
  }
}
