/// Maps stream time, which grows as long as a clip plays, to the time within the clip, which starts
/// again with every turn of a loop.
package struct LoopTimeline: Hashable, Sendable {
  /// One time through the clip.
  package struct Turn: Hashable, Sendable {
    /// Stream time of the clip's first frame in this turn, in seconds.
    package var start: Double
    /// How often the clip has started again before this turn.
    package var index: Int
  }

  /// At least one turn, by ascending start.
  package private(set) var turns: [Turn]

  /// Creates a timeline of one turn that starts at stream time 0.
  package init(index: Int = 0) {
    turns = [Turn(start: 0, index: index)]
  }

  /// The turn that was begun last.
  package var latest: Turn { turns[turns.count - 1] }

  /// Begins another turn.
  ///
  /// - Parameter start: Its stream time; not before the latest turn's.
  package mutating func beginTurn(at start: Double) {
    turns.append(Turn(start: max(start, latest.start), index: latest.index + 1))
  }

  /// The time in the clip at a stream time, in seconds since its first frame. Times before the first
  /// turn belong to it.
  package func time(at position: Double) -> Double {
    max(position - (turns.last { $0.start <= position } ?? turns[0]).start, 0)
  }

  /// Forgets the turns that are over at a stream time.
  ///
  /// - Returns: How many turns ended since the last call.
  package mutating func forgetTurns(before position: Double) -> Int {
    let over = turns.dropFirst().prefix { $0.start <= position }.count
    turns.removeFirst(over)
    return over
  }
}
