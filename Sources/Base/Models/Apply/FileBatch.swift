/// All that one `apply` does to files: it can be taken back as a whole.
package struct FileBatch: Hashable, Sendable, Identifiable {
  package enum State: String, Hashable, Sendable {
    case applying
    case applied
    case undoing
    case undone
    /// Some clips could not be brought back: it may be tried again.
    case partlyUndone
  }

  /// Microseconds since 1970.
  package let id: Int
  package var state: State
  package var steps: [FileStep]

  package init(id: Int, state: State = .applying, steps: [FileStep]) {
    self.id = id
    self.state = state
    self.steps = steps
  }

  /// How many files have yet to be brought back.
  package var doneCount: Int { steps.count { $0.state != .failed && $0.state != .undone } }

  /// Whether it was begun and neither finished nor taken back.
  package var isUnfinished: Bool { state == .applying || state == .undoing }

  /// The prefix of the names of files that a step sets aside. It follows from the batch, so it is
  /// known before any file gets such a name.
  ///
  /// - Parameter index: The step's.
  package func sideName(of index: Int) -> String { ".flick-\(id)-\(index)" }
}
