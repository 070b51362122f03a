import Composable

extension App.State {
  /// Shows all keys, or no longer does. The page is held meanwhile, as under its details.
  mutating func toggleHelp() -> Effect<App.Action> {
    guard help == nil else { return closeHelp() }
    help = Help.State()
    return .adopt(&self, \.feed, action: App.Action.feedCase) { feed in
      feed.noting { $0.details == nil ? $0.adoptCurrent { $0.pageLeft(for: .overlay) } : .none }
    }
  }

  /// Shows what is under the help again.
  mutating func closeHelp() -> Effect<App.Action> {
    guard help != nil else { return .none }
    help = nil
    return .adopt(&self, \.feed, action: App.Action.feedCase) { feed in
      feed.noting { $0.details == nil ? $0.adoptCurrent { $0.pageUncovered() } : .none }
    }
  }
}
