import Models

/// Decoded sound between the decoder and the device: a ring that also keeps recently read frames,
/// so that frames a device discarded can be played again.
package struct PCMBuffer: Sendable {
  private var samples: [Int16]
  private let lookAheadLimit: Int
  private let capacity: Int

  /// Stream time of the first frame ever written, in seconds.
  package let origin: Double
  /// Frames written since the origin.
  package private(set) var written = 0
  /// Frames read since the origin.
  package private(set) var readCount = 0
  /// Whether the stream ends after the written frames, as far as known; reset by further writing.
  package var isFinished = false

  /// Creates an empty buffer.
  ///
  /// - Parameters:
  ///   - origin: Stream time of the first frame, in seconds.
  ///   - lookAhead: The maximum of unread sound, in seconds.
  ///   - history: The seconds kept after they were read; 1 is what a sound server holds at double
  ///     speed.
  package init(origin: Double, lookAhead: Double = 0.5, history: Double = 1) {
    self.origin = origin
    lookAheadLimit = Int(lookAhead * AudioFormat.rate)
    capacity = lookAheadLimit + Int(history * AudioFormat.rate)
    samples = Array(repeating: 0, count: capacity * AudioFormat.channels)
  }

  /// Frames written but not yet read.
  package var lookAhead: Int { written - readCount }

  /// Frames that can currently be written.
  package var room: Int { max(lookAheadLimit - lookAhead, 0) }

  /// Stream time of the next frame to read, in seconds.
  package var readTime: Double { origin + Double(readCount) / AudioFormat.rate }

  /// Writes as many interleaved samples as there is room for.
  ///
  /// - Returns: The number of frames taken.
  package mutating func append(_ source: ArraySlice<Int16>) -> Int {
    let count = min(source.count / AudioFormat.channels, room)
    var from = source.startIndex
    for run in runs(from: written, count: count) {
      for index in run {
        samples[index] = source[from]
        from += 1
      }
    }
    note(written: count)
    return count
  }

  /// Writes as much silence as there is room for, at most `count` frames.
  ///
  /// - Returns: The number of frames written.
  package mutating func appendSilence(_ count: Int) -> Int {
    let count = min(max(count, 0), room)
    for run in runs(from: written, count: count) {
      for index in run { samples[index] = 0 }
    }
    note(written: count)
    return count
  }

  private mutating func note(written count: Int) {
    written += count
    if count > 0 { isFinished = false }
  }

  /// Reads at most `count` frames, appending them to `target`.
  ///
  /// - Returns: The number of frames read.
  package mutating func read(_ count: Int, appendingTo target: inout [Int16]) -> Int {
    let count = min(max(count, 0), lookAhead)
    for run in runs(from: readCount, count: count) { target.append(contentsOf: samples[run]) }
    readCount += count
    return count
  }

  /// Continues reading at a stream time, or as near to it as the kept frames allow.
  package mutating func rewind(to time: Double) {
    guard time.isFinite else { return }
    let offset = (time - origin) * AudioFormat.rate
    readCount = min(max(Int(saturating: offset), oldestKept), written)
  }

  private var oldestKept: Int { max(written - capacity, 0) }

  // A range of frames as one or two ranges of `samples`.
  private func runs(from frame: Int, count: Int) -> [Range<Int>] {
    guard count > 0 else { return [] }
    let start = frame % capacity
    let first = min(count, capacity - start)
    let channels = AudioFormat.channels
    let head = start * channels..<(start + first) * channels
    return first == count ? [head] : [head, 0..<(count - first) * channels]
  }
}
