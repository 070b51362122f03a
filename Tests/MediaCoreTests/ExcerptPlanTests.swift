import MediaCore
import Models
import TestSupport
import Testing

/// Which parts of a clip are chosen, by its bytes over time.
@Suite struct ExcerptPlanTests {
  /// The bytes of films, for each second.
  private static func activity(
    of seconds: Int, keyframes: Double? = 2, bytes: (Int) -> Double
  ) -> Activity {
    guard var activity = Activity(duration: Double(seconds)) else {
      preconditionFailure("implausible")
    }
    for second in 0..<seconds { activity.add(bytes(second), at: Double(second) + 0.5) }
    if let keyframes {
      for time in stride(from: 0, to: Double(seconds), by: keyframes) {
        activity.addKeyframe(at: time)
      }
    }
    return activity
  }

  /// Noise of a part of a value that differs from second to second.
  private static func noise(_ second: Int, _ part: Double = 0.1) -> Double {
    1 + part * (Double((second &* 7919) % 100) / 50 - 1)
  }

  private static func spans(
    _ activity: Activity, chapters: [Chapter] = [], _ request: ExcerptRequest = ExcerptRequest()
  ) -> [TimeSpan] {
    ExcerptPlan.choices(of: activity, chapters: chapters, request).map { $0.spans[0] }
  }

  /// Bytes count for the part in which they are, not for the next one.
  @Test func bytesCountWhereTheyAre() throws {
    var activity = try #require(Activity(duration: 10))
    activity.add(1_000, at: 3.9)
    activity.add(500, from: 5.6, to: 6)
    #expect(activity.rates == [0, 0, 0, 1_000, 0, 500, 0, 0, 0, 0])
  }

  /// Not half a part early, nor late.
  @Test func eventsBeginWhenTheyDo() {
    let film = Self.activity(of: 1_800) {
      (600..<612).contains($0) ? 90_000 : 1_000 * Self.noise($0)
    }
    let runs = ActivityRuns(film, in: 0...1_800, glance: 6)
    #expect(runs.runs.map(\.start) == [600])
    #expect(runs.runs.map(\.end) == [612])
    #expect(ExcerptPlan.events(of: film, runs) == ClipEvents(times: [599]))
  }

  @Test func oneMovingMinuteInAnHourIsFound() {
    let spans = Self.spans(
      Self.activity(of: 3600) { (2000..<2060).contains($0) ? 90_000 : 2_000 * Self.noise($0) })
    #expect(!spans.isEmpty)
    #expect(spans.allSatisfy { $0.start >= 1_990 && $0.end ?? 0 <= 2_070 })
  }

  @Test func allVisitorsOfADayAreFound() {
    // Of different size, and not far from each other.
    let visits = [
      (9_000, 5_000.0), (9_200, 40_000), (30_000, 8_000), (41_000, 90_000), (70_000, 20_000),
    ]
    let spans = Self.spans(
      Self.activity(of: 86_400, keyframes: 10) { second in
        let visit = visits.first { ($0.0..<$0.0 + 20).contains(second) }
        return (second % 10 == 0 ? 1_500 : 1_000) * Self.noise(second) + (visit?.1 ?? 0)
      })
    for (start, _) in visits {
      let isFound = spans.contains {
        $0.start < Double(start) + 20 && $0.end ?? 0 > Double(start)
      }
      #expect(isFound, "\(start): \(spans.map(\.start))")
    }
    #expect(spans.count <= 12)
  }

  @Test func busyFilmIsShownAllOver() {
    let spans = Self.spans(Self.activity(of: 7200) { 100_000 * Self.noise($0, 0.6) })
    #expect(spans.count == 12)
    let gaps = zip(spans, spans.dropFirst()).map { $1.start - $0.start }
    #expect(gaps.allSatisfy { $0 > 100 && $0 < 1_300 })
    #expect(spans.allSatisfy { $0.start.truncatingRemainder(dividingBy: 2) == 0 })
  }

  @Test func blackAndStillPartsAreLeftOut() {
    let spans = Self.spans(
      Self.activity(of: 3600) { second in
        (600..<1_800).contains(second) ? 500 : 100_000 * Self.noise(second, 0.6)
      })
    #expect(spans.count == 8)
    #expect(spans.allSatisfy { $0.end ?? 0 <= 606 || $0.start >= 1_794 })
  }

