/// How much decoding to skip to keep up.
package enum DecodeEffort: Hashable, Sendable, Comparable, CaseIterable {
  case full
  /// Without the loop filter, if the codec has one.
  case withoutLoopFilter
  /// Without frames that no other frame references.
  case referenceOnly
  case keyframesOnly
}

/// Which frames of a clip are asked for (docs/decisions/engine-late-clips.md).
package struct DecodeDemand: Hashable, Sendable {
  package var effort: DecodeEffort
  /// The shortest time between two frames that are asked for, in seconds of the clip; 0 asks for all. Of the
  /// others, those that no frame references are not decoded.
  package var interval: Double

  package init(effort: DecodeEffort = .full, interval: Double = 0) {
    self.effort = effort
    self.interval = interval
  }

  /// What a clip is decoded for.
  package enum Purpose: Hashable, Sendable {
    /// The frames of a stopped clip, each exactly.
    case stopped
    /// A frame elsewhere; exactly, or one near it if that is faster.
    case seeking(isExact: Bool)
    case playing
  }

  /// Weighs all reasons to skip something.
  ///
  /// - Parameters:
  ///   - purpose: What the clip is decoded for.
  ///   - load: The effort that the machine can sustain.
  ///   - catchUp: The effort that makes up for frames that are late.
  ///   - hasNearKeyframes: Whether keyframes alone show a new frame often enough.
  ///   - interval: The shortest time between two frames that can be shown, in seconds of the clip.
  package init(
    for purpose: Purpose, load: DecodeEffort, catchUp: DecodeEffort, hasNearKeyframes: Bool,
    interval: Double
  ) {
    switch purpose {
    case .stopped: self.init()
    case .seeking(let isExact):
      // Keyframes alone lead to no other frame.
      self.init(effort: min(load, isExact ? .withoutLoopFilter : .referenceOnly))
    case .playing:
      self.init(
        effort: max(catchUp, hasNearKeyframes ? load : min(load, .referenceOnly)),
        interval: interval)
    }
  }
}
