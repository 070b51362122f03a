import ArgumentParser
import Clients
import FeedCore
import FeedSources
import Files
import Foundation
import Glibc
import Models
import Platform
import Records
import TerminalUI

/// `flick apply`: makes the files follow the verdicts (docs/triage.md).
struct ApplyCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "apply", _superCommandName: "flick",
    abstract: "Move rejected clips to the trash, and sort kept ones.",
    usage: "flick apply [<options>] [<path> ...]",
    discussion: """
      Lists what will happen, and asks before it touches a file. Rejected clips go to the trash, kept \
      ones stay, unless options say otherwise. Subtitles, captions and metadata beside a clip (.srt, \
      .txt, .xmp, .info.json and others) go with it. Nothing is overwritten. `flick undo` takes \
      everything back, except deletions.
      """)

  @Argument(
    help: ArgumentHelp(
      "Files and folders, also HOST:PATH (default: the current folder).", valueName: "path"),
    completion: .file())
  var paths: [String] = []

  @Option(
    help: ArgumentHelp("Folder for rejected clips, in place of the trash.", valueName: "dir"),
    completion: .directory)
  var rejectedTo: String?

  @Flag(help: "Delete rejected clips. This cannot be undone.")
  var delete = false

  @Option(
    help: ArgumentHelp("Folder for kept clips; without it, they stay.", valueName: "dir"),
    completion: .directory)
  var to: String?

  @Option(help: ArgumentHelp("How kept clips go there: move, copy or link.", valueName: "how"))
  var how = Way.move

  @Option(
    help: ArgumentHelp(
      "Sort kept clips into folders by rating, tag or verdict.", valueName: "what"))
  var by = ApplyPlan.Grouping.none

  @OptionGroup var clips: QueryArguments

  @Flag(name: [.customShort("n"), .long], help: "Only list what would happen.")
  var dryRun = false

  @Flag(name: [.customShort("y"), .long], help: "Do not ask.")
  var yes = false

  @Flag(help: "Finish what was interrupted.")
  var finish = false

  @Option(help: .setting("store", "here|file"), completion: .file())
  var store: String?

  /// How kept clips get to their folder.
  enum Way: String, CaseIterable, ExpressibleByArgument {
    case move
    case copy
    case link

    var kind: FileStep.Kind {
      switch self {
      case .move: .move
      case .copy: .copy
      case .link: .link
      }
    }
  }

  func validate() throws {
    guard !paths.contains(""), rejectedTo != "", to != "" else {
      throw ValidationError(localized("The path is empty."))
    }
    if delete, rejectedTo != nil {
      throw ValidationError(localized("--delete and --rejected-to cannot be combined."))
    }
    if to == nil, by != .none || how != .move {
      throw ValidationError(localized("--by and --how need --to."))
    }
  }

  func perform() throws -> Int32 {
    let places = (paths.isEmpty ? ["."] : paths).map { TypedPath.path(Arguments.bytes($0)) }
    let options = try RecordOptions(store: store, places: places)
    let batches = try BatchStore.ofProcess()
    batches.tellForeign(isUnfinished: true, in: options)
    if finish { return try Self.finish(batches) }
    switch try Failure.with(ExitStatus.noInput, { try batches.standing() }) {
    case .finished: break
    case .running: throw Failure("\(batches.busy)", status: ExitStatus.cannotCreate)
    case .interrupted: throw Failure(BatchStore.isInterrupted, status: ExitStatus.cannotCreate)
    }
    try WebAccess.connect(to: places)
    let plan = try plan(places, options)
    if plan.kept + plan.rejected == 0 { try VerdictsCommand.check(places) }
    let text = ApplyText(
      plan.steps, kept: plan.kept, rejected: plan.rejected,
      formats: LocalFormats(environment: { ProcessInfo.processInfo.environment[$0] }))
    let status = Console.answer(
      (text.files + text.totals).map(\.string).joined(separator: "\n") + "\n")
    for problem in plan.problems + plan.notices { Console.report("\(problem)") }
    guard status == ExitStatus.success, !plan.steps.isEmpty, !dryRun else {
      return plan.problems.isEmpty ? status : ExitStatus.inputOutput
    }
    guard try yes || isConfirmed(plan) else { return ExitStatus.success }
    let batch = FileBatch(id: Int(saturating: WallClock.now * 1e6), steps: plan.steps)
    let result = try Self.run(batches) { (runner: inout BatchRunner) throws(FileError) in
      try batches.apply(batch, &runner)
    }
    return plan.problems.isEmpty ? result : ExitStatus.inputOutput
  }

  private func plan(_ places: [FilePath], _ options: RecordOptions) throws -> ApplyPlan {
    var job = ApplyJob(options: options, places: places, filter: clips.query)
    if delete { job.rejected = .delete }
    if let rejectedTo { job.rejected = .move(try Self.folder(rejectedTo)) }
    if let to { job.kept = .go(how.kind, try Self.folder(to), by: by) }
    let progress = Progress(after: 1)
    defer { progress.end() }
    return try Failure.with(ExitStatus.noInput) {
      try job.plan { machine, done, total in
        progress.show(localized("%1$s: %2$s of %3$s folders", machine.machineName, done, total))
      }
    }
  }

  /// The place of a folder, which may not exist yet.
  private static func folder(_ argument: String) throws(Failure) -> MediaLocation {
    let path = TypedPath.path(Arguments.bytes(argument))
    if let address = AddressReader.sftp(path) { return .remote(address) }
    guard !path.isAbsolute else { return .file(path) }
    return .file(try Failure.with(ExitStatus.noInput) { try FilePath.current }.appending(path))
  }

  /// Asks whether to go on. What cannot be undone needs the number of files.
  private func isConfirmed(_ plan: ApplyPlan) throws(Failure) -> Bool {
    guard isatty(STDIN_FILENO) == 1 else {
      throw Failure(
        localized("nothing was done: without a terminal to ask on, it needs --yes"),
        status: ExitStatus.usage)
    }
    let deleted = plan.steps.count { $0.kind == .delete }
    let wanted = deleted > 0 ? String(deleted) : "y"
    Console.show(
      deleted > 0
        ? localized("Deleted files cannot be brought back. Type %s to delete them: ", deleted)
        : localized("Go on? [y/N] "))
    let answer = readLine()?.trimmingCharacters(in: .whitespaces).lowercased()
    guard answer == wanted else {
      Console.report(localized("nothing was done"))
      return false
    }
    return true
  }

  /// Finishes what was interrupted.
  private static func finish(_ batches: BatchStore) throws(Failure) -> Int32 {
    var wasInterrupted = false
    connect(to: try? batches.unfinished())
    let status = try run(batches) { (runner: inout BatchRunner) throws(FileError) in
      guard let batch = try batches.unfinished() else { return 0 }
      wasInterrupted = true
      return try runner.finish(batch)
    }
    if !wasInterrupted { Console.report(localized("nothing was interrupted")) }
    return status
  }

  /// Connects to the machines of a batch; `ssh` may ask. Files elsewhere do not wait for a machine that is gone.
  static func connect(to batch: FileBatch?) {
    do throws(Failure) {
      try WebAccess.connect(to: batch?.steps.compactMap(\.machine) ?? [])
    } catch {
      _ = Console.fail(error)
    }
  }

  /// Runs a batch while no other Flick does, and reports the outcome.
  ///
  /// - Returns: The exit status.
  static func run(
    _ batches: BatchStore, _ body: (inout BatchRunner) throws(FileError) -> Int
  ) throws(Failure) -> Int32 {
    var runner = batches.runner { Console.report("\($0)") }
    do throws(FileError) {
      let failures = try batches.exclusively { () throws(FileError) in
        try body(&runner)
      }
      guard failures > 0 else { return ExitStatus.success }
      Console.report(
        localizedPlural(
          failures, "%s clip stays where it was", "%s clips stay where they were", failures))
      return ExitStatus.inputOutput
    } catch {
      throw Failure("\(error)", status: ExitStatus.cannotCreate)
    }
  }
}

extension ApplyPlan.Grouping: ExpressibleByArgument {}
