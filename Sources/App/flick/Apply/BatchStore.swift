import Clients
import Files
import Foundation
import Glibc
import Models
import Platform
import Records
import TerminalUI

/// Where batches are kept, and the lock that guards them: in the user's own state folder, whatever store the
/// verdicts are in. A store that travels with clips may come from anyone.
struct BatchStore: Sendable {
  private let folder: StateFolder

  /// Uses the state folder that the environment specifies; `nil` if it specifies none.
  init?(environment: [String: String] = ProcessInfo.processInfo.environment) {
    guard let folder = StateFolder(environment: environment) else { return nil }
    self.folder = folder
  }

  /// The state folder of this process, for a sub-command.
  ///
  /// - Throws: That there is none.
  static func ofProcess() throws(Failure) -> BatchStore {
    guard let store = BatchStore() else {
      throw Failure(
        localized(
          "no files are moved without a state folder, where that is noted: set XDG_STATE_HOME or HOME"
        ),
        status: ExitStatus.noInput)
    }
    return store
  }

  /// The error that another process is moving files.
  var busy: FileError {
    FileError(folder.path, number: EBUSY, words: localized("another Flick is moving files"))
  }

  /// Does something while no other Flick moves files.
  ///
  /// - Throws: That another one does.
  func exclusively<Result>(
    _ body: () throws(FileError) -> Result
  ) throws(FileError) -> Result {
    folder.make()
    guard let lock = folder.path.withCString({ FolderLock($0) }) else { throw busy }
    defer { withExtendedLifetime(lock) {} }
    return try body()
  }

  /// How far the applies before this one are.
  func standing() throws(FileError) -> ApplyStanding {
    // What is under way elsewhere is none that was interrupted: that is known once it has ended.
    guard try unfinished() != nil else { return .finished }
    do throws(FileError) {
      return try exclusively { () throws(FileError) in
        try unfinished() == nil ? .finished : .interrupted
      }
    } catch {
      guard error.number == EBUSY else { throw error }
      return .running
    }
  }

  /// The batch that was interrupted; `nil` if there is none, or another process is at it.
  func unfinished() throws(FileError) -> FileBatch? {
    try RecordStore.lastBatch(isUnfinished: true, in: folder)
  }

  /// The last batch that can be taken back.
  func last() throws(FileError) -> FileBatch? {
    try RecordStore.lastBatch(isUnfinished: false, in: folder)
  }

  /// Gives up the last batch that can be taken back.
  ///
  /// - Returns: What it has done to files, or may have done.
  func forget() throws(FileError) -> [FileStep] {
    guard var batch = try last() else { return [] }
    batch.state = .undone
    try RecordStore.save(batch, in: folder)
    return batch.steps.filter { $0.state != .failed && $0.state != .undone }
  }

  /// A runner that saves the state of its batch.
  ///
  /// - Parameter report: Called with what cannot be done.
  func runner(report: @escaping (FileError) -> Void) -> BatchRunner {
    BatchRunner(
      far: WebAccess.machines,
      save: { [folder] batch throws(FileError) in try RecordStore.save(batch, in: folder) },
      report: report)
  }

  /// Does what is planned, unless an earlier apply was interrupted.
  ///
  /// - Returns: How many clips could not be treated.
  func apply(_ batch: FileBatch, _ runner: inout BatchRunner) throws(FileError) -> Int {
    guard try unfinished() == nil else {
      throw FileError(folder.path, number: EBUSY, words: Self.isInterrupted)
    }
    return try runner.apply(batch)
  }

  /// The message that the last apply has to be finished or taken back first.
  static let isInterrupted = localized(
    "the last apply was interrupted: `flick apply --finish` goes on, `flick undo` takes it back")

  /// Reports which batches are in a store that travels with clips: earlier versions kept them
  /// there.
  ///
  /// - Parameter isUnfinished: Whether only interrupted ones count.
  @MainActor func tellForeign(isUnfinished: Bool, in options: RecordOptions) {
    if case .state = options.place { return }
    let formats = LocalFormats(environment: { ProcessInfo.processInfo.environment[$0] })
    let own = try? FileStatus(folder.file("flick.db")).identity
    guard (try? FileStatus(options.file).identity) != own,
      let batches = try? RecordStore.foreignBatches(isUnfinished: isUnfinished, options)
    else { return }
    for batch in batches {
      let seconds = Double(batch.id) / 1e6
      let date = formats.dateAndTime(seconds, offset: WallClock.timeZone(at: seconds)) ?? "?"
      Console.report(
        localized(
          "%1$s: an apply of %2$s stands there (%3$s). Only what is noted in your state folder is finished or taken back.",
          options.file, date, ApplyText.summary(batch.files)))
    }
  }
}
