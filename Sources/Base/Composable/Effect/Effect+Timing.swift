/// How effects of an id are thinned out.
struct Throttle: Sendable {
  let id: CancelID
  let interval: Duration
  let latest: Bool
  let clock: any Clock<Duration>
  let site: SourceSite
}

extension Effect {
  /// Holds the effect back until `duration` has passed without another one of that id.
  ///
  /// Waits on the clock of the dependencies in force. `cancel(id:)` drops what is held back.
  package func debounce(
    id: some Hashable & Sendable,
    for duration: Duration,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    if isNone { return .none }
    let clock = DependencyValues.current.clock
    let wait = Self.run(
      name: "debounce",
      operation: { _ in try await clock.sleep(for: duration) },
      fileID: fileID, filePath: filePath, line: line, column: column)
    return wait.concatenate(with: self).cancellable(id: id, cancelInFlight: true)
  }

  /// Lets one effect of that id through at once and then at most one per `duration`.
  ///
  /// Measured on the clock of the dependencies in force. What comes too early is held back to the
  /// end of the interval, of several the last or, unless `latest`, the first; `cancel(id:)` drops
  /// it.
  package func throttle(
    id: some Hashable & Sendable,
    for duration: Duration,
    latest: Bool,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    if isNone { return .none }
    return Self(
      operation: .throttle(
        self,
        Throttle(
          id: CancelID(id), interval: duration, latest: latest,
          clock: DependencyValues.current.clock,
          site: SourceSite(fileID: fileID, filePath: filePath, line: line, column: column))))
  }
}
