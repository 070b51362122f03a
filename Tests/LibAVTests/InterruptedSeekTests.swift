import MediaCore
import Models
import TestSupport
import Testing

@testable import LibAV

@Suite struct InterruptedSeekTests {
  @Test func interruptedSeekContinuesFromItsLastFrame() throws {
    let token = CancellationToken()
    let source = try LibAVOpener().open(.file(try TestClips.portrait()), cancellation: token)
    token.setHaste(after: 0)
    try source.seek(to: 0.92, precision: .exact)
    token.setHaste(after: nil)
    var times: [Double] = []
    while times.last ?? -1 < 0.915, case .value(let timing) = try source.nextFrame() {
      times.append(timing.presentationTime)
    }
    #expect(times.first.map { $0 < 0.9 } == true)
    #expect(times.last.map { abs($0 - 0.92) < 0.001 } == true)
    let steps = zip(times, times.dropFirst()).map { $1 - $0 }
    #expect(steps.allSatisfy { abs($0 - 0.04) < 0.001 })
    try source.seek(to: 0.92, precision: .exact)
    guard case .value(let exact) = try source.nextFrame() else {
      Issue.record("No picture.")
      return
    }
    #expect(abs(exact.presentationTime - 0.92) < 0.001)
  }
}
