import Glibc
import Models
import Platform

/// The folder of Flick's saved state: `$XDG_STATE_HOME/flick`, or `~/.local/state/flick` (XDG Base
/// Directory Specification).
package struct StateFolder: Hashable, Sendable {
  /// Absolute.
  package let path: FilePath

  /// Finds the folder; `nil` if the environment specifies none.
  package init?(environment: [String: String]) {
    guard let state = BaseFolder.state(environment) else { return nil }
    self.init(path: FilePath("\(state)/flick"))
  }

  package init(path: FilePath) {
    self.path = path
  }

  package func file(_ name: String) -> FilePath { path.appending(FilePath(name)) }

  /// Creates the folder and its parents, accessible to the user only.
  package func make() { path.makeFolder() }
}
