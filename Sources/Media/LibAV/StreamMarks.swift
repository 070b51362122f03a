/// How far the played streams were read, to recognise packets that are repeated after the container
/// was reopened.
struct StreamMarks {
  /// The last known decoding time in the stream's ticks, and the byte position of the furthest
  /// packet.
  private typealias Mark = (time: Int64?, place: Int64)

  private var reached: [MediaStream.Kind: Mark] = [:]
  private var repeated: [MediaStream.Kind: Mark] = [:]

  /// The last known decoding time of a stream, in its ticks.
  func time(of kind: MediaStream.Kind) -> Int64? { reached[kind]?.time }

  /// From here on packets are repeated, up to where they have been read.
  mutating func rewind() { repeated = reached }

  /// Records the next packet of a stream.
  ///
  /// - Parameters:
  ///   - kind: The stream.
  ///   - time: Its decoding time in the stream's ticks, if it has one.
  ///   - place: Its byte position; -1 if unknown, as after a seek.
  /// - Returns: Whether it was read before.
  mutating func take(_ kind: MediaStream.Kind, time: Int64?, place: Int64) -> Bool {
    if let last = repeated[kind], place >= 0, place <= last.place { return true }
    repeated[kind] = nil
    let last = reached[kind]
    reached[kind] = (time ?? last?.time, max(place, last?.place ?? -1))
    return false
  }
}
