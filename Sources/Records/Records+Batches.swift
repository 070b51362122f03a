import GRDB
import Glibc
import Models
import Platform

extension RecordStore {
  /// Saves a batch; it survives a power failure. Writes on the calling thread.
  ///
  /// - Parameter folder: The user's own state folder: a database that travels with clips may come
  ///   from anybody, and what it says is never carried out.
  package static func save(_ batch: FileBatch, in folder: StateFolder) throws(FileError) {
    try RecordDatabase(RecordOptions(.state(folder))).perform(.durableWrite) { try $0.save(batch) }
  }

  /// The last batch that can be taken back, or that was interrupted; `nil` if there is none. Reads on
  /// the calling thread.
  ///
  /// - Parameters:
  ///   - isUnfinished: Whether only an interrupted one counts.
  ///   - folder: The user's own state folder.
  package static func lastBatch(
    isUnfinished: Bool, in folder: StateFolder
  ) throws(FileError) -> FileBatch? {
    let options = RecordOptions(.state(folder))
    guard (try? FileStatus(options.file)) != nil else { return nil }
    // Not as a reader, which could not roll back what a killed process was writing.
    return try RecordDatabase(options).read { try $0.lastBatch(isUnfinished: isUnfinished) }
  }

  /// What an apply of an earlier version did, according to a database that travels with clips.
  package struct ForeignBatch: Hashable, Sendable {
    /// Microseconds since 1970.
    package let id: Int
    /// How many files, by what happened to them.
    package fileprivate(set) var files: [FileStep.Kind: Int] = [:]
  }

  /// The batches in a database that travels with clips, the latest first: to be listed, never to be
  /// carried out.
  /// Reads on the calling thread.
  ///
  /// - Parameter isUnfinished: Whether only interrupted ones count.
  package static func foreignBatches(
    isUnfinished: Bool, _ options: RecordOptions
  ) throws(FileError) -> [ForeignBatch] {
    guard (try? FileStatus(options.file)) != nil else { return [] }
    return try RecordDatabase(reading: options).read {
      try $0.foreignBatches(isUnfinished: isUnfinished)
    }
  }
}

extension Records {
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
          batch.id, number, step.clip, step.kind.rawValue, location(step.source, of: step),
          step.target.map { location($0, of: step) }, nil, step.version.size,
          step.version.modified.nanosecondsSinceEpoch, step.state.rawValue,
        ])
    }
    try run(
      """
      DELETE FROM batch WHERE id < (SELECT id FROM batch ORDER BY id DESC LIMIT 1 OFFSET ?)
      """, [Self.maxBatches - 1])
  }

  private func states(isUnfinished: Bool) -> String {
    let states: [FileBatch.State] =
      isUnfinished ? [.applying, .undoing] : [.applying, .undoing, .applied, .partlyUndone]
    return "(" + states.map { "'\($0.rawValue)'" }.joined(separator: ", ") + ")"
  }

  fileprivate func foreignBatches(isUnfinished: Bool) throws -> [RecordStore.ForeignBatch] {
    let found = try rows(
      """
      SELECT batch.id, step.kind, count(*) AS count
      FROM batch JOIN step ON step.batch = batch.id
      WHERE batch.id IN (
        SELECT id FROM batch WHERE state IN \(states(isUnfinished: isUnfinished))
        ORDER BY id DESC LIMIT ?
      )
      GROUP BY batch.id, step.kind ORDER BY batch.id DESC
      """, [Self.maxBatches])
    var batches: [RecordStore.ForeignBatch] = []
    for row in found {
      guard let id: Int = row["id"], let count: Int = row["count"],
        let kind = (row["kind"] as String?).flatMap(FileStep.Kind.init)
      else { continue }
      if batches.last?.id != id { batches.append(RecordStore.ForeignBatch(id: id)) }
      batches[batches.count - 1].files[kind] = count
    }
    return batches
  }

  fileprivate func lastBatch(isUnfinished: Bool) throws -> FileBatch? {
    let states = states(isUnfinished: isUnfinished)
    let found = try rows(
      "SELECT id, state FROM batch WHERE state IN \(states) ORDER BY id DESC LIMIT 1")
    guard let row = found.first, let id: Int = row["id"],
      let state = (row["state"] as String?).flatMap(FileBatch.State.init)
    else { return nil }
    var batch = FileBatch(id: id, state: state, steps: [])
    while true {
      // All at once, many would be more than a query may return.
      let found = try rows(
        """
        SELECT kind, clip, source, target, size, modified, state
        FROM step WHERE batch = ? AND number >= ? ORDER BY number LIMIT ?
        """, [id, batch.steps.count, Self.stepPage])
      batch.steps += try found.map { row throws in
        guard let step = step(row) else {
          throw FileError(
            options.file, number: EINVAL, words: localized("a batch in it cannot be read"))
        }
        return step
      }
      if found.count < Self.stepPage { return batch }
    }
  }

  /// How many steps are read at once.
  private static let stepPage = 10_000

  /// The location of a step's file: on another machine, its address.
  private func location(_ path: FilePath, of step: FileStep) -> String {
    step.machine.map { $0.at(path).string } ?? options.base.location(path)
  }

  private func step(_ row: RecordRow) -> FileStep? {
    func place(_ column: String) -> (machine: RemoteAddress?, path: FilePath)? {
      switch (row[column] as String?).flatMap({ options.base.media($0) }) {
      case .file(let path): (nil, path)
      case .remote(let address) where address.scheme == .sftp && address.pathThere.isPlain:
        (address.machine, address.pathThere)
      case .remote, nil: nil
      }
    }
    let target = place("target")
    guard let kind = (row["kind"] as String?).flatMap(FileStep.Kind.init),
      let clip: Int = row["clip"], let source = place("source"), let version = FileVersion(row),
      let state = (row["state"] as Int?).flatMap(FileStep.State.init),
      (kind == .delete) == (target == nil), target.map({ $0.machine == source.machine }) ?? true
    else { return nil }
    return FileStep(
      kind, clip: clip, on: source.machine, source.path, to: target?.path, version: version,
      state: state)
  }
}
