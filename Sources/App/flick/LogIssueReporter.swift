import IssueReporting
import Logging

/// Writes reported issues to the log; the default reporter would overwrite the screen.
struct LogIssueReporter: IssueReporter {
  let logger: Logger

  func reportIssue(
    _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString,
    filePath: StaticString,
    line: UInt, column: UInt
  ) {
    logger.error("\(fileID):\(line): \(message() ?? "an issue without a message")")
  }
}
