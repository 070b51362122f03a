import Composable
import IssueReporting
import Models

extension SnapshotClient: TestDependencyKey {
  /// A client that fails the test that calls it.
  package static var testValue: SnapshotClient {
    SnapshotClient(
      save: unimplemented("SnapshotClient.save", placeholder: .failure(.noPicture)))
  }
}

extension DependencyValues {
  /// Saves pictures.
  package var snapshotClient: SnapshotClient {
    get { self[SnapshotClient.self] }
    set { self[SnapshotClient.self] = newValue }
  }
}
