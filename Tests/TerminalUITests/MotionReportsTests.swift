import Models
import TerminalCore
import Testing

@testable import TerminalUI

/// Reports that expectations can change.
private final class Reports {
  private var reports = MotionReports()

  func areWanted(over link: LinkStatistics, areUseful: Bool = true, at time: Double) -> Bool {
    reports.areWanted(over: link, areUseful: areUseful, at: time)
  }
}

@Suite struct MotionReportsTests {
  private func link(rate: Double?, roundTrip: Double?) -> LinkStatistics {
    var link = LinkStatistics()
    (link.rate, link.roundTrip) = (rate, roundTrip)
    return link
  }

  /// What a link is like: enough to begin, enough to go on, or neither.
  private enum Quality: Int, CaseIterable {
    case good
    case bearable
    case poor
  }

  private static let rates: [(Double?, Quality)] = [
    (nil, .good), (1e6, .good), (75_000, .good), (74_999, .bearable), (50_000, .bearable),
    (49_999, .poor), (0, .poor),
  ]
  private static let roundTrips: [(Double?, Quality)] = [
    (nil, .good), (0, .good), (0.0999, .good), (0.1001, .bearable), (0.15, .bearable),
    (0.1501, .poor), (9, .poor),
  ]

  /// Every link, reports on or off, with and without use, for a moment and for long.
  @Test func mouseMotionIsEnabledEverywherePossible() {
    for (rate, first) in Self.rates {
      for (roundTrip, second) in Self.roundTrips {
        let quality = [first, second].max { $0.rawValue < $1.rawValue } ?? .good
        let link = link(rate: rate, roundTrip: roundTrip)
        for wereOn in [false, true] {
          for areUseful in [false, true] {
            let reports = Reports()
            if wereOn {
              #expect(reports.areWanted(over: LinkStatistics(), at: 0))
            }
            let (goesOn, begins) = (wereOn && areUseful, areUseful && quality == .good)
            let name = "\(quality), on \(wereOn), useful \(areUseful)"
            #expect(
              reports.areWanted(over: link, areUseful: areUseful, at: 5) == (goesOn || begins),
              "\(name)")
            #expect(
              reports.areWanted(over: link, areUseful: areUseful, at: 5.9) == (goesOn || begins),
              "\(name)")
            #expect(
              reports.areWanted(over: link, areUseful: areUseful, at: 6)
                == (goesOn && quality != .poor || begins), "\(name)")
          }
        }
      }
    }
  }

  @Test func borderlineLinkDoesNotToggle() {
    let reports = Reports()
    var changes = 0
    var areOn = false
    for step in 0..<1_000 {
      // The measured rate goes up and down between what is enough to go on and to begin.
      let rate = step % 7 < 3 ? 80_000.0 : 52_000
      let areWanted = reports.areWanted(
        over: link(rate: rate, roundTrip: 0.12 / (step % 5 == 0 ? 1.3 : 1)), areUseful: true,
        at: Double(step) * 0.2)
      if areWanted != areOn { changes += 1 }
      areOn = areWanted
    }
    #expect(changes == 1)
  }

  @Test func oneLateReplyIsIgnored() {
    let reports = Reports()
    for step in 0..<100 {
      let link = link(rate: 1e6, roundTrip: step % 10 == 9 ? 0.4 : 0.001)
      #expect(reports.areWanted(over: link, at: Double(step) * 0.2))
    }
  }

  @Test func afterStoppingTheLinkMustRecover() {
    let reports = Reports()
    let poor = link(rate: 1e6, roundTrip: 0.3)
    let bearable = link(rate: 1e6, roundTrip: 0.12)
    #expect(reports.areWanted(over: LinkStatistics(), at: 0))
    #expect(reports.areWanted(over: poor, at: 1))
    #expect(!reports.areWanted(over: poor, at: 2))
    #expect(!reports.areWanted(over: bearable, at: 3))
    #expect(reports.areWanted(over: link(rate: 1e6, roundTrip: 0.09), at: 4))
    // Patience begins anew.
    #expect(reports.areWanted(over: bearable, at: 5))
    #expect(reports.areWanted(over: poor, at: 6.5))
    #expect(reports.areWanted(over: poor, at: 7.4))
    #expect(!reports.areWanted(over: poor, at: 7.5))
    // Where there is nothing to look at they end at once.
    #expect(reports.areWanted(over: LinkStatistics(), at: 8))
    #expect(!reports.areWanted(over: LinkStatistics(), areUseful: false, at: 8))
  }
}
