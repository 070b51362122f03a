/// A rollback journal as a killed process leaves it (https://sqlite.org/fileformat.html#the_rollback_journal),
/// which has SQLite roll back when it opens the database.
package struct HotJournal {
  /// The database's size, in pages, and a page's, in bytes.
  package var pages: Int
  package var pageSize = 4_096
  /// The journal of several databases that it claims to be part of; SQLite deletes that.
  package var superJournal: [UInt8]?

  /// Creates a journal for a database of some pages.
  package init(pages: Int, superJournal: [UInt8]? = nil) {
    self.pages = pages
    self.superJournal = superJournal
  }

  private static let magic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
  private static let sector = 512

  /// The file.
  package var bytes: [UInt8] {
    var bytes = Self.magic
    for number in [0, 0x1234, pages, Self.sector, pageSize] { bytes += Self.big(number) }
    bytes += [UInt8](repeating: 0, count: Self.sector - bytes.count)
    guard let superJournal else { return bytes }
    // After the page that holds SQLite's locks: "the super-journal name".
    bytes += Self.big(0x4000_0000 / pageSize + 1) + superJournal + Self.big(superJournal.count)
    return bytes + Self.big(superJournal.reduce(0) { $0 + Int($1) }) + Self.magic
  }

  private static func big(_ number: Int) -> [UInt8] {
    (0..<4).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }
}
