import FoundationEssentials

/// A line of a file in which the newest line for a key counts.
protocol LedgerRecord: Decodable {
  /// What a line is about.
  associatedtype Key: Hashable
  var key: Key { get }
  /// Whether it only revokes earlier lines.
  var isErasure: Bool { get }
}

/// The current state of such a file.
///
/// Unreadable lines (torn, from a later version, edited by hand) are kept as they are.
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

  /// A file of fewer lines is never compacted.
  private static var minLines: Int { 64 }

  /// Reads lines that follow those before.
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

  /// The newest record for a key; `nil` if there is none, or it was revoked.
  subscript(key: Record.Key) -> Record? { newest[key]?.record }

  /// The newest records, latest last.
  var records: [Record] {
    newest.values.sorted { $0.number < $1.number }.map(\.record)
  }

  /// Whether most lines are obsolete or beyond the limit.
  ///
  /// - Parameter limit: How many of the latest lines to keep.
  func isWorthCompacting(keeping limit: Int = .max) -> Bool {
    let kept = min(newest.count + unreadable.count, limit)
    return lineCount >= Self.minLines && lineCount - kept > lineCount / 2
  }

  /// The lines that are still valid, in their order.
  ///
  /// - Parameter limit: How many of the latest to keep.
  /// - Returns: The bytes of a file.
  func compacted(keeping limit: Int = .max) -> [UInt8] {
    let lines = (newest.values.map { ($0.number, $0.line) } + unreadable).sorted { $0.0 < $1.0 }
    return lines.suffix(limit).flatMap { $0.1 + [0x0A] }
  }
}
