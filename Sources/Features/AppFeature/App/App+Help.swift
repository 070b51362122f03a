import Composable

extension App.State {
  /// Shows or hides the list of keys. The page is paused meanwhile, as under its details.
  mutating func toggleHelp() -> Effect<App.Action> {
    guard help == nil else { return closeHelp() }
    help = Scroll()
    // The start note pointed here.
    return .merge(clearNote(), feed(.covered))
  }

  /// Removes the start note: what it tells has been found.
  mutating func clearNote() -> Effect<App.Action> {
    guard case .note = toast.message else { return .none }
    return clearToast()
  }

  /// Shows what is under the help again.
  mutating func closeHelp() -> Effect<App.Action> {
    guard help != nil else { return .none }
    help = nil
    return feed(.uncovered)
  }
}
