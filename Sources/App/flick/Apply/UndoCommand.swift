import ArgumentParser
import Files
import Foundation
import Models
import Platform
import Records
import TerminalUI

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

  @Flag(help: "Give up what cannot be brought back: list it, and go on to the apply before.")
  var forget = false

  func perform() throws -> Int32 {
    let options = try RecordOptions(store: store, places: [FilePath(".")])
    let batches = try BatchStore.ofProcess()
    batches.tellForeign(isUnfinished: false, in: options)
    if forget { return try Self.forget(batches) }
    ApplyCommand.connect(to: try? batches.last())
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

  /// Gives up the last apply.
  private static func forget(_ batches: BatchStore) throws(Failure) -> Int32 {
    let left = try Failure.with(ExitStatus.cannotCreate) {
      try batches.exclusively { () throws(FileError) in try batches.forget() }
    }
    guard !left.isEmpty else {
      Console.report(localized("nothing to undo"))
      return ExitStatus.success
    }
    let formats = LocalFormats(environment: { ProcessInfo.processInfo.environment[$0] })
    let text = ApplyText(left, kept: 0, rejected: 0, formats: formats)
    return Console.answer(text.files.map(\.string).joined(separator: "\n") + "\n")
  }
}
