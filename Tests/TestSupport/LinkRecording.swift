/// The traffic over a link, with the times at which it was written and at which it arrived.
package struct LinkRecording: Sendable {
  /// Everything that has arrived, in order.
  package private(set) var bytes: [UInt8] = []
  private var departures: [Mark] = []
  private var arrivals: [Mark] = []

  /// The number of bytes for which something had happened by a time.
  private struct Mark {
    var end: Int
    var time: Double
  }

  /// Creates an empty recording.
  package init() {}

  /// Records that the program has written more bytes.
  package mutating func depart(_ count: Int, at time: Double) {
    departures.append(Mark(end: (departures.last?.end ?? 0) + count, time: time))
  }

  /// Records bytes that have arrived.
  package mutating func arrive(_ bytes: [UInt8], at time: Double) {
    self.bytes += bytes
    arrivals.append(Mark(end: self.bytes.count, time: time))
  }

  /// How many bytes the program has written.
  package var departedCount: Int { departures.last?.end ?? 0 }

  /// When the byte at an offset was taken from the program; infinity if it was not.
  package func departure(of offset: Int) -> Double { Self.time(of: offset, in: departures) }

  /// When the byte at an offset arrived; infinity if it did not.
  package func arrival(of offset: Int) -> Double { Self.time(of: offset, in: arrivals) }

  /// The most bytes that had been written and had not arrived.
  package var highestInFlight: Int {
    departures.map { $0.end - arrivedCount(by: $0.time) }.max() ?? 0
  }

  /// How many bytes had arrived by a time.
  package func arrivedCount(by time: Double) -> Int {
    let index = arrivals.partitioningIndex { $0.time > time }
    return index > 0 ? arrivals[index - 1].end : 0
  }

  /// The ends of the chunks that arrived at once.
  package var arrivalEnds: [Int] { arrivals.map(\.end) }

  /// The offsets right after the end of each synchronised update (mode 2026), where a frame is
  /// complete.
  package var updateEnds: [Int] {
    let closing = Array("\u{1B}[?2026l".utf8)
    var ends: [Int] = []
    var start = 0
    while let escape = bytes[start...].firstIndex(of: 0x1B) {
      start = escape + 1
      if bytes[escape...].starts(with: closing) { ends.append(escape + closing.count) }
    }
    return ends
  }

  private static func time(of offset: Int, in marks: [Mark]) -> Double {
    let index = marks.partitioningIndex { $0.end > offset }
    return index < marks.count ? marks[index].time : .infinity
  }
}

extension Array {
  /// The first index from which all elements have a property that none before has.
  fileprivate func partitioningIndex(where belongsAfter: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if belongsAfter(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
