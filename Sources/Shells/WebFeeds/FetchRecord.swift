import FoundationEssentials

/// What is asked of the process that fetches.
struct FetchRequest: Hashable, Sendable, Codable {
  var address: String
  /// The host that was checked; the address has to name it, or is not asked for.
  var host: String
  var fields: [String: String]
}

/// What the process that fetches tells, one after another.
enum FetchRecord: Hashable, Sendable {
  case head(WebHead)
  case data([UInt8])
  /// The number of a `URLError`.
  case failure(Int)
  case end

  /// A letter, the length of what follows in four bytes, and that.
  var bytes: [UInt8] {
    let letter: UInt8
    let payload: [UInt8]
    switch self {
    case .head(let head):
      letter = UInt8(ascii: "H")
      payload = (try? JSONEncoder().encode(head)).map { Array($0) } ?? []
    case .data(let bytes): (letter, payload) = (UInt8(ascii: "D"), bytes)
    case .failure(let number): (letter, payload) = (UInt8(ascii: "F"), Array("\(number)".utf8))
    case .end: (letter, payload) = (UInt8(ascii: "E"), [])
    }
    let length = [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: payload.count >> $0) }
    return [letter] + length + payload
  }
}

/// Takes records out of the bytes it sends, however they arrive.
struct FetchRecords {
  private var pending: [UInt8] = []
  /// Whether what came is no record; nothing is taken any more.
  private(set) var isBroken = false

  /// Bytes of a record, at most: what URLSession hands out at once is far less.
  private static let longest = 4 << 20

  /// Adds bytes, and returns the records that are whole.
  mutating func take(_ bytes: [UInt8]) -> [FetchRecord] {
    pending += bytes
    var records: [FetchRecord] = []
    var rest = pending[...]
    while !isBroken, rest.count >= 5 {
      let start = rest.startIndex
      let length = (1...4).reversed().reduce(0) { $0 << 8 | Int(rest[start + $1]) }
      guard length <= Self.longest else {
        isBroken = true
        break
      }
      guard rest.count >= 5 + length else { break }
      let payload = Array(rest[(start + 5)..<(start + 5 + length)])
      guard let record = Self.record(rest[start], payload) else {
        isBroken = true
        break
      }
      records.append(record)
      rest = rest.dropFirst(5 + length)
    }
    pending = Array(rest)
    return records
  }

  private static func record(_ letter: UInt8, _ payload: [UInt8]) -> FetchRecord? {
    switch letter {
    case UInt8(ascii: "H"):
      (try? JSONDecoder().decode(WebHead.self, from: Data(payload))).map { .head($0) }
    case UInt8(ascii: "D"): .data(payload)
    case UInt8(ascii: "F"): Int(String(decoding: payload, as: UTF8.self)).map { .failure($0) }
    case UInt8(ascii: "E"): .end
    default: nil
    }
  }
}
