import Composable

extension App.State {
  /// Shows or hides the list of keys. The page is paused meanwhile, as under its details.
  mutating func toggleHelp() -> Effect<App.Action> {
    guard help == nil else { return closeHelp() }
    help = Scroll()
    // The start note pointed here.
    var noted = Effect<App.Action>.none
    if case .note = toast.message { noted = clearToast() }
    return .merge(noted, feed(.covered))
  }

  /// Shows what is under the help again.
  mutating func closeHelp() -> Effect<App.Action> {
    guard help != nil else { return .none }
    help = nil
    return feed(.uncovered)
  }
}
