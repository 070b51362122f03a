import Glibc
import Models
import Platform
import TestSupport

/// A program in a terminal that takes everything at once and notes when it came (docs/decisions/tests-benchmarks.md).
///
/// Nothing is interpreted while the program runs: a slow reader would make every program look slow.
/// Screens are made of the recording afterwards.
final class TerminalCapture {
  /// Bytes that arrived together.
  struct Piece {
    /// Host time, in seconds.
    let time: Double
    let bytes: [UInt8]
  }

  let size: CellSize
  let process: PtyProcess
  /// Host time right before the process was made.
  let startTime: Double
  private(set) var pieces: [Piece] = []
  private let pty: Pty
  private let home: ScratchFolder

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - command: Its command line.
  ///   - size: The terminal's size.
  ///   - workingDirectory: Where it starts.
  ///   - state: The folder of its state files, if not a new one.
  init(
    _ command: [String], size: CellSize, workingDirectory: String? = nil, state: String? = nil
  ) throws {
    self.size = size
    pty = try Pty(size: size, cellPixels: PixelSize(width: 8, height: 16))
    home = try FlickProcess.makeHome()
    startTime = HostTime.now
    process = try PtyProcess(
      command[0], Array(command.dropFirst()),
      environment: FlickProcess.environment(home: home.path)
        .merging(state.map { ["XDG_STATE_HOME": $0] } ?? [:]) { $1 }, pty: pty,
      standardError: home.file("stderr"), workingDirectory: workingDirectory)
  }

  /// Presses keys; returns the host time right before.
  func press(_ keys: [UInt8]) -> Double {
    let time = HostTime.now
    pty.write(keys)
    return time
  }

  /// The last bytes read before.
  private var tail: [UInt8] = []

  /// Records for some time.
  func record(for seconds: Double) {
    let end = HostTime.now + seconds
    while true {
      let rest = end - HostTime.now
      guard rest > 0 else { return }
      switch pty.read(timeout: rest) {
      case .nothing: continue
      case .hangup: return
      case .bytes(let bytes):
        pieces.append(Piece(time: HostTime.now, bytes: bytes))
        answer(bytes)
      }
    }
  }

  /// Ends the program, recording what it still writes.
  func end() -> PtyProcess.Result? {
    process.signal(SIGTERM)
    let result = process.wait(timeout: 5) { _ = pty.read(timeout: 0) }
    if result == nil { process.signal(SIGKILL) }
    return result ?? process.wait(timeout: 5)
  }

  /// Answers the queries programs wait for, as a terminal does: at once.
  private func answer(_ bytes: [UInt8]) {
    defer { tail = (tail + bytes).suffix(Self.longestTail) }
    for (query, answer) in Self.answers {
      // A query may be cut by a read.
      let text = tail.suffix(query.count - 1) + bytes
      for _ in 0..<Array(text).count(of: query) { pty.write(Array(answer.utf8)) }
    }
  }

  private static let longestTail = 16

  /// Status, cursor position, primary attributes, background colour (ECMA-48 DSR, DEC DA1, xterm
  /// OSC 11).
  private static let answers = [
    (Array("\u{1B}[5n".utf8), "\u{1B}[0n"), (Array("\u{1B}[6n".utf8), "\u{1B}[1;1R"),
    (Array("\u{1B}[c".utf8), "\u{1B}[?62;22c"), (Array("\u{1B}[0c".utf8), "\u{1B}[?62;22c"),
    (Array("\u{1B}]11;?".utf8), "\u{1B}]11;rgb:0000/0000/0000\u{1B}\\"),
  ]

  /// The processor time the process has used so far, in seconds.
  var processorTime: Double { ProcessorTime.of(process.processID) }

  /// The memory the process holds now, in bytes.
  var residentMemory: Int { ProcessMemory(of: process.processID).resident }
}

extension [UInt8] {
  /// How often a sequence occurs that begins with a byte it does not hold again.
  func count(of sequence: [UInt8]) -> Int {
    guard let lead = sequence.first else { return 0 }
    return withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return 0 }
      var position = 0
      var found = 0
      while let hit = memchr(base + position, Int32(lead), bytes.count - position) {
        position = UnsafeRawPointer(hit) - base
        let isWhole = bytes.count - position >= sequence.count
        if isWhole, memcmp(base + position, sequence, sequence.count) == 0 { found += 1 }
        position += 1
      }
      return found
    }
  }
}
