import Models

/// Decides how far each neighbour of the clip on screen is preloaded
/// (docs/decisions/engine-preloading.md).
package enum PreloadRanker {
  /// What is known about a neighbour: its stage, and the memory of its open decoder in bytes; `nil`
  /// if it was never open.
  package typealias Candidate = (stage: PreloadStage, memory: Int?)

  /// One clip in each direction: a swipe leads to one of them.
  package static let readyLimit = 2
  /// The assumed memory of an unknown decoder, in bytes: that for 1080p.
  static let assumedMemory = 34 << 20

  /// Assigns a stage to each neighbour.
  ///
  /// - Parameters:
  ///   - budget: The total memory limit of open decoders, in bytes.
  ///   - currentMemory: The memory of the decoder of the clip on screen; it always fits.
  ///   - neighbours: The others, by priority: by distance, in the direction of the last swipe
  ///     first.
  ///   - isHurried: Whether swipes follow each other too fast for preloading to pay: open clips
  ///     stay as they are, the rest get a poster.
  ///   - posterLimit: The maximum number of frames kept.
  /// - Returns: One stage for each neighbour, in their order.
  package static func stages(
    budget: Int, currentMemory: Int?, neighbours: [Candidate], isHurried: Bool, posterLimit: Int
  ) -> [PreloadStage] {
    var left = budget - (currentMemory ?? assumedMemory)
    return neighbours.enumerated().map { rank, candidate in
      let memory = candidate.memory ?? assumedMemory
      guard rank < posterLimit || rank < readyLimit else { return .closed }
      let isOpen = candidate.stage >= .opened
      guard rank < readyLimit, memory <= left, isOpen || !isHurried else { return .poster }
      left -= memory
      return isHurried ? candidate.stage : .ready
    }
  }
}

/// Detects swipes in such quick succession that only posters are worthwhile.
package struct SwipePace: Hashable, Sendable {
  /// Swipes closer together than this, in seconds, count as hurried.
  static let hurriedInterval = 1.0 / 3

  private var last = -Double.infinity
  private var lastInterval = Double.infinity

  package init() {}

  package mutating func swipe(at now: Double) {
    lastInterval = now - last
    last = now
  }

  /// The host time at which the hurry ends; `nil` if there is none now.
  package func hurryEnd(at now: Double) -> Double? {
    let end = last + Self.hurriedInterval
    return lastInterval < Self.hurriedInterval && now < end ? end : nil
  }
}
