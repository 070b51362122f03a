import FoundationEssentials
import Models

/// One line of a list of verdicts, as `flick verdicts` writes it: CSV with a header, or an object of JSON
/// a line. What a list does not have stays as it is.
package struct ListedReview: Hashable, Sendable {
  /// A line that cannot be used.
  package struct Problem: Error, Hashable, Sendable {
    /// From 1.
    package var line: Int
    package var words: CleanText
  }

  /// From 1.
  package var line: Int
  /// A path or an address; empty if there is none.
  package var path: [UInt8] = []
  /// A URI, or a feed's address and the id of an entry; empty if there is none.
  package var key = ""
  private var columns: Set<Column> = []
  private var review = Review()

  private enum Column: String {
    case filepath
    case key
    case verdict
    case rating
    case tags
    case `in`
    case out
  }

  /// The most bytes of a list that are read.
  package static let limit = 256 << 20

  /// A review with what the line says.
  package func applied(to known: Review) -> Review {
    func value<Value>(_ column: Column, _ path: KeyPath<Review, Value>) -> Value {
      columns.contains(column) ? review[keyPath: path] : known[keyPath: path]
    }
    return Review(
      verdict: value(.verdict, \.verdict), rating: value(.rating, \.rating),
      tags: value(.tags, \.tags), inPoint: value(.in, \.inPoint),
      outPoint: value(.out, \.outPoint))
  }

  /// Reads a list.
  ///
  /// - Parameter bytes: The whole file.
  /// - Returns: The lines that can be used, and what is wrong with the others.
  package static func read(_ bytes: [UInt8]) -> (reviews: [ListedReview], problems: [Problem]) {
    let first = bytes.first { !" \t\r\n\u{FEFF}".utf8.contains($0) }
    return first == UInt8(ascii: "{") ? readJSON(bytes) : readCSV(bytes)
  }

  private typealias Reading = (reviews: [ListedReview], problems: [Problem])

  private static func readCSV(_ bytes: [UInt8]) -> Reading {
    var rows = CSVRows(bytes)
    let names = rows.next()?.fields.map { Column(rawValue: String(decoding: $0, as: UTF8.self)) }
    guard let names, names.contains(.filepath) || names.contains(.key) else {
      return (
        [], [Problem(line: 1, words: .localized("there is no column filepath, and no column key"))]
      )
    }
    return collect(
      rows.lazy.map { row in
        (row.line, zip(names, row.fields).compactMap { name, field in name.map { ($0, field) } })
      })
  }

  private static func readJSON(_ bytes: [UInt8]) -> Reading {
    var problems: [Problem] = []
    var rows: [(Int, [(Column, [UInt8])])] = []
    for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated()
    where !line.allSatisfy({ $0 == 0x20 || $0 == 0x0D }) {
      var reader = JSONReader(Array(line), depthLimit: 4)
      var fields: [(Column, [UInt8])] = []
      do throws(FeedError) {
        let isObject = try reader.object { (reader, name) throws(FeedError) in
          guard let column = Column(rawValue: name) else { return try reader.skip() }
          switch column {
          case .rating, .in, .out:
            if let number = try reader.number() { fields.append((column, Array(number.utf8))) }
          case .filepath, .key, .verdict, .tags:
            if let text = try reader.string() { fields.append((column, Array(text.utf8))) }
          }
        }
        guard isObject else { throw FeedError(.notFound, place: "") }
        rows.append((index + 1, fields))
      } catch {
        problems.append(Problem(line: index + 1, words: .localized("it is not an object of JSON")))
      }
    }
    let read = collect(rows)
    return (read.reviews, (problems + read.problems).sorted { $0.line < $1.line })
  }

  private static func collect(
    _ rows: some Sequence<(Int, [(Column, [UInt8])])>
  ) -> Reading {
    var reading: Reading = ([], [])
    for (line, fields) in rows {
      do throws(Problem) {
        reading.reviews.append(try ListedReview(line, fields))
      } catch {
        reading.problems.append(error)
      }
    }
    return reading
  }

  private init(_ line: Int, _ fields: [(Column, [UInt8])]) throws(Problem) {
    self.line = line
    for (column, field) in fields {
      columns.insert(column)
      let text = String(decoding: field, as: UTF8.self)
      func refuse() -> Problem {
        Problem(
          line: line,
          words: .localized("%1$s cannot be “%2$s”", column.rawValue, CleanText(text)))
      }
      func time() throws(Problem) -> Double? {
        if text.isEmpty { return nil }
        guard let time = Double(text), time.isFinite, time >= 0 else { throw refuse() }
        return time
      }
      switch column {
      case .filepath: path = field
      case .key: key = text
      case .verdict:
        review.verdict = Review.Verdict(rawValue: text)
        if review.verdict == nil, !text.isEmpty { throw refuse() }
      case .rating:
        guard let rating = Int(text.isEmpty ? "0" : text), (0...Review.maxRating) ~= rating else {
          throw refuse()
        }
        review.rating = rating
      case .tags:
        let tags = text.split(separator: ",").map(String.init)
        // A control character is no accident.
        guard tags.allSatisfy({ Review.tag($0).map { !$0.contains("\u{FFFD}") } ?? true }) else {
          throw refuse()
        }
        review = Review(
          verdict: review.verdict, rating: review.rating, tags: tags, inPoint: review.inPoint,
          outPoint: review.outPoint)
      case .in: review.inPoint = try time()
      case .out: review.outPoint = try time()
      }
    }
    guard !path.isEmpty || !key.isEmpty else {
      throw Problem(line: line, words: .localized("there is neither a path nor a key"))
    }
  }
}
