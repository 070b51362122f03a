import Glibc
import TestSupport

/// Another machine, where the clips are: what is behind the `ssh` that Flick starts. Times are seconds.
///
/// It connects, asks nothing, and serves SFTP. There is nothing of `ssh` but its pipes, and its end.
final class FarMachine {
  /// The way there.
  struct Line {
    /// Bytes per second, each way.
    var rate: Double
    /// Seconds each way.
    var delay: Double
    /// Until a login is over.
    var loginTime: Double
    /// Whether its server is OpenSSH's.
    var hasExtensions: Bool
    /// Whether it replaces a file when another one gets its name, as it must not.
    var overwrites: Bool
    /// How long `ssh` goes on when it is told to end; for ever, unless it is killed.
    var endTime: Double

    /// What comes once there and back.
    var roundTrip: Double { 2 * delay }

    /// Until names and a first clip are there.
    var startTime: Double { loginTime + 10 * roundTrip }
  }

  /// The `ssh` of a process.
  private final class Connection {
    let pipes: Machine.Pipes
    var files: FarFiles
    var outward: LinkModel
    var back: LinkModel
    /// When its login is over; `nil` after that.
    var readyTime: Double?
    var endTime = Double.infinity
    /// What has come and is not a whole packet, and what waits for room in the pipe.
    var requests: [UInt8] = []
    var unread: [UInt8] = []
    var isTold = false

    init(_ pipes: Machine.Pipes, _ files: FarFiles, _ line: Line, at time: Double) {
      self.pipes = pipes
      self.files = files
      // `ssh` sends as much at a time, mostly.
      outward = LinkModel(capacity: .max, rate: line.rate, delay: line.delay, packet: 8 << 10)
      back = LinkModel(capacity: .max, rate: line.rate, delay: line.delay, packet: 8 << 10)
      readyTime = time + line.loginTime + line.roundTrip
    }

    var nextEvent: Double {
      let arrivals = [outward.nextArrival, back.nextArrival, readyTime].compactMap(\.self)
      return min(arrivals.min() ?? .infinity, endTime)
    }
  }

  private let line: Line
  private let folder: String
  private var connections: [Connection?] = []
  /// Whether it can be reached.
  private(set) var isUp = true
  /// Which one of the requests it refuses; 0 for none.
  private var refusal = 0
  private var stallEnd = -Double.infinity
  /// Seconds until what has no room in a pipe is tried again.
  private static let patience = 1e-4

  init(_ line: Line, folder: String) {
    self.line = line
    self.folder = folder
  }

  /// Flick is killed: each `ssh` ends with its input. What begins anew finds all well.
  func begin() {
    connections = []
    stallEnd = -.infinity
    repair()
  }

  /// Flick starts `ssh`.
  func connect(_ pipes: Machine.Pipes, at time: Double) {
    var files = FarFiles(
      folder, hasExtensions: line.hasExtensions, overwrites: line.overwrites)
    files.refusal = refusal
    connections.append(Connection(pipes, files, line, at: max(time, stallEnd)))
  }

  /// The processes that have ended, by bits.
  var ended: UInt64 {
    connections.indices.reduce(0) { connections[$1] == nil ? $0 | 1 << UInt64($1) : $0 }
  }

  /// The processes that nobody has told to end, although they log in: such a one goes on without Flick.
  var leftBehind: Int {
    connections.count { $0.map { $0.readyTime != nil && !$0.isTold } ?? false }
  }

  /// Processes got a signal: to end, and then the one that ends them.
  func signal(_ children: UInt64, at time: Double) {
    for (index, connection) in connections.enumerated() where children >> UInt64(index) & 1 == 1 {
      guard let connection else { continue }
      connection.endTime = connection.isTold ? time : min(connection.endTime, time + line.endTime)
      connection.isTold = true
    }
  }

  /// Takes what Flick has written.
  func receive(at time: Double) {
    for case let connection? in connections where connection.readyTime == nil {
      switch connection.pipes.read() {
      case let bytes?: _ = connection.back.write(bytes[...], at: time)
      case nil: connection.endTime = min(connection.endTime, time)
      }
    }
  }

  // MARK: - What happens to it

  /// The line is lost, and `ssh` says so; for a while, it is lost at once again.
  func fail(at time: Double) {
    isUp = false
    for case let connection? in connections where connection.readyTime == nil {
      connection.pipes.say("client_loop: send disconnect: Broken pipe\r\n")
      connection.endTime = time
    }
  }

  /// The line stands still.
  func stall(for seconds: Double, at time: Double) {
    stallEnd = time + seconds
    for case let connection? in connections {
      connection.outward.pause(for: seconds, at: time)
      connection.back.pause(for: seconds, at: time)
      connection.readyTime? += seconds
    }
  }

  /// The server refuses many of the requests, or none.
  func refuse(_ which: Int) {
    refusal = which
    for case let connection? in connections { connection.files.refusal = which }
  }

  /// All is well again.
  func repair() {
    isUp = true
    refuse(0)
  }

  /// Whether nothing is wrong with it.
  func isWell(at time: Double) -> Bool { isUp && refusal == 0 && time >= stallEnd }

  // MARK: - Time

  func nextEvent(after time: Double) -> Double {
    connections.reduce(.infinity) { next, connection in
      guard let connection else { return next }
      let retry = connection.unread.isEmpty ? .infinity : time + Self.patience
      return min(next, connection.nextEvent, retry)
    }
  }

  /// Lets everything happen that does until then.
  func advance(to time: Double) {
    for (index, connection) in connections.enumerated() {
      guard let connection else { continue }
      if let ready = connection.readyTime, ready <= time { logIn(connection, at: time) }
      for packet in connection.back.receive(until: time) {
        connection.requests += packet.bytes
        while let request = Packet(from: &connection.requests) {
          _ = connection.outward.write(
            connection.files.reply(to: request).framed[...], at: packet.time)
        }
      }
      for packet in connection.outward.receive(until: time) { connection.unread += packet.bytes }
      connection.pipes.write(&connection.unread)
      if connection.endTime <= time { connections[index] = nil }
    }
  }

  private func logIn(_ connection: Connection, at time: Double) {
    connection.readyTime = nil
    guard isUp else {
      connection.pipes.say("ssh: connect to host far port 22: Connection refused\r\n")
      connection.endTime = time
      return
    }
    if let bytes = connection.pipes.read() { _ = connection.back.write(bytes[...], at: time) }
  }
}
