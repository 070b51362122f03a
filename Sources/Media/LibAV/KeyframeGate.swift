import MediaCore

/// Decides which packets a picture decoder gets to see.
///
/// After a seek, nothing can be decoded before a keyframe; with `DecodeEffort.keyframesOnly`,
/// nothing else is.
struct KeyframeGate {
  private var isClosed: Bool
  private var turnedAway = 0

  /// How much of the decoding to leave out.
  var effort = DecodeEffort.full {
    didSet {
      // Pictures between keyframes build on those that were left out.
      if oldValue == .keyframesOnly, effort != .keyframesOnly { close() }
    }
  }

  init(isClosed: Bool = true) {
    self.isClosed = isClosed
  }

  /// Whether a packet goes to the decoder.
  mutating func admits(isKeyframe: Bool) -> Bool {
    if isKeyframe {
      isClosed = false
      turnedAway = 0
    } else if isClosed {
      turnedAway += 1
      // Some streams mark none.
      if turnedAway > DecodeLimits.packetsWithoutKeyframe { isClosed = false }
    }
    return isKeyframe || !isClosed && effort != .keyframesOnly
  }

  /// Waits for a keyframe again.
  mutating func close() {
    isClosed = true
    turnedAway = 0
  }
}
