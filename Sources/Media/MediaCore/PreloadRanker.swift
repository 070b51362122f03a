import Models

/// Decides how ready each neighbour of the clip on screen is kept (docs/decisions/engine-preloading.md).
package struct PreloadRanker: Hashable, Sendable {
  /// What is known of a neighbour.
  package struct Candidate: Hashable, Sendable {
    package var id: PlayerID
    package var stage: PreloadStage
    /// What its open decoder takes, in bytes; `nil` if it was never open.
    package var memory: Int?

    /// Creates a candidate.
    package init(id: PlayerID, stage: PreloadStage = .closed, memory: Int? = nil) {
      self.id = id
      self.stage = stage
      self.memory = memory
    }
  }

  /// A neighbour and how ready it shall be.
  package struct Target: Hashable, Sendable {
    package var id: PlayerID
    package var stage: PreloadStage
  }

  /// One clip in each direction: a swipe goes to one of them.
  static let warmLimit = 2
  /// A 1080p decoder, where nothing is known yet, in bytes.
  static let assumedMemory = 34 << 20

  /// The most that open decoders may take together, in bytes.
  package var budget: Int

  /// Creates a ranker.
  package init(budget: Int) {
    self.budget = budget
  }

  /// Gives each neighbour its stage, in the order in which to work on them.
  ///
  /// - Parameters:
  ///   - currentMemory: What the decoder of the clip on screen takes; it always fits.
  ///   - neighbours: The others, most wanted first: by distance, in the direction of the last
  ///     swipe before the other.
  ///   - isHurried: Whether swipes follow each other so fast that warming is in vain: what is open
  ///     stays as it is, the rest gets a poster.
  ///   - posterLimit: How many pictures may be kept.
  /// - Returns: One target for each neighbour, in their order.
  package func targets(
    currentMemory: Int?, neighbours: [Candidate], isHurried: Bool, posterLimit: Int = .max
  ) -> [Target] {
    var left = budget - (currentMemory ?? Self.assumedMemory)
    return neighbours.enumerated().map { rank, candidate in
      let memory = candidate.memory ?? Self.assumedMemory
      guard rank < posterLimit || rank < Self.warmLimit else {
        return Target(id: candidate.id, stage: .closed)
      }
      let isOpen = candidate.stage >= .opened
      guard rank < Self.warmLimit, memory <= left, isOpen || !isHurried else {
        return Target(id: candidate.id, stage: .poster)
      }
      left -= memory
      return Target(id: candidate.id, stage: isHurried ? candidate.stage : .warm)
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
