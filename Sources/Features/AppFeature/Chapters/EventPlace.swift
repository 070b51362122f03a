import Models

/// One of the places of a clip where something happens.
package struct EventPlace: Hashable, Sendable {
  /// Counted from 1.
  package var number: Int
  package var count: Int
  /// In seconds since the clip's first frame.
  package var time: Double
  /// Whether it is only the liveliest place of a minute.
  package var isLiveliest = false
}

extension ClipEvents {
  /// How far an event is left behind before going back leads to it again, and how near the next one
  /// may be, in seconds.
  private static var nearness: Double { 2 }

  /// The event next to a time, or before it if `steps` is negative.
  ///
  /// - Returns: `nil` if there is none.
  func event(_ steps: Int, from time: Double) -> EventPlace? {
    let found =
      steps < 0
      ? times.lastIndex { $0 < time - Self.nearness }
      : times.firstIndex { $0 > time + Self.nearness / 2 }
    return found.map {
      EventPlace(
        number: $0 + 1, count: times.count, time: times[$0], isLiveliest: areLiveliest)
    }
  }
}
