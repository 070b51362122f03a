import Composable
import CustomDump
import IssueReporting
import Platform

/// The effects that result from an action sent to a test store.
@MainActor
package struct TestStoreTask {
  let task: StoreTask
  let wait: (Duration?) async -> String?
  let settle: () async -> Void

  init<State, Action>(task: StoreTask, store: TestStore<State, Action>) {
    self.task = task
    wait = { [weak store] timeout in
      guard let store else { return nil }
      let hasFinished = await store.wait(timeout ?? store.timeout) { task.isFinished }
      return hasFinished ? nil : store.inFlight()
    }
    settle = { [weak store] in await store?.runtime.settle() }
  }

  /// Waits until all resulting effects have ended.
  package func finish(
    timeout: Duration? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    if let inFlight = await wait(timeout) {
      SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
        .report("Expected everything that followed from the action to end.\n\n\(inFlight)")
    }
  }

  /// Cancels all resulting effects, and waits until they have ended.
  package func cancel() async {
    await task.cancel()
    await settle()
  }

  /// Whether the effects were cancelled.
  package var isCancelled: Bool { task.isCancelled }
}

/// An action that the store reduced, the state after it, and where the test sent the action behind
/// it.
struct Received<State: Sendable, Action: Sendable>: Sendable {
  let action: Action
  let state: State
  let origin: SourceSite
}

/// What the real store did that the test has not asserted yet.
///
/// Behind a lock because a test store reads it when it is released, on any thread.
final class Record<State: Sendable, Action: Sendable>: Sendable {
  private struct Contents {
    var isSending = false
    var sent: Received<State, Action>?
    var received: [Received<State, Action>] = []
  }

  private let contents = Lock(Contents())

  /// Whether the next action is the one that the test sends.
  var isSending: Bool {
    get { contents.withLock { $0.isSending } }
    set { contents.withLock { $0.isSending = newValue } }
  }

  var received: [Received<State, Action>] {
    get { contents.withLock { $0.received } }
    set { contents.withLock { $0.received = newValue } }
  }

  func append(_ reduced: Received<State, Action>) {
    contents.withLock { contents in
      if contents.isSending {
        contents.isSending = false
        contents.sent = reduced
      } else {
        contents.received.append(reduced)
      }
    }
  }

  func takeSent() -> Received<State, Action>? {
    contents.withLock { contents in
      contents.isSending = false
      return contents.sent.take()
    }
  }
}

/// The action that `receive` waits for.
struct Expectation<Action> {
  let description: String
  let matches: (Action) -> Bool
  /// The failure message for another action.
  let mismatch: (Action) -> String
}

extension SourceSite {
  /// Records a warning at this source location.
  func warn(_ message: String) {
    reportIssue(
      message, severity: .warning, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

/// The description of a value in failure messages.
func describe(_ value: some Any) -> String {
  String(customDumping: value)
}

/// The diff of two values in failure messages.
func difference<Value>(between expected: Value, and actual: Value) -> String {
  guard let difference = diff(expected, actual, format: .proportional) else {
    return """
      Expected: \(describe(expected))
      Actual: \(describe(actual))

      They print the same and are not equal: look at `==`.
      """
  }
  return "\(difference)\n\n(Expected: −, Actual: +)"
}

/// “1 action”, “2 actions”.
func counted(_ count: Int, _ noun: String) -> String {
  count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
}
