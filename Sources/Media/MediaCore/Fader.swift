/// Changes the volume of a stream without clicks, over 5 ms.
package struct Fader: Hashable, Sendable {
  /// 5 ms at 48 kHz: short enough to seem immediate, long enough not to click.
  package static let rampFrames = 240

  private var gain: Float
  private var target: Float

  /// The gain, 0...1, is constant until `fade` is called.
  package init(gain: Float = 1) {
    self.gain = gain
    target = gain
  }

  /// Sets the target gain, 0...1.
  package mutating func fade(to target: Float) {
    self.target = min(max(target, 0), 1)
  }

  /// Restarts from silence, as after a cut, and fades to the target gain.
  package mutating func cut() {
    gain = 0
  }

  /// Scales interleaved samples in place.
  package mutating func apply(to samples: inout [Int16]) {
    if gain == target {
      if gain == 1 { return }
      if gain == 0 {
        for index in samples.indices { samples[index] = 0 }
        return
      }
    }
    let step = 1 / Float(Self.rampFrames)
    let channels = AudioFormat.channels
    for frame in stride(from: 0, to: samples.count - channels + 1, by: channels) {
      gain = gain < target ? min(gain + step, target) : max(gain - step, target)
      for index in frame..<frame + channels {
        samples[index] = Int16((Float(samples[index]) * gain).rounded())
      }
    }
  }

  /// Advances as if a number of frames had been scaled.
  package mutating func advance(by frames: Int) {
    let reach = Float(max(frames, 0)) / Float(Self.rampFrames)
    gain = gain < target ? min(gain + reach, target) : max(gain - reach, target)
  }
}
