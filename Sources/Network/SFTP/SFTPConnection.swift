import Glibc
import Models
import Platform

/// A process that connects to a server, and the session and transfers that it carries.
///
/// Used by the SFTP thread only.
final class SFTPConnection {
  /// A file that is open, or being opened.
  private final class OpenFile {
    let path: [UInt8]
    /// `nil` until it is open.
    var handle: [UInt8]?
    var users: Set<Int> = []
    var idleSince = 0.0

    init(_ path: [UInt8]) {
      self.path = path
    }
  }

  let pipes: SFTPPipes
  /// Whether it may ask the user.
  let asks: Bool
  /// Where its messages go meanwhile.
  private let messages: Int32
  /// When it was started, in the loop's time.
  let start: Double
  var session = SFTPSession()
  private(set) var tasks: [Int: any SFTPTask] = [:]
  /// The numbers of the tasks, in the order in which they may send next.
  private var turns: [Int] = []
  /// The files that whoever needs them may use.
  private var files: [[UInt8]: OpenFile] = [:]
  /// The files of the tasks.
  private var used: [Int: OpenFile] = [:]
  private var opening: [UInt32: OpenFile] = [:]
  /// The latest of what the process wrote to standard error.
  private var errorText: [UInt8] = []
  /// What of it is still to be passed on: the beginning of a line.
  private var unshown: [UInt8] = []
  /// Whether it may write more there.
  private(set) var hasErrors = true
  /// When something arrived, or nothing was awaited.
  private var latest: Double
  /// How long it may take until it is ready, without a message, in seconds.
  private let connectTime: Double
  /// Is told of each new state.
  private let onState: ((SFTPBoard.State) -> Void)?
  private var shown: SFTPBoard.State?

  /// The owner of what belongs to no task.
  private static let nobody = 0
  private static let longestText = 2_048
  /// The most unused files that are kept open.
  private static let mostIdle = 16
  /// A connection on which nothing arrives for so long has ended, in seconds.
  private static let silence = 30.0

  init(
    _ pipes: SFTPPipes, asks: Bool, messages: Int32, connectTime: Double, at now: Double,
    onState: ((SFTPBoard.State) -> Void)?
  ) {
    self.pipes = pipes
    self.asks = asks
    self.messages = messages
    self.connectTime = connectTime
    self.onState = onState
    start = now
    latest = now
  }

  // MARK: Tasks

  func add(_ task: any SFTPTask, at now: Double) {
    task.begin(at: now)
    tasks[task.number] = task
    turns.append(task.number)
  }

  /// Sends what the tasks have to send, in turns, and closes files.
  func step(idleTime: Double, at now: Double) {
    if !session.isAwaiting { latest = now }
    closeIdle(idleTime, at: now)
    var hasSent = true
    while hasSent {
      hasSent = false
      for number in turns where tasks[number]?.step(self, at: now) == true { hasSent = true }
    }
    turns.removeAll { number in
      guard let task = tasks[number], task.isOver else { return false }
      tasks[number] = nil
      return true
    }
    if let first = turns.first { turns = turns.dropFirst() + [first] }
    show()
  }

  /// When something has to be done at the latest, in the loop's time.
  func deadline(idleTime: Double) -> Double {
    var deadline = tasks.values.compactMap(\.deadline?.time).min() ?? .infinity
    if session.isAwaiting { deadline = min(deadline, silenceEnd) }
    let idle = files.values.lazy.filter { $0.users.isEmpty && $0.handle != nil }
    if let oldest = idle.map(\.idleSince).min() { deadline = min(deadline, oldest + idleTime) }
    return deadline
  }

  /// Gives up what takes too long.
  ///
  /// - Throws: If the connection does not respond at all.
  func watch(at now: Double) throws(SFTPError) {
    for task in tasks.values {
      if let (time, error) = task.deadline, time <= now { task.end(.failure(error), self) }
    }
    if session.isAwaiting, silenceEnd <= now { throw session.end }
  }

  private var silenceEnd: Double {
    latest + (session.isReady ? Self.silence : connectTime)
  }

  private func show() {
    guard let onState, let state = session.state, state != shown else { return }
    shown = state
    onState(state)
  }

  /// Ends all tasks.
  func end(_ error: WebError) {
    for task in tasks.values { task.end(.failure(error), nil) }
    tasks = [:]
  }

