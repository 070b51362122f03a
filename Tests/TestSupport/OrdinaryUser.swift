import Glibc

/// Somebody to whom the modes of files mean something: nothing is forbidden to root.
package enum OrdinaryUser {
  /// What glibc's overlay leaves out (setfsuid(2)).
  private typealias SetUser = @convention(c) (uid_t) -> Int32

  /// Does something as nobody in particular, as far as the file system is concerned.
  ///
  /// - Parameter body: For this thread alone.
  package static func run(_ body: () -> Void) {
    guard geteuid() == 0, let symbol = dlsym(nil, "setfsuid") else { return body() }
    let setUser = unsafeBitCast(symbol, to: SetUser.self)
    _ = setUser(65_534)
    defer { _ = setUser(0) }
    body()
  }
}
