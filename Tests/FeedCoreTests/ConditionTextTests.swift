import Models
import Platform
import TestSupport
import Testing

@testable import FeedCore

@Suite struct ConditionTextTests {
  private func facts(_ change: (inout KnownFacts) -> Void) -> KnownFacts {
    var facts = KnownFacts()
    change(&facts)
    return facts
  }

  @Test(arguments: [
    ("dur:30", [30, 30.9], [29.9, 31]), ("dur:<30s", [0, 29.99], [30, 31]),
    ("dur:<=30s", [30], [30.01]), ("dur:>1:30", [90.1], [90, 1]), ("dur:>=1m", [60], [59.9]),
    ("dur:1m..1.5m", [60, 90], [59, 91]), ("dur:2h", [7_200, 10_799], [7_199, 10_800]),
    ("dur:1:00:00", [3_600], [3_601]),
  ])
  func durations(_ text: String, _ accepted: [Double], _ refused: [Double]) {
    let query = FilterQuery(text)
    for seconds in accepted {
      #expect(query.accepts(facts { $0.duration = seconds }), "\(seconds)")
    }
    for seconds in refused {
      #expect(!query.accepts(facts { $0.duration = seconds }), "\(seconds)")
    }
    #expect(!query.accepts(KnownFacts()) && query.needs == .media && query.words.isEmpty)
  }

  @Test(arguments: [
    ("size:>100M", [100 << 20 + 1], [100 << 20, 1]), ("size:1k", [1_024, 2_047], [1_023, 2_048]),
    ("SIZE:<1.5G", [1], [3 << 29]),
  ])
  func sizes(_ text: String, _ accepted: [Int], _ refused: [Int]) {
    for size in accepted { #expect(FilterQuery(text).accepts(facts { $0.size = size })) }
    for size in refused { #expect(!FilterQuery(text).accepts(facts { $0.size = size })) }
  }

  @Test(arguments: [
    ("date:2026-05", ["2026-05-01", "2026-05-31"], ["2026-04-30", "2026-06-01"]),
    ("date:2026", ["2026-01-01", "2026-12-31"], ["2025-12-31"]),
    ("date:2025-12", ["2025-12-31"], ["2026-01-01"]),
    ("date:2026-05-09", ["2026-05-09"], ["2026-05-10"]),
    ("date:<2026-05", ["2026-04-30"], ["2026-05-01"]),
    ("date:>2026-05", ["2026-06-01"], ["2026-05-31"]),
    ("date:2026-05..2026-06", ["2026-05-01", "2026-06-30"], ["2026-07-01"]),
  ])
  func dates(_ text: String, _ accepted: [String], _ refused: [String]) {
    func accepts(_ date: String) -> Bool {
      FilterQuery(text).accepts(
        facts {
          $0.date = WrittenDate.internet(date)?.seconds
          $0.setDay { _ in 0 }
        })
    }
    for date in accepted { #expect(accepts(date), "\(date)") }
    for date in refused { #expect(!accepts(date), "\(date)") }
  }

  @Test func localDateDecides() {
    let late = facts {
      $0.date = WrittenDate.internet("2026-04-30T23:30:00Z")?.seconds
      $0.setDay { _ in 3_600 }
    }
    #expect(FilterQuery("date:2026-05").accepts(late))
  }

  @Test func useCodecAndShape() {
    #expect(FilterQuery("is:liked").accepts(facts { $0.isLiked = true }))
    #expect(FilterQuery("is:seen").accepts(facts { $0.seen = 5 }))
    #expect(FilterQuery("is:unseen").accepts(KnownFacts()))
    #expect(FilterQuery("is:begun").accepts(facts { $0.isBegun = true }))
    #expect(FilterQuery("codec:h2").accepts(facts { $0.codec = "h264" }))
    #expect(!FilterQuery("codec:hevc").accepts(facts { $0.codec = "h264" }))
    #expect(FilterQuery("portrait").accepts(facts { $0.isPortrait = true }))
    #expect(FilterQuery("landscape").accepts(facts { $0.isPortrait = false }))
    #expect(FilterQuery("title:BEE title:fl").accepts(facts { $0.title = "A bée on a flower" }))
    #expect(!FilterQuery("title:bee title:cat").accepts(facts { $0.title = "A bee" }))
    #expect(FilterQuery("title:bee bee").words.count == 1)
    #expect(FilterQuery("title:bee").needs == [.media, .description])
    #expect(!FilterQuery("portrait is:liked").accepts(facts { $0.isPortrait = true }))
  }

  @Test(arguments: [
    "is:", "is:li", "dur:", "dur:<", "dur:1m..", "dur:1m.", "codec:", "title:",
    "size:>=",
  ])
  func whatIsBeingTypedFiltersNothing(_ text: String) {
    #expect(FilterQuery(text).isEmpty)
  }

  @Test(arguments: [
    "is:likd", "dur:x", "dur:<>3", "dur:2m..1m", "dur:inf", "size:1e400", "date:05", "date:2026-13",
    "date:-5", "dur:1:2:3:4",
  ])
  func wrongValuesMatchNothing(_ text: String) {
    #expect(FilterQuery(text).invalid == text && !FilterQuery(text).isEmpty)
  }

  /// The table in docs/behaviour.md, which is that of the manual.
  @Test func documentedConditionsAreAllThereAre() throws {
    let part = try #require(GeneratedPart("conditions", of: "docs/behaviour.md"))
    let texts = part.text.split(separator: "`").enumerated().filter { $0.offset % 2 == 1 }
      .map { String($0.element) }
    for text in texts {
      let query = FilterQuery(text)
      #expect(query.conditions.count == 1 && query.words.isEmpty && query.invalid == nil, "\(text)")
    }
    for use in Condition.Use.allCases { #expect(texts.contains("is:\(use.rawValue)")) }
    let path = "\(ProjectFolder.path)/Sources/Feeds/FeedCore/Facts/ConditionText.swift"
    let source = String(decoding: Command.contents(of: path), as: UTF8.self)
    let names = source.split(separator: "case \"").map { $0.prefix { $0.isLetter } }.dropFirst()
    #expect(names.contains("date"))
    for name in names { #expect(texts.contains { $0.hasPrefix(name) }, "\(name)") }
  }

  @Test(arguments: ["disk:3", "http://a", "a:b", "portraits", "is"])
  func otherWordsAreWords(_ text: String) {
    #expect(FilterQuery(text).words.count == 1 && FilterQuery(text).conditions.isEmpty)
    #expect(FilterQuery("is:liked", takesConditions: false).words.count == 1)
  }

  @Test func randomValuesDoNotTrap() {
    let seed = Fuzz.seed
    var random = SeededGenerator(seed: seed)
    let parts = ["is:", "dur:", "size:", "date:", "<", ">=", "..", "9", "1e9", "-", "m", ":", "é"]
    for _ in 0..<2_000 {
      let text = (0..<6).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
      let query = FilterQuery(text)
      #expect(query.conditions.count <= 1, "seed \(seed): “\(text)”")
    }
  }
}
