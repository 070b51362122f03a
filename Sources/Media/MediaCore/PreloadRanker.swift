import Models

/// Decides how ready each neighbour of the clip on screen is kept (docs/decisions/engine-preloading.md).
package enum PreloadRanker {
  /// What is known of a neighbour: its stage, and what its open decoder takes, in bytes; `nil` if it
  /// was never open.
  package typealias Candidate = (stage: PreloadStage, memory: Int?)

  /// One clip in each direction: a swipe goes to one of them.
  static let warmLimit = 2
  /// A 1080p decoder, where nothing is known yet, in bytes.
  static let assumedMemory = 34 << 20

  /// Gives each neighbour its stage.
  ///
  /// - Parameters:
  ///   - budget: The most that open decoders may take together, in bytes.
  ///   - currentMemory: What the decoder of the clip on screen takes; it always fits.
  ///   - neighbours: The others, most wanted first: by distance, in the direction of the last
  ///     swipe before the other.
  ///   - isHurried: Whether swipes follow each other so fast that warming is in vain: what is open
  ///     stays as it is, the rest gets a poster.
  ///   - posterLimit: How many frames may be kept.
  /// - Returns: One stage for each neighbour, in their order.
  package static func stages(
    budget: Int, currentMemory: Int?, neighbours: [Candidate], isHurried: Bool, posterLimit: Int
  ) -> [PreloadStage] {
    var left = budget - (currentMemory ?? assumedMemory)
    return neighbours.enumerated().map { rank, candidate in
      let memory = candidate.memory ?? assumedMemory
      guard rank < posterLimit || rank < warmLimit else { return .closed }
      let isOpen = candidate.stage >= .opened
      guard rank < warmLimit, memory <= left, isOpen || !isHurried else { return .poster }
      left -= memory
      return isHurried ? candidate.stage : .warm
    }
  }
}

/// Notices swipes that follow each other so fast that only posters are worth making.
package struct SwipePace: Hashable, Sendable {
  /// Swipes closer together than this, in seconds, are a hurry.
  static let hurriedInterval = 1.0 / 3

  private var last = -Double.infinity
  private var lastInterval = Double.infinity

  /// Creates a pace without a swipe.
  package init() {}

  /// Takes in a swipe.
  package mutating func swipe(at now: Double) {
    lastInterval = now - last
    last = now
  }

  /// The host time at which a hurry ends; `nil` if there is none now.
  package func hurryEnd(at now: Double) -> Double? {
    let end = last + Self.hurriedInterval
    return lastInterval < Self.hurriedInterval && now < end ? end : nil
  }
}