  @Test func changesOfSlidesAreShown() {
    let changes = [120, 500, 900, 1_400, 1_700, 2_300, 2_600, 3_000, 3_300]
    let spans = Self.spans(
      Self.activity(of: 3600, keyframes: 8) { changes.contains($0) ? 60_000 : 300 })
    for change in changes {
      let time = Double(change) + 0.5
      #expect(spans.contains { $0.contains(time) }, "\(change): \(spans.map(\.start))")
    }
  }

  @Test func endsAreLeftOut() {
    let film = Self.activity(of: 3600) {
      $0 < 70 || $0 > 3_530 ? 900_000 : 100_000 * Self.noise($0)
    }
    let spans = Self.spans(film, ExcerptRequest(skip: 0.02))
    #expect(spans.allSatisfy { $0.start >= 72 && $0.end ?? 0 <= 3_528 })
    #expect(Self.spans(film, ExcerptRequest(skip: 0)).contains { $0.start < 70 })
  }

  @Test func chaptersAreThePieces() {
    let chapters = (0..<20).map { number in
      Chapter(start: Double(number) * 180, end: Double(number + 1) * 180, title: "\(number)")
    }
    let spans = Self.spans(
      Self.activity(of: 3600) { 100_000 * Self.noise($0, 0.6) }, chapters: chapters)
    #expect(spans.count == 20)
    #expect(
      zip(spans, chapters).allSatisfy { $0.start >= $1.start && $0.start < $1.start + 60 })
  }

  @Test func chapterOfAFewSecondsIsOnePiece() {
    let chapters = [
      Chapter(start: 0, end: 3, title: "a"), Chapter(start: 3, end: 600, title: "b"),
      Chapter(start: 700, end: 900, title: "behind the end"),
    ]
    let spans = Self.spans(Self.activity(of: 600) { _ in 10 }, chapters: chapters)
    #expect(spans.count == 2 && spans[0].start == 0)
  }

  @Test func clipOfWhichNothingIsKnownIsShownAllOver() throws {
    let spans = Self.spans(try #require(Activity(duration: 600)))
    #expect(spans.count == 8)
    #expect(zip(spans, spans.dropFirst()).allSatisfy { $1.start - $0.start > 50 })
  }

  /// Between keyframes that are far apart, an event is shown anyway.
  @Test func eventWithoutAKeyframeIsShown() {
    let spans = Self.spans(
      Self.activity(of: 3600, keyframes: 600) { (1_500..<1_503).contains($0) ? 50_000 : 100 })
    #expect(spans.contains { $0.contains(1_501) })
  }

  @Test(arguments: Fuzz.seeds(60))
  func spansAreInTheClipAndDoNotOverlap(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let duration = Double.random(in: 0.01...200_000, using: &random)
    var activity = try #require(Activity(duration: duration))
    for _ in 0..<500 {
      let values = [-1, 0, 0.5, 1, 2, .nan, .infinity, Double.random(in: 0...1, using: &random)]
      func value() -> Double { (values.randomElement(using: &random) ?? 0) * duration }
      activity.add(value(), at: value())
      activity.add(value(), from: value(), to: value())
      activity.addKeyframe(at: value())
    }
    if Bool.random(using: &random) { activity.removeBackground() }
    #expect(activity.rates.allSatisfy { $0.isFinite })
    let request = ExcerptRequest(
      count: [nil, 0, 1, 9, 5_000].randomElement(using: &random) ?? nil,
      length: [0, 0.5, 6, 60, 1e9].randomElement(using: &random) ?? 6,
      skip: [-1, 0, 0.02, 0.49, 3].randomElement(using: &random) ?? 0)
    let chapters = (0..<Int.random(in: 0...3, using: &random)).map { _ in
      let start = Double.random(in: -1...2 * duration, using: &random)
      return Chapter(start: start, end: start + 5, title: "")
    }
    let spans = Self.spans(activity, chapters: chapters, request)
    #expect(!spans.isEmpty)
    for span in spans {
      #expect(span.start >= 0 && span.end.map { $0 <= duration } ?? false, "seed \(seed)")
    }
    for (left, right) in zip(spans, spans.dropFirst()) {
      #expect(left.end ?? .infinity <= right.start, "seed \(seed)")
    }
  }
}
