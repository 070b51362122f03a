import Composable

/// How much of what happens a test has to assert.
package enum Exhaustivity: Equatable, Sendable {
  /// Every state change, every received action, and the end of every effect.
  case on
  /// Only what the test is interested in. With `showSkippedAssertions`, the rest is recorded as
  /// warnings.
  case off(showSkippedAssertions: Bool)

  /// Only what the test is interested in, silently.
  package static let off = Self.off(showSkippedAssertions: false)
}

/// A store that makes a test assert how the state changes, which actions come back from effects,
/// and that every effect ends.
///
///     @MainActor
///     @Test func loading() async {
///       let store = TestStore(initialState: Feed.State()) {
///         Feed()
///       } withDependencies: {
///         $0.feedClient.load = { [.mock] }
///       }
///       await store.send(.appeared) { $0.isLoading = true }
///       await store.receive(.loaded([.mock])) {
///         $0.isLoading = false
///         $0.items = [.mock]
///       }
///     }
///
/// The real store runs ahead; `state` is what the test has asserted so far. Failures are recorded
/// at the line that caused them.
@MainActor
package final class TestStore<State: Equatable & Sendable, Action: Sendable> {
  /// The state after the last action that the test sent or received.
  package internal(set) var state: State
  /// How much the test has to assert.
  package var exhaustivity = Exhaustivity.on
  /// How long `receive` and `finish` wait for an effect that is suspended on something the test
  /// does not control.
  package var timeout: Duration

  let store: Store<State, Action>
  let runtime: StoreRuntime
  private var skippedEffects: Set<Int> = []
  let record = Record<State, Action>()

  /// Creates a test store.
  ///
  /// Its effects run on the main thread, including the asynchronous functions they call.
  package init(
    initialState: @autoclosure () -> State,
    @ReducerBuilder<State, Action> reducer: () -> some Reducer<State, Action>,
    withDependencies prepareDependencies: ((inout DependencyValues) -> Void)? = nil,
    timeout: Duration = .seconds(5)
  ) {
    self.timeout = timeout
    store = Store(
      initialState: initialState(), reducer: reducer,
      withDependencies: {
        $0.isLive = false
        prepareDependencies?(&$0)
      })
    state = store.state
    runtime = store.runtime
    runtime.install()
    store.onReduce { [record] action, state, origin in
      record.append(Received(action: action, state: state, origin: origin))
    }
  }

  deinit {
    guard exhaustivity == .on else { return }
    let effects = runtime.effects.filter { [skippedEffects] in !skippedEffects.contains($0.serial) }
    reportReceived(record.received, at: nil)
    for effect in effects {
      effect.origin.report(
        """
        An effect that follows from this action is still in flight at the end of the test.

        \(effect.summary)

        Let it end: advance the test clock, finish the stream it reads, send the action that \
        cancels it, or call `skipInFlightEffects()`.
        """)
    }
  }

  /// The dependencies of the store. Changes apply to the actions that follow.
  package var dependencies: DependencyValues {
    get { runtime.dependencies }
    set { runtime.dependencies = newValue }
  }

  /// The effects in flight, cancellation tokens, observers and child stores of the real store.
  package var counts: StoreCounts { store.counts }

  // MARK: - Sending

  /// Sends an action, and compares the resulting state.
  ///
  /// The closure turns a copy of the state before into the expected one; without exhaustivity, it
  /// gets a copy of the state after. Actions received earlier must have been asserted.
  ///
  /// - Returns: A task that ends when all resulting effects have ended.
  @discardableResult
  package func send(
    _ action: Action,
    assert update: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async -> TestStoreTask {
    let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    if !record.received.isEmpty {
      if exhaustivity == .on {
        site.report(
          """
          Must receive \(counted(record.received.count, "action")) before sending an action.

          Not received: \(describe(record.received.map(\.action)))
          """)
      }
      skipAll(at: site)
    }
    record.isSending = true
    let task = store.send(
      action, fileID: fileID, filePath: filePath, line: line, column: column)
    guard let sent = record.takeSent() else {
      site.report("The action was sent while the store was reducing another; send it afterwards.")
      return TestStoreTask(task: task, store: self)
    }
    check(from: state, to: sent.state, update, at: site)
    state = sent.state
    await runtime.settle()
    return TestStoreTask(task: task, store: self)
  }

  /// Compares the current state, without an action.
  package func assert(
    _ update: (_ state: inout State) throws -> Void,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    withoutActuallyEscaping(update) { update in
      check(
        from: state, to: state, { try update(&$0) },
        at: SourceSite(fileID: fileID, filePath: filePath, line: line, column: column),
        mayLeaveUnchanged: true)
    }
  }

  // MARK: - Ending

  /// Waits until every effect has ended; no action may be left to receive.
  package func finish(
    timeout: Duration? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let hasFinished = await wait(timeout ?? self.timeout) { runtime.effects.isEmpty }
    if !hasFinished {
      site.report("Expected every effect to end.\n\n\(inFlight())")
    }
    if exhaustivity == .on { reportReceived(record.received, at: site) }
    skipAll(at: site)
  }

  /// Skips the actions received so far. The state becomes the one after them.
  package func skipReceivedActions(
    strict: Bool = true,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await runtime.settle()
    if strict, record.received.isEmpty {
      site.report("There were no received actions to skip.")
    }
    skipAll(at: site)
  }

  /// Cancels the effects in flight.
  package func skipInFlightEffects(
    strict: Bool = true,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    await runtime.settle()
    if strict, runtime.effects.isEmpty {
      SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
        .report("There were no effects in flight to skip.")
    }
    skippedEffects.formUnion(runtime.effects.map(\.serial))
    runtime.cancelAll()
    await runtime.settle()
  }

  /// Changes the exhaustivity for the duration of an operation.
  @discardableResult
  package func withExhaustivity<Result>(
    _ exhaustivity: Exhaustivity, operation: () async throws -> Result
  ) async rethrows -> Result {
    let outer = self.exhaustivity
    self.exhaustivity = exhaustivity
    defer { self.exhaustivity = outer }
    return try await operation()
  }
}

/// A test store of the state and action of a reducer.
package typealias TestStoreOf<R: Reducer> = TestStore<R.State, R.Action> where R.State: Equatable
