import ArgumentParser
import Files
import Foundation
import Models
import Platform
import Records

/// `flick undo`: takes back what the last apply did (docs/triage.md).
struct UndoCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "undo", _superCommandName: "flick",
    abstract: "Take back the last apply.",
    discussion: """
      Brings every file back to where it was, and removes copies and links. Files that have changed \
      since, or are gone, are left as they are and listed; run it again to try those once more, for \
      instance when their disk is there. After that, it takes back the apply before.
      """)

  @Option(help: .setting("store", "here|file"), completion: .file())
  var store: String?

  func perform() throws -> Int32 {
    let options = try RecordOptions(store: store, places: [FilePath(".")])
    let batches = try BatchStore.ofProcess()
    batches.tellForeign(isUnfinished: false, in: options)
    var batch: FileBatch?
    let status = try ApplyCommand.run(batches) { (runner: inout BatchRunner) throws(FileError) in
      batch = try batches.last()
      return try batch.map { batch throws(FileError) in try runner.undo(batch) } ?? 0
    }
    guard let batch else {
      Console.report(localized("nothing to undo"))
      return ExitStatus.success
    }
    if status == ExitStatus.success {
      let count = batch.doneCount
      Console.report(
        localizedPlural(count, "%s file is back", "%s files are back", count))
    }
    return status
  }
}
