import Glibc
import Models
import Platform

/// A server: one connection for reads, and one for lists, which share a login.
///
/// Used by the SFTP thread only.
final class SFTPHost {
  typealias Caller = @Sendable (WebError?) -> Void

  let server: SFTPPlace.Server
  /// Its address, without a path.
  let machine: RemoteAddress
  private let configuration: SFTPConfiguration
  private let board: SFTPBoard
  /// The beginning of the paths for sockets by which the connections share a login; `nil` for none.
  private let sockets: String?
  private var socket: String?
  private var attempts = 0
  private(set) var reads: SFTPConnection?
  private(set) var lists: SFTPConnection?
  /// Tasks without a connection, in their order.
  private var waiting: [any SFTPTask] = []
  private var callers: [Caller] = []
  /// Where messages go while the callers' connection may ask.
  private var messages = STDERR_FILENO
  /// Consecutive failures.
  private var failures = 0
  private var notBefore = 0.0
  /// Why the latest login was refused: until the next one, whatever needs it is refused at once.
  private var refused: WebError?
  /// Whether there ever was a connection.
  private var wasConnected = false
  /// Whether the server refused a second connection.
  private var hasOnlyOne = false
  /// Processes whose connections have ended, and when to kill them.
  private var ending: [(process: ChildProcess, kill: Double)] = []

  /// How long a connection may take, in seconds: longer than TCP tries.
  private static let connectTime = 150.0
  /// A connection that ends sooner is a failure, in seconds.
  private static let shortLife = 10.0
  /// How long a process may take to end by itself, in seconds.
  static let endTime = 0.5
  private static let reapPause = 0.02
  /// How often to look whether a process that asks was stopped, in seconds.
  private static let stopPause = 0.2

  init(
    _ server: SFTPPlace.Server, of machine: RemoteAddress, _ configuration: SFTPConfiguration,
    _ board: SFTPBoard,
    sockets: String?
  ) {
    self.server = server
    self.machine = machine
    self.configuration = configuration
    self.board = board
    self.sockets = sockets
  }

  var connections: [SFTPConnection] { [reads, lists].compactMap { $0 } }

  /// Whether there are processes that have not ended.
  var hasProcesses: Bool { reads != nil || lists != nil || !ending.isEmpty }

  func add(_ task: any SFTPTask) {
    waiting.append(task)
  }

  func add(_ caller: @escaping Caller, messages: Int32, at now: Double) {
    callers.append(caller)
    self.messages = messages
    notBefore = now
    // One that must not ask would fail, and is in the way.
    if let reads, !reads.session.isReady, !reads.asks {
      drop(reads, at: now)
    }
  }

  /// Cancels or resumes a task, if it is one of this server.
  func change(_ number: Int, resumes: Bool, at now: Double) {
    if !resumes { waiting.removeAll { $0.number == number } }
    for connection in connections {
      guard let task = connection.tasks[number] else { continue }
      if resumes { task.resume(connection, at: now) } else { task.end(nil, connection) }
    }
  }

  /// Whether its connection was lost, and is awaited.
  var isLost: Bool { wasConnected && !waiting.isEmpty && reads?.session.isReady != true }

  /// Whether the user is asked.
  private var isAsking: Bool { reads.map { $0.asks && !$0.session.isReady } ?? false }

  /// Stops with a process that asks, if it was stopped.
  func followStop() {
    if isAsking { reads?.pipes.process.followStop() }
  }

  /// Does what is to be done.
  ///
  /// - Returns: When to be called again at the latest, in the loop's time.
  func turn(at now: Double) -> Double {
    reap(at: now)
    if let refused, callers.isEmpty, notBefore > now { fail(refused) }
    if !waiting.isEmpty || !callers.isEmpty, reads == nil, notBefore <= now { connect(at: now) }
    if let reads, reads.session.isReady { begin(reads, at: now) }
    var deadline = ending.isEmpty ? .infinity : now + Self.reapPause
    if reads == nil, !waiting.isEmpty || !callers.isEmpty { deadline = min(deadline, notBefore) }
    if isAsking { deadline = min(deadline, now + Self.stopPause) }
    for task in waiting {
      guard let (time, error) = task.deadline, reads?.asks != true else { continue }
      if time <= now { task.end(.failure(error), nil) } else { deadline = min(deadline, time) }
    }
    waiting.removeAll(where: \.isOver)
    for connection in connections {
      do throws(SFTPError) {
        try connection.watch(at: now)
        if connection.session.isReady { connection.step(idleTime: configuration.idleTime, at: now) }
        try connection.send()
        deadline = min(deadline, connection.deadline(idleTime: configuration.idleTime))
      } catch {
        end(connection, error, at: now)
        deadline = now
      }
    }
    return deadline
  }

