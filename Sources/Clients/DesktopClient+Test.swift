import Composable
import IssueReporting
import Models

extension DesktopClient: TestDependencyKey {
  /// A client that fails the test that calls it.
  package static var testValue: DesktopClient {
    DesktopClient(
      open: unimplemented("DesktopClient.open", placeholder: .success(())),
      copy: unimplemented("DesktopClient.copy", placeholder: ""))
  }
}

extension DependencyValues {
  /// What is round the program.
  package var desktopClient: DesktopClient {
    get { self[DesktopClient.self] }
    set { self[DesktopClient.self] = newValue }
  }
}
