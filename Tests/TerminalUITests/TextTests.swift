import Models
import Testing

@testable import TerminalUI

/// How texts, numbers and dates are put.
@Suite struct TextTests {
  @Test(
    arguments: [
      (0, "1970-01-01 00:00"), (951_782_399, "2000-02-28 23:59"), (951_782_400, "2000-02-29 00:00"),
      (1_700_000_000, "2023-11-14 22:13"), (-1, "1969-12-31 23:59"),
      (-2_203_977_600, "1900-02-28 00:00"),
      (253_402_300_799, "9999-12-31 23:59"),
    ] as [(Double, CleanText)])
  func datesAreOfTheGregorianCalendar(_ seconds: Double, _ words: CleanText) {
    #expect(DateText.words(seconds) == words)
  }

  @Test(arguments: [Double.nan, .infinity, 1e300, 253_402_300_800, -1e11])
  func whatIsNoDateIsNone(_ seconds: Double) {
    #expect(DateText.words(seconds) == nil)
  }

  @Test func datesAreTheReaders() {
    #expect(DateText.words(0, offset: -3_600) == "1969-12-31 23:00")
    #expect(DateText.words(0.9, offset: 5_400) == "1970-01-01 01:30")
  }

  @Test(arguments: [
    (0, "0 bytes"), (999, "999 bytes"), (1_000, "1.0 kB"), (12_345_678, "12.3 MB"),
    (999_949, "999.9 kB"), (999_950, "1.0 MB"), (5_000_000_000, "5.0 GB"),
  ])
  func amountsHaveUnits(_ count: Int, _ words: String) {
    #expect(NumberText.bytes(count) == words)
  }

  @Test(arguments: [(0, "0"), (3_456, "3456"), (34_567, "34 567"), (1_234_567, "1 234 567")])
  func longCountsAreGrouped(_ count: Int, _ words: String) {
    #expect(NumberText.count(count) == words)
  }

  @Test(arguments: [
    (25, "25"), (30_000.0 / 1_001, "29.97"), (23.976, "23.976"), (-0.5, "-0.5"), (.nan, "?"),
  ])
  func ratesHaveNoMoreDigitsThanTheyNeed(_ number: Double, _ words: String) {
    #expect(NumberText.decimal(number) == words)
  }

  @Test(
    arguments: [
      ("one two three", 7, ["one two", "three"]),
      ("one  two   three ", 7, ["one two", "three"]),
      ("unbreakable", 4, ["unbr", "eaka", "ble"]),
      ("an unbreakable one", 6, ["an", "unbrea", "kable", "one"]),
      ("漢字仮名交", 4, ["漢字", "仮名", "交"]),
      ("漢字、仮名", 4, ["漢", "字、", "仮名"]),
      ("「漢字」仮名", 6, ["「漢", "字」仮", "名"]),
      ("go 漢字 on", 5, ["go 漢", "字 on"]),
      ("漢", 1, ["漢"]),
      ("e\u{301}e\u{301}e\u{301}", 2, ["e\u{301}e\u{301}", "e\u{301}"]),
      ("שלום עולם", 5, ["שלום", "עולם"]),
      ("", 5, []), ("   ", 5, []), ("abc", 0, []),
    ] as [(CleanText, Int, [CleanText])])
  func linesBreakWhereTheyMay(_ text: CleanText, _ columns: Int, _ lines: [CleanText]) {
    #expect(text.wrapped(toColumns: columns) == lines)
  }
}