  /// Ends a connection because of an error.
  func end(_ connection: SFTPConnection, _ error: SFTPError, at now: Double) {
    // All that a pipe holds.
    withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) {
      connection.receiveErrors(into: $0, at: now)
    }
    let isSecond = connection === lists
    drop(connection, at: now)
    let wasReady = connection.session.isReady
    let reason = wasReady ? WebError(error) : refusal(of: connection, error)
    connection.end(reason)
    if isSecond {
      hasOnlyOne = !wasReady
      return
    }
    let isFailure = !wasReady || now - connection.start < Self.shortLife
    failures = isFailure ? failures + 1 : 0
    let pause = configuration.pauses.lowerBound * Double(1 << min(max(failures - 1, 0), 20))
    notBefore = isFailure ? now + min(pause, configuration.pauses.upperBound) : now
    // The line may be back before they are due. What was refused will be refused again.
    if wasConnected, callers.isEmpty, !connection.isRefused { return }
    fail(reason)
  }

  /// Ends all processes. Nobody is told.
  func close(at now: Double) {
    for connection in connections { drop(connection, at: now) }
    waiting = []
  }

  /// Removes what a process that was killed leaves.
  func removeSocket() {
    _ = socket.map { unlink($0) }
  }

  /// Reaps processes that have ended, and kills those that do not.
  func reap(at now: Double) {
    ending.removeAll { process, kill in
      if process.poll() != nil { return true }
      if kill <= now { process.signal(SIGKILL) }
      return false
    }
  }

  // MARK: Connecting

  private func connect(at now: Double) {
    hasOnlyOne = false
    refused = nil
    // Another one each time: a process removes its own when it ends, which may be after this.
    removeSocket()
    attempts += 1
    socket = sockets.map { "\($0).\(attempts)" }
    do throws(SystemError) {
      reads = try start(isMaster: true, asks: !callers.isEmpty, at: now)
    } catch {
      failures += 1
      notBefore = now + configuration.pauses.upperBound
      fail(
        .unreachable(
          .localized("%1$s cannot be started: %2$s.", configuration.program, error)))
    }
  }

  private func start(
    isMaster: Bool, asks: Bool, at now: Double
  ) throws(SystemError) -> SFTPConnection {
    let arguments = configuration.arguments(
      for: server, socket: socket, isMaster: isMaster, asks: asks)
    let pipes = try SFTPPipes(
      configuration.program, arguments, configuration.environment, asks: asks)
    return SFTPConnection(
      pipes, asks: asks, messages: messages,
      connectTime: asks ? configuration.loginTime : Self.connectTime, at: now,
      onState: isMaster ? { [board, server] in board.show($0, of: server) } : nil)
  }

  /// Gives the connections what waited for them.
  private func begin(_ reads: SFTPConnection, at now: Double) {
    wasConnected = true
    if !callers.isEmpty { reads.pipes.process.takeTerminalBack() }
    for caller in callers { caller(nil) }
    callers = []
    for task in waiting {
      guard !(task is SFTPFileTask) else {
        reads.add(task, at: now)
        continue
      }
      if lists == nil, !hasOnlyOne {
        lists = try? start(isMaster: false, asks: false, at: now)
        hasOnlyOne = lists == nil
      }
      // The first list does not wait for the second connection.
      let isReady = lists?.session.isReady == true
      (isReady ? lists ?? reads : reads).add(task, at: now)
    }
    waiting = []
  }

  /// Has the process of a connection end.
  private func drop(_ connection: SFTPConnection, at now: Double) {
    connection.pipes.process.signal(SIGTERM)
    connection.pipes.process.takeTerminalBack()
    ending.append((connection.pipes.process, now + Self.endTime))
    if connection === reads {
      reads = nil
      board.show(nil, of: server)
    }
    if connection === lists { lists = nil }
  }

  private func fail(_ error: WebError) {
    // Whoever did not ask for the login may be tried again.
    let reason =
      error == .interrupted ? .loginRefused(.localized("it was interrupted.")) : error
    if case .loginRefused = reason { refused = reason }
    for task in waiting { task.end(.failure(reason), nil) }
    waiting = []
    for caller in callers { caller(error) }
    callers = []
  }

  /// Why there is no connection: what `ssh` says.
  private func refusal(of connection: SFTPConnection, _ error: SFTPError) -> WebError {
    guard error == .ended else { return WebError(error) }
    // A signal from the keyboard: POSIX shells report it so.
    if connection.asks, let status = connection.pipes.process.end(within: Self.endTime / 2),
      [SIGINT, SIGQUIT].contains(status - 128)
    {
      return .interrupted
    }
    guard let text = connection.lastError else {
      return .unreachable(.localized("%s cannot be reached.", server.host))
    }
    return connection.isRefused ? .loginRefused(text) : .unreachable(text)
  }
}
