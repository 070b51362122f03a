/// Maps stream time, which grows as long as a clip plays, to clip time, which restarts with every
/// turn of a loop.
package struct LoopTimeline: Hashable, Sendable {
  /// One pass through the clip.
  package struct Turn: Hashable, Sendable {
    /// Stream time of the clip's first frame in this turn, in seconds.
    package var start: Double
    /// How many times the clip has looped before this turn.
    package var index: Int
  }

  /// At least one turn, by ascending start.
  package private(set) var turns: [Turn]

  /// A timeline of one turn, which starts at stream time 0.
  package init(index: Int = 0) {
    turns = [Turn(start: 0, index: index)]
  }

  package var latest: Turn { turns[turns.count - 1] }

  /// Starts another turn.
  ///
  /// - Parameter start: Its stream time; not before the latest turn's.
  package mutating func beginTurn(at start: Double) {
    turns.append(Turn(start: max(start, latest.start), index: latest.index + 1))
  }

  /// The clip time at a stream time, in seconds since the first frame. Times before the first turn
  /// belong to it.
  package func time(at position: Double) -> Double {
    max(position - turn(at: position).start, 0)
  }

  /// The turn at a stream time.
  package func turn(at position: Double) -> Turn {
    turns.last { $0.start <= position } ?? turns[0]
  }

  /// Forgets the turns that have ended at a stream time.
  ///
  /// - Returns: How many turns ended since the last call.
  package mutating func forgetTurns(before position: Double) -> Int {
    let over = turns.dropFirst().prefix { $0.start <= position }.count
    turns.removeFirst(over)
    return over
  }
}
