import Models
import Platform
import TestSupport

/// A way through a feed of coded clips, by keys.
struct SwipeCourse {
  /// One press of keys, all written at once or one after the other.
  struct Step {
    /// Pages to turn, in order; each is a key of its own.
    var turns: [Int]
    /// Seconds between two keys; 0 writes them together.
    var interval = 0.0
  }

  let name: String
  /// The number of the clip at which it begins.
  var start = 0
  let steps: [Step]
  /// Seconds from one step to the next: enough for the neighbours to be got ready.
  var rest = 0.5
  /// Whether the overview is opened and closed again before each step.
  var opensOverview = false
  /// Further options of the program.
  var options: [String] = []

  /// Goes the way.
  ///
  /// - Parameter clips: The clips, by number.
  /// - Returns: For each step the seconds from its last key to the last byte of the target's first
  ///   whole frame; `nil` where that did not come.
  func run(_ clips: [String], size: CellSize) throws -> [Double?] {
    let keys = (down: Array("\u{1B}[B".utf8), up: Array("\u{1B}[A".utf8))
    let capture = try TerminalCapture(
      Player.flick.command(clips, size) + options, size: size)
    capture.record(for: 2)
    let first = capture.pieces.count
    // From the first clip, which shows where the squares are.
    var position = start
    _ = capture.press((0..<start).flatMap { _ in keys.down })
    capture.record(for: 2)
    var presses: [(time: Double, piece: Int, target: Int)] = []
    for step in steps {
      if opensOverview {
        for _ in 0..<2 {
          _ = capture.press(Array("v".utf8))
          capture.record(for: 0.2)
        }
      }
      let start = capture.pieces.count
      var time = 0.0
      if step.interval == 0 {
        time = capture.press(step.turns.flatMap { $0 > 0 ? keys.down : keys.up })
      } else {
        for (index, turn) in step.turns.enumerated() {
          time = capture.press(turn > 0 ? keys.down : keys.up)
          if index < step.turns.count - 1 { capture.record(for: step.interval) }
        }
      }
      position += step.turns.reduce(0, +)
      presses.append((time, start, position))
      capture.record(for: rest)
    }
    _ = capture.end()
    return try times(capture, first: first, presses)
  }

  /// Looks at the recording.
  private func times(
    _ capture: TerminalCapture, first: Int, _ presses: [(time: Double, piece: Int, target: Int)]
  ) throws -> [Double?] {
    guard let model = TerminalModel(size: capture.size) else { return [] }
    for piece in capture.pieces[..<first] { model.feed(piece.bytes) }
    let cells = CodedCells(model)
    guard cells.count > capture.size.columns * capture.size.rows / 2 else { return [] }
    var next = first
    return presses.indices.map { index in
      let press = presses[index]
      while next < press.piece {
        model.feed(capture.pieces[next].bytes)
        next += 1
      }
      let end = index + 1 < presses.count ? presses[index + 1].piece : capture.pieces.count
      let target = CodedClip(number: press.target)
      var whole: Double?
      while next < end {
        let piece = capture.pieces[next]
        next += 1
        model.feed(piece.bytes)
        _ = model.takeReplies()
        // Between two updates a frame is whole, or there is none.
        guard whole == nil, piece.time >= press.time, !model.isInsideSynchronizedUpdate,
          cells.part(of: model, showing: target) > 0.97
        else { continue }
        whole = piece.time
      }
      return whole.map { $0 - press.time }
    }
  }
}

extension SwipeCourse.Step {
  /// One key.
  static func single(_ turn: Int) -> Self { Self(turns: [turn]) }
}
