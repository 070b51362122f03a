import Models
import Network
import Platform
import TestSupport

/// A machine whose folders are listed as a test says, batch by batch.
final class SlowMachine: FolderSource {
  private struct State {
    var asked: [String] = []
    var receivers: [String: any FolderReceiver] = [:]
    var cancelled: [String] = []
    var resumed = 0
  }

  private struct Transfer: WebTransfer {
    let machine: SlowMachine
    let path: String

    func resume() { machine.state.withLock { $0.resumed += 1 } }
    func cancel() { machine.state.withLock { $0.cancelled.append(path) } }
  }

  private let state = Lock(State())
  /// Whether the line stands: what is there can be looked at.
  let hasLine = Lock(true)

  /// Folders whose lists fail at once.
  let failing = Lock<[String: WebError]>([:])

  /// The folders that were asked for, in this order.
  var asked: [String] { state.withLock { $0.asked } }
  /// Those that nobody waits for any more.
  var cancelled: [String] { state.withLock { $0.cancelled } }
  var resumed: Int { state.withLock { $0.resumed } }

  func list(_ folder: RemoteAddress, to receiver: any FolderReceiver) -> any WebTransfer {
    let error = failing.withLock { $0[folder.target] }
    state.withLock { state in
      state.asked.append(folder.target)
      if error == nil { state.receivers[folder.target] = receiver }
    }
    if let error { receiver.end(.failure(error)) }
    return Transfer(machine: self, path: folder.target)
  }

  func look(at address: RemoteAddress, to receiver: any FolderReceiver) -> any WebTransfer {
    if hasLine.withLock({ $0 }) {
      _ = receiver.take([FolderEntry(name: Array("x".utf8), kind: .folder)])
      receiver.end(.complete)
    } else {
      receiver.end(.failure(.stalled))
    }
    return Transfer(machine: self, path: address.target)
  }

  /// Sends names once the folder was asked for; those that end in a slash are of folders.
  @discardableResult
  func send(_ path: String, _ names: String...) async -> WebDemand? {
    await send(path, names)
  }

  @discardableResult
  func send(_ path: String, _ names: [String]) async -> WebDemand? {
    await receiver(path, isOver: false)?.take(names.map { FolderEntry(listed: $0) })
  }

  /// Ends the list of a folder.
  func end(_ path: String, _ error: WebError? = nil) async {
    await receiver(path, isOver: true)?.end(error.map { .failure($0) } ?? .complete)
  }

  /// Lists folders completely, one after the other.
  func list(_ folders: KeyValuePairs<String, [String]>) async {
    for (path, names) in folders {
      await send(path, names)
      await end(path)
    }
  }

  private func receiver(_ path: String, isOver: Bool) async -> (any FolderReceiver)? {
    _ = await eventually { state.withLock { $0.receivers[path] != nil } }
    return state.withLock { state in
      defer { if isOver { state.receivers[path] = nil } }
      return state.receivers[path]
    }
  }
}

extension FolderEntry {
  /// A file, or a folder if the name ends in a slash.
  init(listed name: String) {
    let isFolder = name.hasSuffix("/")
    self.init(
      name: Array((isFolder ? name.dropLast() : name[...]).utf8), kind: isFolder ? .folder : .file)
  }
}
