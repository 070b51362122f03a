/// Maps play time, which passes as a device plays, to stream time, which passes at the clip's speed
/// (docs/decisions/engine-sound.md).
///
/// A change of speed takes effect after what the device already holds, so it lies ahead of what is
/// heard: the map is a line with a bend at each change. It never decreases.
package struct SpeedTimeline: Hashable, Sendable {
  private struct Piece: Hashable {
    var play: Double
    var stream: Double
    var speed: Double

    func stream(at play: Double) -> Double { stream + (play - self.play) * speed }
    func play(at stream: Double) -> Double { play + (stream - self.stream) / speed }
  }

  // At least one, by ascending play time.
  private var pieces: [Piece]

  /// Creates a timeline on which both times are equal at one moment.
  ///
  /// - Parameters:
  ///   - position: That moment, in seconds.
  ///   - speed: Seconds of stream time per second of play time.
  package init(position: Double = 0, speed: Double = 1) {
    pieces = [Piece(play: position, stream: position, speed: speed)]
  }

  /// Stream time at a play time, both in seconds. The first speed also applies before its time.
  package func stream(at play: Double) -> Double {
    let next = pieces.firstIndex { $0.play > play } ?? pieces.count
    let stream = pieces[max(next - 1, 0)].stream(at: play)
    return next < pieces.count && next > 0 ? min(stream, pieces[next].stream) : stream
  }

  /// The play time at which a stream time is first reached, in seconds.
  package func play(at stream: Double) -> Double {
    for (piece, next) in zip(pieces, pieces.dropFirst()) where stream <= next.stream {
      return min(piece.play(at: stream), next.play)
    }
    return pieces[pieces.count - 1].play(at: stream)
  }

  package func speed(at play: Double) -> Double {
    (pieces.last { $0.play <= play } ?? pieces[0]).speed
  }

  /// Changes the speed from a play time on, replacing all later changes.
  ///
  /// - Parameters:
  ///   - speed: The new speed.
  ///   - play: Where it begins, in seconds of play time.
  ///   - stream: Stream time at that point, if it is known more precisely.
  package mutating func change(to speed: Double, at play: Double, stream: Double? = nil) {
    let reached = self.stream(at: play)
    pieces.removeAll { $0.play >= play }
    let start = max(stream ?? reached, pieces.last?.stream ?? reached)
    pieces.append(Piece(play: play, stream: start, speed: speed))
  }

  /// Starts over at a play time with another speed.
  package mutating func restart(at play: Double, speed: Double) {
    pieces = [Piece(play: play, stream: stream(at: play), speed: speed)]
  }

  /// Forgets the pieces that ended before a play time.
  package mutating func forget(before play: Double) {
    let over = pieces.dropFirst().prefix { $0.play <= play }.count
    pieces.removeFirst(over)
  }
}
