import Models
import TestSupport
import Testing

@testable import TerminalUI

@Suite struct FrameReportTests {
  /// Those that follow need not be waited for.
  @Test func pageIsThereWithItsFirstFrame() {
    var report = FrameReport()
    report.presented(1, isComplete: false, frame: 2)
    #expect(report.frame == nil)
    for frame in 3...5 { report.presented(1, isComplete: true, frame: frame) }
    #expect(report.frame == 3 && report.next() == 1)
    #expect(report.frame == nil && report.next() == nil)
    report.presented(2, isComplete: true, frame: 6)
    #expect(report.frame == 6)
  }
}
