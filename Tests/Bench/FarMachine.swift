import Models
import TestSupport

/// An SSH server behind a slow network, and Flick playing what is there.
struct FarMachine {
  /// Seconds there and back.
  static let roundTrip = 0.1
  static let screen = CellSize(columns: 160, rows: 48)

  /// The command that connects through the network.
  let ssh: [String]
  /// The network's port.
  var port: Int { proxy.port }
  private let proxy: LinkProxy

  /// Makes a network.
  ///
  /// - Parameter rate: Bytes per second in each direction.
  /// - Throws: `PtyError`.
  init(_ server: SSHServer, rate: Double) throws {
    proxy = try LinkProxy(to: server.port, roundTrip: Self.roundTrip, rate: rate)
    ssh = try server.client(through: proxy.port)
  }

  /// Starts Flick on a path there.
  func start(_ path: String) throws -> TerminalCapture {
    let words = ["--ssh", ssh.joined(separator: " "), "\(SSHServer.host):\(path)"]
    return try TerminalCapture(Player.flick.command(words, Self.screen), size: Self.screen)
  }

  /// Seconds that a plain `ssh` takes from its start to the server's first packet of SFTP; `nil` if
  /// there was none.
  func handshakeTime() throws -> Double? {
    let folder = try ScratchFolder()
    let cost = try Command.measure(
      "sh", ["-c", Self.handshake, folder.path] + ssh + ["-s", "--", SSHServer.host, "sftp"])
    return cost.status == 0 ? cost.time : nil
  }

  /// Sends INIT and reads what VERSION begins with. The input stays open until then: the server does
  /// not answer after its end.
  private static let handshake = """
    cd "$0" && mkfifo in out || exit
    "$@" < in > out &
    exec 3> in 4< out
    printf '\\000\\000\\000\\005\\001\\000\\000\\000\\003' >&3
    [ "$(head -c 9 <&4 | wc -c)" -eq 9 ]
    status=$?
    kill $!
    exit $status
    """
}

/// Keys pressed in Flick, each of which brings a picture of another colour. The recording is looked
/// at afterwards.
final class TintedRun {
  private struct Press {
    let time: Double
    /// The number of pieces recorded before.
    let piece: Int
    let tint: Tint
    let isMeasured: Bool
  }

  private let capture: TerminalCapture
  private let first: Tint
  private var presses: [Press] = []

  /// Waits until the first clip plays, and its neighbours are ready.
  ///
  /// - Parameter first: The colour of the first clip.
  init(_ capture: TerminalCapture, showing first: Tint) {
    self.capture = capture
    self.first = first
    capture.record(for: 8)
  }

  /// Presses keys.
  ///
  /// - Parameters:
  ///   - keys: All written at once.
  ///   - tint: The colour that the screen should have next.
  ///   - rest: Seconds until the next keys.
  ///   - isMeasured: Whether `end` returns its time.
  func press(_ keys: String, for tint: Tint, rest: Double, isMeasured: Bool = true) {
    let piece = capture.pieces.count
    let time = capture.press(Array(keys.utf8))
    presses.append(Press(time: time, piece: piece, tint: tint, isMeasured: isMeasured))
    capture.record(for: rest)
  }

  /// Ends the program.
  ///
  /// - Returns: Seconds from each key to the last byte of the first whole frame in its colour; `nil`
  ///   where that did not come.
  func end() -> [Double?] {
    _ = capture.end()
    let size = capture.size
    let none = presses.filter(\.isMeasured).map { _ in Double?.none }
    guard let model = TerminalModel(size: size), let start = presses.first?.piece else {
      return none
    }
    for piece in capture.pieces[..<start] { model.feed(piece.bytes) }
    _ = model.takeReplies()
    let cells = FrameCells(model, tint: first)
    guard cells.count > size.columns * size.rows / 4 else { return none }
    let ends = presses.dropFirst().map(\.piece) + [capture.pieces.count]
    var times: [Double?] = []
    for (press, end) in zip(presses, ends) {
      let found = FrameTimes(
        capture.pieces[press.piece..<end], model: model, cells: cells, tint: press.tint)
      if press.isMeasured { times.append(found.whole.map { $0 - press.time }) }
    }
    return times
  }
}
