import Composable

// Receiving actions that effects send.
extension TestStore {
  /// Waits for an action that an effect sends, and compares the resulting state.
  package func receive(
    _ action: Action,
    timeout: Duration? = nil,
    assert update: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async where Action: Equatable {
    await receive(
      Expectation(
        description: describe(action), matches: { $0 == action },
        mismatch: { difference(between: action, and: $0) }),
      timeout: timeout, update,
      at: SourceSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Waits for an action of a case, and compares the resulting state.
  package func receive<Value>(
    _ action: CasePath<Action, Value>,
    timeout: Duration? = nil,
    assert update: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    await receive(
      Expectation(
        description: "of the case of \(Value.self)", matches: { action.extract($0) != nil },
        mismatch: { "Received instead: \(describe($0))" }),
      timeout: timeout, update,
      at: SourceSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  private func receive(
    _ expectation: Expectation<Action>, timeout: Duration?,
    _ update: ((inout State) throws -> Void)?, at site: SourceSite
  ) async {
    let isExhaustive = exhaustivity == .on
    let hasArrived = await wait(timeout ?? self.timeout) { [record] in
      isExhaustive
        ? !record.received.isEmpty
        : record.received.contains { expectation.matches($0.action) }
    }
    guard hasArrived else {
      site.report(
        """
        Expected to receive an action \(expectation.description), but received \
        \(record.received.isEmpty ? "none" : "only others").

        \(inFlight())
        """)
      return
    }
    if !isExhaustive,
      let index = record.received.firstIndex(where: { expectation.matches($0.action) }
      )
    {
      skip(index, at: site)
    }
    let received = record.received.removeFirst()
    if expectation.matches(received.action) {
      check(from: state, to: received.state, update, at: site)
    } else {
      site.report("Received an unexpected action.\n\n\(expectation.mismatch(received.action))")
    }
    state = received.state
    await runtime.settle()
  }
}
