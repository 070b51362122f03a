import IssueReporting

/// A source location: where an effect was created, a reducer scoped, or an action sent.
///
/// Every diagnostic refers to one, so that a failing test shows the line that caused the failure.
package struct SourceSite: Sendable, CustomStringConvertible {
  package let fileID: StaticString
  package let filePath: StaticString
  package let line: UInt
  package let column: UInt

  package init(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }

  /// `Module/File.swift:line`.
  package var description: String { "\(fileID):\(line)" }

  /// Reports an issue at this place: a failure in a test, a log entry in the running app.
  package func report(_ message: @autoclosure () -> String) {
    reportIssue(message(), fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
