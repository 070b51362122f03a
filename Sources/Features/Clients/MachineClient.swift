import Composable
import IssueReporting
import Models

/// Machines that clips are read from over the user's own logins.
package struct MachineClient: Client {
  /// Connects to a machine, in the terminal, where the user may be asked, and returns once that has
  /// ended.
  package var logIn: @Sendable (_ machine: RemoteAddress) async -> Result<Void, FeedError> =
    unimplemented("MachineClient.logIn", placeholder: .success(()))
  /// The machines to which a lost connection is being made again, on every change.
  package var lost: @Sendable () -> AsyncStream<Set<RemoteAddress>> =
    unimplemented("MachineClient.lost", placeholder: .finished)
  /// The connection that a clip is read through; `nil` if nothing is known of it.
  package var statistics: @Sendable (_ clip: MediaLocation) -> ServerStatistics? =
    unimplemented("MachineClient.statistics", placeholder: nil)

  package init() {}
}

extension DependencyValues {
  package var machineClient: MachineClient {
    get { self[MachineClient.self] }
    set { self[MachineClient.self] = newValue }
  }
}
