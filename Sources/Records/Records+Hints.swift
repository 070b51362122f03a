import GRDB

// Which keys have been told, and how often.
extension Records {
  func hints() throws -> [String: Int] {
    let counts = try rows("SELECT name, count FROM hint").compactMap { row in
      (row["name"] as String?).map { ($0, row["count"] ?? 0) }
    }
    return Dictionary(counts) { $1 }
  }

  func noteHint(_ name: String) throws {
    try run(
      "INSERT INTO hint (name, count) VALUES (?, 1) ON CONFLICT (name) DO UPDATE SET count = count + 1",
      [name])
  }
}
