import Composable
import Platform

/// A stream that a test feeds by hand, and whose readers it knows.
///
///     let statuses = TestStream<PlayerStatus>()
///     … withDependencies: { $0.playerClient.status = { _ in statuses.stream() } }
///     await statuses.yield(.ready)
///     await store.receive(.statusChanged(.ready))
///
/// An element goes to every open stream, and waits there until it is read.
package final class TestStream<Element: Sendable>: Sendable {
  private struct Reader {
    var buffer: [Element] = []
    var isFinished = false
    var waiting: CheckedContinuation<Element?, Never>?
    var effect: RunningEffect?
  }

  private struct Contents {
    var nextID = 0
    var readers: [Int: Reader] = [:]
    var isFinished = false
  }

  private let name: String
  private let contents = Lock(Contents())

  /// Creates a stream without readers; failure messages call it `name`.
  package init(_ name: String = "\(Element.self)") {
    self.name = name
  }

  /// How many streams are open: created, and neither finished nor cancelled.
  package var readerCount: Int { contents.withLock { $0.readers.count } }

  /// A stream of the elements yielded from now on.
  package func stream() -> AsyncStream<Element> {
    let id = contents.withLock { contents in
      defer { contents.nextID += 1 }
      contents.readers[contents.nextID] = Reader(isFinished: contents.isFinished)
      return contents.nextID
    }
    // Released with the stream, when its reader stops reading without being cancelled.
    let lease = Lease { [self] in close(id) }
    return AsyncStream(
      unfolding: { [self] in await next(of: id, lease) }, onCancel: { [self] in close(id) })
  }

  /// Gives an element to every open stream, and lets the effects that read it continue.
  @MainActor
  package func yield(_ element: Element) async {
    let ids = contents.withLock { $0.readers.keys.sorted() }
    await deliver(to: ids) { $0.buffer.append(element) }
  }

  /// Ends every stream, and lets the effects that read it continue.
  @MainActor
  package func finish() async {
    let ids = contents.withLock { contents in
      contents.isFinished = true
      return contents.readers.keys.sorted()
    }
    await deliver(to: ids) { $0.isFinished = true }
  }

  private var reason: String { "waiting for the test stream of \(name)" }

  private func next(of id: Int, _ lease: Lease) async -> Element? {
    await withCheckedContinuation { continuation in
      let effect = DependencyValues.current.effect
      effect?.suspend(on: reason)
      let isOpen = contents.withLock { contents in
        guard contents.readers[id] != nil else { return false }
        contents.readers[id]?.waiting = continuation
        contents.readers[id]?.effect = effect
        return true
      }
      if isOpen {
        // There may already be an element.
        deliver(id) { _ in }
      } else {
        effect?.resume(from: reason)
        continuation.resume(returning: nil)
      }
    }
  }

  /// Changes a reader, and resumes it if it is waiting and has something to read.
  private func deliver(_ id: Int, _ change: (inout Reader) -> Void) {
    let resumption = contents.withLock { contents -> (() -> Void)? in
      guard var reader = contents.readers[id] else { return nil }
      change(&reader)
      defer { contents.readers[id] = reader.isFinished && reader.buffer.isEmpty ? nil : reader }
      guard let waiting = reader.waiting, !reader.buffer.isEmpty || reader.isFinished else {
        return nil
      }
      let element = reader.buffer.isEmpty ? nil : reader.buffer.removeFirst()
      let effect = reader.effect
      reader.waiting = nil
      reader.effect = nil
      return { [reason] in
        effect?.resume(from: reason)
        waiting.resume(returning: element)
      }
    }
    resumption?()
  }

  private func close(_ id: Int) {
    deliver(id) { reader in
      reader.buffer = []
      reader.isFinished = true
    }
    contents.withLock { $0.readers[id] = nil }
  }

  /// Changes the readers, and lets the effects that read them continue.
  @MainActor
  private func deliver(to ids: [Int], _ change: (inout Reader) -> Void) async {
    let runtimes = contents.withLock { contents in
      ids.compactMap { contents.readers[$0]?.effect?.runtime }
    }
    for id in ids {
      deliver(id, change)
    }
    for runtime in runtimes {
      await runtime.settle()
    }
  }

  /// Calls a closure when it is released.
  private final class Lease: Sendable {
    private let end: @Sendable () -> Void

    init(_ end: @escaping @Sendable () -> Void) {
      self.end = end
    }

    deinit {
      end()
    }
  }
}
