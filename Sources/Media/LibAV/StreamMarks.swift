/// How far the streams that are played were read, so that packets which come a second time, after the
/// container was opened anew, are known.
struct StreamMarks {
  /// The decoding time in the stream's ticks, of the last packet that had one, and the byte that
  /// the furthest packet starts at.
  private typealias Mark = (time: Int64?, place: Int64)

  private var reached: [MediaStream.Kind: Mark] = [:]
  private var repeated: [MediaStream.Kind: Mark] = [:]

  /// The decoding time of the last packet of a stream that had one, in the stream's ticks.
  func time(of kind: MediaStream.Kind) -> Int64? { reached[kind]?.time }

  /// From here on packets come again, up to where they have been read.
  mutating func rewind() { repeated = reached }

  /// Takes in the next packet of a stream.
  ///
  /// - Parameters:
  ///   - kind: The stream.
  ///   - time: Its decoding time in the stream's ticks, if it has one.
  ///   - place: The byte it starts at; -1 if unknown, as behind a seek.
  /// - Returns: Whether it was read before.
  mutating func take(_ kind: MediaStream.Kind, time: Int64?, place: Int64) -> Bool {
    if let last = repeated[kind], place >= 0, place <= last.place { return true }
    repeated[kind] = nil
    let last = reached[kind]
    reached[kind] = (time ?? last?.time, max(place, last?.place ?? -1))
    return false
  }
}
