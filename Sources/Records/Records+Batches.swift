import GRDB
import Glibc
import Models
import Platform

extension RecordStore {
  /// Saves a batch; it survives a power failure. Writes on the calling thread.
  package static func save(
    _ batch: FileBatch, _ options: RecordOptions
  ) throws(FileError) {
    try RecordDatabase(options).perform(.durableWrite) { try $0.save(batch) }
  }

  /// The last batch that can be taken back, or that was interrupted; `nil` if there is none. Reads on
  /// the calling thread.
  ///
  /// - Parameter isUnfinished: Whether only an interrupted one counts.
  package static func lastBatch(
    isUnfinished: Bool, _ options: RecordOptions
  ) throws(FileError) -> FileBatch? {
    guard (try? FileStatus(options.file)) != nil else { return nil }
    // Not as a reader, who could not roll back what a killed process was writing.
    return try RecordDatabase(options).read { try $0.lastBatch(isUnfinished: isUnfinished) }
  }
}

extension Records {
  /// How many batches are kept.
  private static let maxBatches = 100

  fileprivate func save(_ batch: FileBatch) throws {
    try run(
      "INSERT OR REPLACE INTO batch (id, state) VALUES (?, ?)", [batch.id, batch.state.rawValue])
    for (number, step) in batch.steps.enumerated() {
      try run(
        """
        INSERT OR REPLACE INTO step
          (batch, number, clip, kind, source, target, info, size, modified, state)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        [
          batch.id, number, step.clip, step.kind.rawValue, options.base.location(step.source),
          step.target.map(options.base.location), step.info.map(options.base.location),
          step.version.size, step.version.modified.nanosecondsSinceEpoch, step.state.rawValue,
        ])
    }
    try run(
      """
      DELETE FROM batch WHERE id < (SELECT id FROM batch ORDER BY id DESC LIMIT 1 OFFSET ?)
      """, [Self.maxBatches - 1])
  }

  func lastBatch(isUnfinished: Bool) throws -> FileBatch? {
    let states: [FileBatch.State] =
      isUnfinished ? [.applying, .undoing] : [.applying, .undoing, .applied, .partlyUndone]
    let names = states.map { "'\($0.rawValue)'" }.joined(separator: ", ")
    let found = try rows(
      "SELECT id, state FROM batch WHERE state IN (\(names)) ORDER BY id DESC LIMIT 1")
    guard let row = found.first, let id: Int = row.value(at: 0),
      let state = (row.value(at: 1) as String?).flatMap(FileBatch.State.init)
    else { return nil }
    let steps = try rows(
      """
      SELECT kind, clip, source, target, info, size, modified, state
      FROM step WHERE batch = ? ORDER BY number
      """, [id]
    ).map { row throws in
      guard let step = step(row) else {
        throw FileError(
          options.file, number: EINVAL, words: localized("a batch in it cannot be read"))
      }
      return step
    }
    return FileBatch(id: id, state: state, steps: steps)
  }

  private func step(_ row: Row) -> FileStep? {
    func path(_ index: Int) -> FilePath? {
      (row.value(at: index) as String?).flatMap { options.base.path($0) }
    }
    guard let kind = (row.value(at: 0) as String?).flatMap(FileStep.Kind.init),
      let clip: Int = row.value(at: 1), let source = path(2), let size: Int = row.value(at: 5),
      let modified: Int = row.value(at: 6),
      let state = (row.value(at: 7) as Int?).flatMap(FileStep.State.init),
      (kind == .delete) == (path(3) == nil)
    else { return nil }
    return FileStep(
      kind, clip: clip, source, to: path(3), info: path(4),
      version: FileVersion(modified: FileDate(sinceEpoch: modified), size: size), state: state)
  }
}
