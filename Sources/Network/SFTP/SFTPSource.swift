import Dispatch
import Glibc
import Models
import Platform

/// Reads files and lists folders on servers by SFTP, over the user's own `ssh`, all on one thread,
/// which starts with the first request.
package final class SFTPSource: WebSource, FolderSource {
  private let mailbox = SFTPMailbox()
  private let board = SFTPBoard()
  private let configuration: SFTPConfiguration
  private let thread = Lock<WorkerThread?>(nil)
  /// The threads that wait for an answer.
  let waiters = Lock<[ObjectIdentifier: DispatchSemaphore]>([:])

  /// Nothing starts before the first request.
  package init(_ configuration: SFTPConfiguration) {
    self.configuration = configuration
  }

  deinit {
    mailbox.close()
  }

  /// Connects to a server, so that what `ssh` asks is asked now, on the terminal. All other connections
  /// are made without questions. One server at a time: they share the terminal.
  ///
  /// - Parameters:
  ///   - messages: Where what `ssh` says is written; open until `onEnd`.
  ///   - onEnd: Called on another thread, with the error if it failed.
  package func connect(
    to address: RemoteAddress, messages: Int32 = STDERR_FILENO,
    _ onEnd: @escaping @Sendable (WebError?) -> Void
  ) {
    _ = add(.connect(address, messages: messages, onEnd))
  }

  package func read(_ request: WebRequest, to receiver: any WebReceiver) -> any WebTransfer {
    add(.read(request, receiver))
  }

  package func list(_ folder: RemoteAddress, to receiver: any FolderReceiver) -> any WebTransfer {
    add(.list(folder, isLook: false, receiver))
  }

  package func look(
    at address: RemoteAddress, to receiver: any FolderReceiver
  ) -> any WebTransfer {
    add(.list(address, isLook: true, receiver))
  }

  /// The state of the connection for reads of a server; `nil` if there is none, or if it is not of
  /// `sftp`.
  package func statistics(of address: RemoteAddress) -> ServerStatistics? {
    guard address.scheme == .sftp else { return nil }
    return board.state(of: SFTPPlace(address).server)?.statistics
  }

  /// The machines to which a lost connection is being made again, on every change; for one observer.
  package var lostMachines: AsyncStream<Set<RemoteAddress>> { board.lost.stream }

  /// What a server has said of itself; `nil` if it is not connected. Known when `connect` ends.
  package func facts(of address: RemoteAddress) -> SFTPServerFacts? {
    board.state(of: SFTPPlace(address).server)?.facts
  }

  /// Ends all connections and their processes; waits for those, at most about a second. Receivers are
  /// not called again; whatever is requested later fails, and so does what a thread waits for.
  package func close() {
    mailbox.close()
    thread.withLock { $0 }?.join()
    for waiter in waiters.withLock({ $0 }).values { waiter.signal() }
  }

  func add(_ order: SFTPMailbox.Order) -> any WebTransfer {
    let number = mailbox.add(order)
    if number == 1 {
      let mailbox = mailbox
      let configuration = configuration
      let board = board
      let thread = WorkerThread(name: "sftp") { SFTPLoop(configuration, mailbox, board).run() }
      self.thread.withLock { $0 = thread }
      // It could not be started.
      if thread.isFinished { mailbox.close(fails: true) }
    }
    return Handle(number: number, mailbox: mailbox)
  }

  private struct Handle: WebTransfer {
    let number: Int
    let mailbox: SFTPMailbox

    func resume() { mailbox.send(.resume(number)) }

    func cancel() { mailbox.send(.cancel(number)) }
  }
}
