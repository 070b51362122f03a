import FoundationEssentials

/// A line of a file in which the newest line about something is what counts.
protocol LedgerRecord: Decodable {
  /// What a line is about.
  associatedtype Key: Hashable
  var key: Key { get }
  /// Whether it only takes back what the lines before it said.
  var isErasure: Bool { get }
}

/// What the lines of such a file come to.
///
/// Lines that cannot be read (torn, of a later version, written by hand) are kept as they are.
struct LineBook<Record: LedgerRecord> {
  private struct Entry {
    /// The line's number.
    var number: Int
    var record: Record
    var line: [UInt8]
  }

  private var newest: [Record.Key: Entry] = [:]
  private var unreadable: [(number: Int, line: [UInt8])] = []
  private var lineCount = 0

  /// Below this many lines a file is small whatever is in it.
  private static var leastLines: Int { 64 }

  /// Takes in lines that stand behind those before.
  mutating func read(_ bytes: some Collection<UInt8>) {
    let decoder = JSONDecoder()
    for line in bytes.split(separator: 0x0A) {
      defer { lineCount += 1 }
      guard let record = try? decoder.decode(Record.self, from: Data(line)) else {
        unreadable.append((lineCount, Array(line)))
        continue
      }
      newest[record.key] =
        record.isErasure
        ? nil : Entry(number: lineCount, record: record, line: Array(line))
    }
  }

  /// The newest record about something; `nil` if there is none, or it has been taken back.
  subscript(key: Record.Key) -> Record? { newest[key]?.record }

  /// The newest records, the latest last.
  var records: [Record] {
    newest.values.sorted { $0.number < $1.number }.map(\.record)
  }

  /// Whether most lines say nothing any more, or not enough to be kept.
  ///
  /// - Parameter limit: How many of the latest lines to keep.
  func isWorthCompacting(keeping limit: Int = .max) -> Bool {
    let kept = min(newest.count + unreadable.count, limit)
    return lineCount >= Self.leastLines && lineCount - kept > lineCount / 2
  }

  /// The lines that still say something, in their order.
  ///
  /// - Parameter limit: How many of the latest to keep.
  /// - Returns: The bytes of a file.
  func compacted(keeping limit: Int = .max) -> [UInt8] {
    let lines = (newest.values.map { ($0.number, $0.line) } + unreadable).sorted { $0.0 < $1.0 }
    return lines.suffix(limit).flatMap { $0.1 + [0x0A] }
  }
}
