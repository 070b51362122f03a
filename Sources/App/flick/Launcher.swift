import ALSAAudio
import ArgumentParser
import Dispatch
import FeedSources
import Foundation
import Glibc
import IssueReporting
import LibAV
import Logging
import Models
import NcursesTerminal

/// Takes the program from the command line to the first screen, or to a message and a status.
@MainActor
enum Launcher {
  private static var session: Session?

  /// Runs the program; returns only if it ends before the terminal is taken.
  static func run() -> Int32 {
    let command: FlickCommand
    do {
      command = try FlickCommand.parse(Arguments.ofProcess)
    } catch {
      return explain(error)
    }
    let environment = ProcessInfo.processInfo.environment

    let feed: FeedOpening
    switch FeedSources.open(paths: command.filePaths, options: command.feedOptions) {
    case .success(let opening): feed = opening
    case .failure(let failure):
      for problem in failure.problems.dropLast() { write("flick: \(problem)", to: STDERR_FILENO) }
      return fail(failure.problems.last.map { "\($0)" } ?? "no clip", status: ExitStatus.noInput)
    }

    guard isatty(STDOUT_FILENO) == 1 else {
      return fail(
        "standard output is not a terminal. Run flick in a terminal; over SSH, use `ssh -t`.",
        status: ExitStatus.unavailable)
    }

    if let limit = DescriptorLimit.raise() {
      return fail(
        "only \(limit) files may be open at once; flick needs \(DescriptorLimit.needed)."
          + " Raise it with `ulimit -n \(DescriptorLimit.needed)`.",
        status: ExitStatus.software)
    }

    let log = LogFile(environment: environment)
    LoggingSystem.bootstrap { label in
      LogFileHandler(logLevel: command.logLevel.level, label: label, file: log)
    }
    let logger = Logger(label: "flick")
    IssueReporters.current = [LogIssueReporter(logger: logger)]
    let standardError = log.takeStandardError()
    MemoryTuning.apply()
    let libAVLogger = Logger(label: "libav")
    LibAVLog.install(level: .warning) { message in libAVLogger.info("\(message)") }
    let alsaLogger = Logger(label: "alsa")
    ALSALog.install { message in alsaLogger.info("\(message)") }

    do {
      session = try Session(
        command: command, feed: feed.client, environment: environment, logger: logger)
    } catch {
      dup2(standardError, STDERR_FILENO)
      return fail("\(error)", status: ExitStatus.unavailable)
    }
    session?.start()
    // Keeps the main actor on the main thread, which an asynchronous `main` would lose.
    RunLoop.main.run()
    return ExitStatus.software
  }

  /// Prints what the parser has to say: help and version as asked for, or what is wrong.
  private static func explain(_ error: any Error) -> Int32 {
    let status = FlickCommand.exitCode(for: error).rawValue
    let message = CleanMessage(FlickCommand.fullMessage(for: error)).text
    // The terminal is not taken yet: help may go where the shell wants it.
    write(message, to: status == ExitStatus.success ? STDOUT_FILENO : STDERR_FILENO)
    return status
  }

  private static func fail(_ message: String, status: Int32) -> Int32 {
    write("flick: \(message)", to: STDERR_FILENO)
    return status
  }

  private static func write(_ message: String, to descriptor: Int32) {
    let bytes = Array("\(message)\n".utf8)
    _ = Glibc.write(descriptor, bytes, bytes.count)
  }
}

/// Several lines of text that are safe to print, whatever was interpolated into them.
private struct CleanMessage {
  let text: String

  init(_ message: String) {
    text = message.split(separator: "\n", omittingEmptySubsequences: false)
      .map { CleanText(String($0)).string }
      .joined(separator: "\n")
  }
}
