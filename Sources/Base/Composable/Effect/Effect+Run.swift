/// The asynchronous part of an effect.
struct Run<Action: Sendable>: Sendable {
  let site: SourceSite
  /// The dependencies from when the effect was created.
  let dependencies: DependencyValues
  let operation: @MainActor @Sendable (Send<Action>) async throws -> Void

  func map<NewAction: Sendable>(
    _ transform: @escaping @Sendable (Action) -> NewAction
  ) -> Run<NewAction> {
    Run<NewAction>(site: site, dependencies: dependencies) { [operation] send in
      try await operation(send.pullback(transform))
    }
  }
}

extension Run {
  /// Runs the work to its end.
  @MainActor
  func perform(_ send: Send<Action>) async {
    do {
      try await operation(send)
    } catch is CancellationError {
      return
    } catch {
      site.report(
        """
        An effect threw an error that nothing catches.

          Error: \(error)

        Handle it in the effect.
        """)
    }
  }

  /// Reports that the effect sent an action after its end.
  func reportLateAction(_ action: Action) {
    site.report(
      """
      An action was sent from an effect that has ended.

        Action: \(action)

      Do not keep `send` beyond the effect: what it sends then can be neither awaited nor \
      cancelled. Wait in the effect for the work that sends.
      """)
  }
}

extension Effect {
  /// Runs asynchronous work that may send actions back.
  ///
  ///     return .run { [id = state.id] send in
  ///       for await status in playerClient.status(id) {
  ///         await send(.statusChanged(status))
  ///       }
  ///     }
  ///
  /// The work starts on the main actor after the state was published, and runs there until it first
  /// suspends; slow work belongs in a client, off the main actor. It sees the dependencies from
  /// when the effect was created. Cancellation is silent; any other error it throws is reported.
  package static func run(
    operation: @escaping @MainActor @Sendable (_ send: Send<Action>) async throws -> Void,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    Self(
      operation: .run(
        Run(
          site: SourceSite(fileID: fileID, filePath: filePath, line: line, column: column),
          dependencies: DependencyValues.current, operation: operation)))
  }

  /// Sends an action after a delay, replacing a pending one with the same id.
  package static func send(
    _ action: Action, after duration: Duration, id: some Hashable & Sendable,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    @Dependency(\.clock) var clock
    return .run(
      operation: { [clock] send in
        try await clock.sleep(for: duration)
        await send(action)
      }, fileID: fileID, filePath: filePath, line: line, column: column
    )
    .cancellable(id: id, cancelInFlight: true)
  }
}
