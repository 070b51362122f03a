import Foundation
import TestSupport
import Testing

@testable import FeedCore

@Suite struct FeedDateTests {
  /// The first and the last day of each month of eight centuries, counted one by one.
  @Test func everyMonthHasTheRightDays() {
    // 1600-01-01.
    var days = -135_140
    for year in 1600..<2400 {
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      for (index, length) in [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        .enumerated()
      {
        let month = String(format: "%04d-%02d", year, index + 1)
        #expect(FeedDate.internet("\(month)-01") == Double(days) * 86_400)
        days += length
        #expect(FeedDate.internet("\(month)-\(length)") == Double(days - 1) * 86_400)
      }
    }
  }

  /// Dates formatted by the C library, in all kinds of time zones.
  @Test func randomDatesAreParsedInBothFormats() {
    let seed = Fuzz.seed
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<2_000 {
      // From 1900 to 9999.
      let moment = Int.random(in: -2_208_000_000..<253_402_000_000, using: &generator)
      let minutes = generator.int(-14 * 60..<14 * 60 + 1)
      let zone = String(
        format: "%@%02d%@%02d", minutes < 0 ? "-" : "+", abs(minutes) / 60,
        generator.chance(0.5) ? ":" : "", abs(minutes) % 60)
      let local = moment + minutes * 60
      let internet = written(local, "%Y-%m-%dT%H:%M:%S")
      let mail = written(local, "%a, %d %b %Y %H:%M:%S")
      #expect(
        FeedDate.internet(internet + zone) == Double(moment), "seed \(seed): \(internet)\(zone)")
      #expect(FeedDate.mail("\(mail) \(zone)") == Double(moment), "seed \(seed): \(mail) \(zone)")
      #expect(FeedDate.any(internet + zone) == Double(moment), "seed \(seed): \(internet)\(zone)")
      #expect(FeedDate.any("\(mail) \(zone)") == Double(moment), "seed \(seed): \(mail) \(zone)")
    }
  }

  private func written(_ seconds: Int, _ format: String) -> String {
    var time = time_t(seconds)
    var parts = tm()
    gmtime_r(&time, &parts)
    var text = [CChar](repeating: 0, count: 64)
    let count = strftime(&text, text.count, format, &parts)
    return String(decoding: text.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  @Test(
    arguments: [
      ("2026-03-01", 1_772_323_200), (" 2026-03-01T12:00:00Z\n", 1_772_366_400),
      ("2026-03-01 12:00:00.5+01:00", 1_772_362_800.5), ("2026-03-01t12:00z", 1_772_366_400),
      ("2026-03-01T12:00", 1_772_366_400), ("2026-03-01T12:00:00-0330", 1_772_379_000),
      ("2026-3-1", 1_772_323_200), ("1969-12-31T23:59:59Z", -1),
      ("", nil), ("2026", nil), ("2026-03", nil), ("2026-13-01", nil), ("2026-00-10", nil),
      ("2026-03-32", nil), ("10000-01-01", nil), ("2026-03-01T25:00:00Z", nil),
      ("2026-03-01T12:60:00Z", nil), ("2026-03-01T12:00:61Z", nil), ("2026-03-01T12Z", nil),
      ("2026-03-01Tnan:00:00Z", nil), ("2026-03-01T12:00:00+1", nil),
      ("2026-03-01T", 1_772_323_200),
    ] as [(String, Double?)])
  func internetDatesAreParsed(_ text: String, _ date: Double?) {
    #expect(FeedDate.internet(text) == date)
  }

  @Test(
    arguments: [
      ("Sun, 01 Mar 2026 12:00:00 +0100", 1_772_362_800), ("1 Mar 26 12:00 GMT", 1_772_366_400),
      ("Sun,1 March 2026 12:00:00 EST", 1_772_384_400), ("01 mar 2026 12:00", 1_772_366_400),
      ("01 Mar 99 00:00:00 PDT", 920_271_600), ("1 Mar 2026 12:00:00 nonsense", 1_772_366_400),
      ("", nil), ("Sun", nil), ("1 Foo 2026 12:00", nil), ("Mar 1 2026 12:00", nil),
      ("1 Mar 2026", nil), ("1 Mar 2026 noon", nil), ("32 Mar 2026 12:00", nil),
    ] as [(String, Double?)])
  func mailDatesAreParsed(_ text: String, _ date: Double?) {
    #expect(FeedDate.mail(text) == date)
  }

  @Test(
    arguments: [
      ("1:02:03", 3_723), ("2:03", 123), ("123.5", 123.5), (" 7 ", 7), ("0:0:1", 1),
      (nil, nil), ("", nil), ("0", nil), ("-5", nil), ("1:2:3:4", nil), ("a", nil), ("1::2", nil),
      ("1e9", nil), ("nan", nil), ("inf", nil),
    ] as [(String?, Double?)])
  func durationsAreParsed(_ text: String?, _ seconds: Double?) {
    #expect(FeedDate.duration(text) == seconds)
  }
}
