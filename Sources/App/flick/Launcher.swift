import ArgumentParser
import Dispatch
import FeedSources
import Files
import Foundation
import Glibc
import IssueReporting
import LibAV
import Logging
import Models
import NcursesTerminal
import Platform
import Records
import Sound

/// Takes the program from the command line to the first screen, or to a message and an exit status.
@MainActor
enum Launcher {
  private static var session: Session?

  /// Runs the program; returns only if it ends before the terminal is taken.
  static func run() throws(Failure) -> Int32 {
    let arguments = Arguments.ofProcess
    // Alone, it needs neither settings nor the parser, a fifth of its time.
    if arguments == ["--version"] || arguments == ["-V"] {
      return Console.answer("flick \(Version.text)\n")
    }
    if let status = Subcommands.run(arguments) { return status }
    if let status = try CompletionScript.run(arguments) { return status }
    MemoryTuning.apply()
    let environment = ProcessInfo.processInfo.environment
    let (configuration, command) = try Configuration.read(
      FlickCommand.self, arguments: arguments, environment: environment)
    try ProcessLimits.check()
    let folder = StateFolder(environment: environment)
    let place =
      try StorePlace(command.store, of: command.feed.filePaths) ?? folder.map { .state($0) }
    let records = place.map { place in
      var options = RecordOptions(
        place, keepsHistory: !command.noHistory, contentHash: { ContentHash.of($0) })
      options.soundDevice = RemoteSound.deviceName(command.play.audioDevice, environment)
      return options
    }
    let store = records.map { records in
      RecordStore(
        records, source: { [feed = command.feed] in feed.sourceName },
        onProblem: { Logger(label: "flick").warning("\($0)") })
    }
    let last =
      command.feed.resume
      ? records.flatMap { RecordStore.place(in: command.feed.sourceName, $0) } : nil
    let (feed, isJudged) = try open(command.feed, command.play.text, records, store, at: last)

    guard isatty(STDOUT_FILENO) == 1 else {
      throw Failure(
        localized(
          "standard output is not a terminal. Run flick in a terminal; over SSH, use `ssh -t`."),
        status: ExitStatus.unavailable)
    }

    let outputs = try Failure.with(ExitStatus.cannotCreate) {
      try Outputs(command.outputs, environment: environment)
    }

    let log = LogFile(folder: folder)
    LoggingSystem.bootstrap { label in
      LogFileHandler(logLevel: command.logLevel.level, label: label, file: log)
    }
    let logger = Logger(label: "flick")
    IssueReporters.current = [LogIssueReporter(logger: logger)]
    // Seen once the terminal is released.
    for warning in configuration.warnings.prefix(5) {
      Console.report("\(warning)")
      logger.warning("\(warning)")
    }
    let standardError = log.takeStandardError()
    let libAVLogger = Logger(label: "libav")
    LibAVLog.install(level: .warning) { message in libAVLogger.info("\(message)") }
    let alsaLogger = Logger(label: "alsa")
    ALSALog.install { message in alsaLogger.info("\(message)") }

    do {
      session = try Session(
        command: command, feed: feed, isJudged: isJudged, last: last, records: store,
        recordOptions: records,
        keyMap: configuration.keyMap,
        note: configuration.note(isFirstStart: log.isNew, command.feed.view) ?? command.feed.note,
        outputs: outputs, environment: environment, standardError: standardError, logger: logger)
    } catch {
      dup2(standardError, STDERR_FILENO)
      throw Failure("\(error)", status: ExitStatus.unavailable)
    }
    session?.start()
    // Keeps the main actor on the main thread, which an asynchronous `main` would lose.
    RunLoop.main.run()
    return ExitStatus.software
  }

  /// Checks that the first path is no misspelt sub-command: its arguments would be played.
  private static func checkFirst(of paths: [String]) throws(Failure) {
    guard let path = paths.first, let hint = UsageHint.subcommand(insteadOf: path) else { return }
    do throws(FileError) {
      _ = try FileStatus(FilePath(bytes: Arguments.bytes(path)))
    } catch {
      guard error.number == ENOENT else { return }
      throw Failure("\(error)", then: [hint], status: ExitStatus.noInput)
    }
  }

  /// Opens the requested feed.
  ///
  /// - Returns: The feed, and whether all of its clips have been judged, so that there is none to
  ///   open at.
  private static func open(
    _ arguments: FeedArguments, _ text: TextDecoder, _ records: RecordOptions?,
    _ store: RecordStore?, at last: LastPlace?
  ) throws(Failure) -> (opening: FeedOpening, isJudged: Bool) {
    try checkFirst(of: arguments.paths)
    var options = arguments.options
    let facts = FileFacts(store, describe: DescriptionFile.beside) { ClipProbe.facts(of: $0) }
    options.facts = { facts.read($0, $1, time: $2) }
    options.text = text
    // Before anything uses it.
    WebAccess.ssh.withLock { $0 = arguments.ssh }
    let configuration = WebFeedConfiguration(web: WebAccess.source, text: text)
    options.openWeb = { WebFeedSource(address: $0, naming: $1, configuration: configuration) }
    options.openFolder = { FarFolder($0, from: WebAccess.machines) }
    let paths = try WebAccess.connect(to: arguments.filePaths)
    let shown = arguments.shown
    if shown != .all {
      options.items = {
        records.flatMap { try? RecordStore.items(shown == .liked ? .liked : .begun, $0).get() }
          ?? []
      }
    }
    if let last { options.start = .last(last.key) }
    switch FeedSources.open(paths: paths, options: options) {
    case .success(let opening): return (opening, false)
    case .failure(let failure):
      if arguments.hidesJudged {
        options.match = arguments.filterOfAll
        let all = FeedSources.open(paths: paths, options: options)
        if case .success(let opening) = all { return (opening, true) }
      }
      var messages = failure.problems.map { "\($0)" }
      if failure.problems.isEmpty {
        messages.append(
          shown == .begun
            ? localized("no clips that were begun and not finished")
            : localized("no liked clips yet; press l while one plays"))
      }
      throw Failure(then: messages, status: ExitStatus.noInput)
    }
  }
}