  // MARK: Bytes

  /// Takes what has arrived.
  ///
  /// - Throws: If that, or its end, ends the connection.
  func receive(into buffer: UnsafeMutableRawBufferPointer, at now: Double) throws(SFTPError) {
    var answers: [SFTPSession.Answer] = []
    let isOpen = try pipes.read(pipes.output, into: buffer) { (bytes) throws(SFTPError) in
      latest = now
      answers = try session.receive(bytes, at: now)
    }
    // Whoever is told of an answer may look.
    show()
    for answer in answers {
      if answer.owner == Self.nobody { take(answer, at: now) }
      tasks[answer.owner]?.take(answer, self, at: now)
    }
    if !isOpen { throw session.end }
  }

  /// Sends what is to be sent.
  func send() throws(SFTPError) {
    guard pipes.write(&session.output) else { throw session.end }
  }

  /// Takes messages of the process; passes them on while it may ask. They contain what the server
  /// says. Questions do not come this way.
  func receiveErrors(into buffer: UnsafeMutableRawBufferPointer, at now: Double) {
    hasErrors = pipes.read(pipes.errors, into: buffer) { bytes in
      errorText = (errorText + bytes).suffix(Self.longestText)
      guard asks, !session.isReady else { return }
      latest = now
      unshown = (unshown + bytes).suffix(Self.longestText)
      while let end = unshown.firstIndex(of: 0x0A) {
        let text = CleanText(bytes: unshown[..<end].filter { $0 != 0x0D })
        let line = Array("\(text)\n".utf8)
        _ = Glibc.write(messages, line, line.count)
        unshown.removeSubrange(...end)
      }
    }
  }

  /// Whether the user or the server was refused, which another attempt would not change.
  var isRefused: Bool {
    let text = lastError?.string ?? ""
    return text.contains("Permission denied") || text.contains("verification failed")
  }

  /// The last line of its messages; `nil` if there is none.
  var lastError: CleanText? {
    errorText.split { $0 == 0x0A || $0 == 0x0D }
      .last { !$0.allSatisfy { $0 <= 0x20 } }
      .map { CleanText(bytes: $0, limit: 300) }
  }

  // MARK: Files

  /// Opens a file, or takes it as it is open already.
  func open(_ path: [UInt8], for task: SFTPFileTask, at now: Double) {
    let file = files[path] ?? OpenFile(path)
    if files.updateValue(file, forKey: path) == nil {
      opening[session.send(.open(path), for: Self.nobody, at: now)] = file
    }
    file.users.insert(task.number)
    used[task.number] = file
    if let handle = file.handle { task.take(handle: handle, at: now) }
  }

  /// Notes that a task no longer needs its file.
  func release(by number: Int) {
    guard let file = used.removeValue(forKey: number) else { return }
    file.users.remove(number)
    file.idleSince = latest
    guard files[file.path] !== file, file.users.isEmpty, let handle = file.handle else { return }
    _ = session.send(.close(handle: handle), for: Self.nobody, at: latest)
  }

  /// Has the file of a task opened anew for whoever needs it next: the server may have lost its
  /// handle.
  func discard(by number: Int) {
    guard let file = used[number], files[file.path] === file else { return }
    files[file.path] = nil
  }

  private func take(_ answer: SFTPSession.Answer, at now: Double) {
    // Otherwise, a file was closed.
    guard let file = opening.removeValue(forKey: answer.id) else { return }
    switch answer.reply {
    case .handle(let handle):
      file.handle = handle
      file.idleSince = now
      for number in file.users { (tasks[number] as? SFTPFileTask)?.take(handle: handle, at: now) }
    case .status(let status):
      files[file.path] = nil
      for number in file.users { tasks[number]?.end(.failure(WebError(status)), self) }
    case .data, .name, .attrs, .extended: break
    }
  }

  private func closeIdle(_ idleTime: Double, at now: Double) {
    let idle = files.filter { $0.value.users.isEmpty && $0.value.handle != nil }
      .sorted { $0.value.idleSince > $1.value.idleSince }
    for (index, (path, file)) in idle.enumerated() {
      guard index >= Self.mostIdle || file.idleSince + idleTime <= now, let handle = file.handle
      else { continue }
      files[path] = nil
      _ = session.send(.close(handle: handle), for: Self.nobody, at: now)
    }
  }
}
