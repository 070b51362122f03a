/// Reads a range of a file by many requests at once, whose replies come in any order and length.
struct SFTPRead: Sendable {
  /// A part of the range that is requested, or has arrived and is not delivered yet.
  private struct Piece {
    let number: Int
    let offset: Int64
    var count: Int
    var data: ArraySlice<UInt8> = []
    var isUnderWay = false
    var isWhole: Bool { data.count >= count }
  }

  /// A read to request.
  struct Part: Hashable, Sendable {
    /// Identifies its piece.
    let number: Int
    let offset: Int64
    let count: Int
  }

  /// The offset of the next byte to deliver.
  private(set) var position: Int64
  /// Where the range ends; `nil` for the end of the file, while that is unknown.
  private(set) var end: Int64?
  /// In the order of their offsets, without gaps.
  private var pieces: [Piece] = []
  /// Where the next piece begins.
  private var next: Int64
  /// Where the range ends at the latest.
  private let limit: Int64
  /// Whether the size of the file is known.
  private var isKnown = false
  private var latestNumber = 0

  /// The most pieces: 64 reads of 32 KB.
  private static let mostPieces = 64

  /// - Parameters:
  ///   - start: Its first byte; not negative.
  ///   - end: Where it ends at the latest.
  init(from start: Int64, to end: Int64?) {
    position = start
    next = start
    self.end = end
    limit = end ?? .max
  }

  /// Whether everything has been delivered.
  var isComplete: Bool { end.map { position >= $0 } ?? false }

  /// What can be delivered now.
  var ready: ArraySlice<UInt8> { pieces.first?.data ?? [] }

  /// Removes the first bytes of `ready`.
  mutating func deliver(_ count: Int) {
    guard let first = pieces.first, count <= first.data.count else { return }
    position += Int64(count)
    if count == first.count {
      pieces.removeFirst()
    } else {
      pieces[0] = Piece(
        number: first.number, offset: position, count: first.count - count,
        data: first.data.dropFirst(count), isUnderWay: first.isUnderWay)
    }
  }

  /// Takes the size of the file from its attributes.
  ///
  /// - Returns: The numbers of pieces that are not needed; `nil` if the file has shrunk.
  mutating func take(size: Int64) -> [Int]? {
    isKnown = true
    let end = max(min(size, limit), position)
    if let found = self.end, found < min(end, limit) { return nil }
    return cut(at: end)
  }

  /// The next read to request; `nil` if there is none now.
  ///
  /// - Parameter size: How many bytes it should have, at least 1.
  mutating func request(_ size: Int) -> Part? {
    // The rest of a short reply first: what follows waits for it.
    if let index = pieces.firstIndex(where: { !$0.isUnderWay && !$0.isWhole }) {
      pieces[index].isUnderWay = true
      let piece = pieces[index]
      return Part(
        number: piece.number, offset: piece.offset + Int64(piece.data.count),
        count: min(piece.count - piece.data.count, size))
    }
    let count = min(Int64(size), (end ?? .max) - next)
    guard count > 0, pieces.count < Self.mostPieces,
      next - position < Int64(SFTPLink.mostUnderWay)
    else { return nil }
    latestNumber += 1
    let piece = Piece(number: latestNumber, offset: next, count: Int(count), isUnderWay: true)
    pieces.append(piece)
    next += count
    return Part(number: piece.number, offset: piece.offset, count: piece.count)
  }

  /// Takes the data of a piece: what it lacks, or the beginning of that.
  mutating func take(_ data: ArraySlice<UInt8>, for number: Int) {
    guard let index = pieces.firstIndex(where: { $0.number == number }) else { return }
    pieces[index].isUnderWay = false
    let missing = data.prefix(pieces[index].count - pieces[index].data.count)
    if pieces[index].data.isEmpty {
      pieces[index].data = missing
    } else {
      pieces[index].data += missing
    }
  }

  /// Takes the end of the file in place of a piece's data.
  ///
  /// - Returns: The numbers of pieces that are not needed; `nil` if the file has shrunk.
  mutating func takeEnd(for number: Int) -> [Int]? {
    guard let piece = pieces.first(where: { $0.number == number }) else { return [] }
    // Its rest was requested before the size was known.
    guard !piece.isWhole else { return [] }
    guard !isKnown else { return nil }
    return cut(at: piece.offset + Int64(piece.data.count))
  }

  private mutating func cut(at end: Int64) -> [Int] {
    self.end = end
    next = min(next, end)
    let dropped = pieces.filter { $0.offset >= end }
    pieces.removeLast(dropped.count)
    if let last = pieces.last {
      let count = Int(min(Int64(last.count), end - last.offset))
      pieces[pieces.count - 1].count = count
      pieces[pieces.count - 1].data = last.data.prefix(count)
    }
    return dropped.map(\.number)
  }
}
