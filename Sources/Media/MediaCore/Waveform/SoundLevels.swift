/// The audio levels of a clip around the position being read, in slices of 5 ms.
///
/// Keeps the latest eight seconds, so that its size does not depend on the clip's duration.
struct SoundLevels: Sendable {
  /// The level of a stretch of sound, per channel, from 0 to 1.
  struct Level: Hashable, Sendable {
    /// The largest sample's magnitude.
    var peak: SIMD2<Float> = .zero
    /// The root mean square relative to that of a full-scale sine, so that such a sine has level 1
    /// (AES17); anything denser counts as 1.
    var density: SIMD2<Float> = .zero
  }

  private struct Slice {
    var peak: SIMD2<Int32> = .zero
    var squares: SIMD2<Float> = .zero
    var frames: Float = 0
  }

  /// Slices per second.
  private static let rate = 200
  private static let capacity = 8 * rate
  private static let framesPerSlice = AudioFormat.sampleRate / rate
  /// Times later than this, in seconds, are rejected: eleven days, far beyond any slice's number.
  private static let latest = 1e6

  private var slices = [Slice](repeating: Slice(), count: capacity)
  /// The numbers of the slices kept, counted from the beginning of the clip.
  private var kept = 0..<0

  mutating func removeAll() {
    kept = 0..<0
  }

  /// Adds an audio chunk.
  ///
  /// - Parameters:
  ///   - samples: Interleaved, as `AudioFormat`.
  ///   - time: When the first of them is heard, in seconds. Sound before 0 is ignored; a gap after
  ///     the previous chunk is silence.
  mutating func append(_ samples: ArraySlice<Int16>, at time: Double) {
    guard abs(time) < Self.latest else { return }
    let first = Int((time * AudioFormat.rate).rounded())
    let count = samples.count / AudioFormat.channels
    var frame = max(-first, 0)
    while frame < count {
      let number = (first + frame) / Self.framesPerSlice
      let end = min((number + 1) * Self.framesPerSlice - first, count)
      let start = samples.startIndex
      add(samples[(start + 2 * frame)..<(start + 2 * end)], to: number)
      frame = end
    }
  }

  /// The level of a stretch of time; silence where unknown.
  func level(from start: Double, to end: Double) -> Level {
    guard abs(start) < Self.latest, abs(end) < Self.latest else { return Level() }
    // A stretch shorter than a slice has the slice's level.
    let first = Int((start * Double(Self.rate)).rounded(.down))
    let last = max(Int((end * Double(Self.rate)).rounded(.down)), first + 1)
    let stretch = (first..<last).clamped(to: kept)
    var total = Slice()
    for number in stretch {
      let slice = slices[number % Self.capacity]
      total.peak = pointwiseMax(total.peak, slice.peak)
      total.squares += slice.squares
      total.frames += slice.frames
    }
    guard total.frames > 0 else { return Level() }
    let fullScale = Float(Int16.max)
    let ratio = 2 * total.squares / (total.frames * fullScale * fullScale)
    return Level(
      peak: pointwiseMin(SIMD2<Float>(total.peak) / fullScale, .one),
      density: pointwiseMin(ratio.squareRoot(), .one))
  }

  private mutating func add(_ samples: ArraySlice<Int16>, to number: Int) {
    keep(number)
    guard kept.contains(number) else { return }
    var slice = slices[number % Self.capacity]
    var index = samples.startIndex
    while index + 1 < samples.endIndex {
      let left = Int32(samples[index])
      let right = Int32(samples[index + 1])
      slice.peak = pointwiseMax(slice.peak, SIMD2(abs(left), abs(right)))
      slice.squares += SIMD2(Float(left * left), Float(right * right))
      slice.frames += 1
      index += 2
    }
    slices[number % Self.capacity] = slice
  }

  /// Makes room for a slice, silent like any skipped ones.
  private mutating func keep(_ number: Int) {
    if kept.isEmpty || number - kept.upperBound >= Self.capacity { kept = number..<number }
    guard number >= kept.upperBound else { return }
    for new in kept.upperBound...number { slices[new % Self.capacity] = Slice() }
    kept = max(kept.lowerBound, number + 1 - Self.capacity)..<(number + 1)
  }
}
