import TestSupport
import Testing

@testable import Platform

/// Dates, numbers and durations.
@Suite struct LocalFormatsTests {
  private let plain = LocalFormats.plain

  private var german: LocalFormats {
    var formats = LocalFormats()
    formats.decimalSeparator = ","
    formats.groupSeparator = "."
    formats.date = "%d.%m.%Y"
    return formats
  }

  @Test(
    arguments: [
      (0, "1970-01-01 00:00"), (951_782_399, "2000-02-28 23:59"), (951_782_400, "2000-02-29 00:00"),
      (1_700_000_000, "2023-11-14 22:13"), (-1, "1969-12-31 23:59"),
      (-2_203_977_600, "1900-02-28 00:00"),
      (253_402_300_799, "9999-12-31 23:59"),
    ] as [(Double, String)])
  func datesUseTheGregorianCalendar(_ seconds: Double, _ text: String) {
    #expect(plain.dateAndTime(seconds) == text)
    #expect(plain.day(seconds) == String(text.prefix(10)))
  }

  @Test(arguments: [Double.nan, .infinity, 1e300, 253_402_300_800, -1e11])
  func invalidDatesAreNil(_ seconds: Double) {
    #expect(plain.dateAndTime(seconds) == nil)
    #expect(plain.day(seconds) == nil)
  }

  @Test func datesAreInTheLocalTimeZone() {
    #expect(plain.dateAndTime(0, offset: -3_600) == "1969-12-31 23:00")
    #expect(plain.dateAndTime(0.9, offset: 5_400) == "1970-01-01 01:30")
  }

  @Test(arguments: [
    (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1_000, "1.0 kB"),
    (12_345_678, "12.3 MB"), (999_949, "999.9 kB"), (999_950, "1.0 MB"),
    (5_000_000_000, "5.0 GB"), (-5, "0 bytes"),
  ])
  func byteCountsHaveUnits(_ count: Int, _ text: String) {
    #expect(plain.bytes(count) == text)
  }

  @Test(arguments: [
    (0, "0"), (3_456, "3456"), (34_567, "34 567"), (1_234_567, "1 234 567"), (-12_345, "-12 345"),
  ])
  func longCountsAreGrouped(_ count: Int, _ text: String) {
    #expect(plain.count(count) == text)
  }

  @Test(arguments: [
    ([3], "123.456.789"), ([3, 2], "12.34.56.789"), ([3, 0], "123456.789"), ([], "123.456.789"),
    ([2], "1.23.45.67.89"), ([0], "123456789"),
  ])
  func groupSizesFollowTheLocale(_ groups: [Int], _ text: String) {
    var formats = german
    formats.groups = groups
    #expect(formats.count(123_456_789) == text)
    formats.groupSeparator = ""
    #expect(formats.count(123_456_789) == "123456789")
  }

  @Test(arguments: [
    (25, "25"), (30_000.0 / 1_001, "29.97"), (23.976, "23.976"), (-0.5, "-0.5"), (.nan, "?"),
  ])
  func decimalsHaveNoTrailingDigits(_ number: Double, _ text: String) {
    #expect(plain.decimal(number) == text)
    #expect(german.decimal(number) == text.replacing(".", with: ","))
  }

  @Test func decimalSeparatorFollowsTheLocale() {
    #expect(german.bytes(12_345_678) == "12,3 MB")
    #expect(german.bitRate(2_500_000) == "2,5 Mbit/s")
    #expect(german.tenths(-0.5) == "-0,5")
    #expect(german.count(34_567) == "34.567")
  }

  @Test(arguments: [
    (0, "0:00"), (9, "0:09"), (75.9, "1:15"), (3_723, "1:02:03"), (-1, "0:00"), (.nan, "0:00"),
    (1e12, "99:59:59"),
  ])
  func durationsAreFormattedAsClockTimes(_ seconds: Double, _ text: String) {
    #expect(plain.clock(seconds) == text)
    var finnish = LocalFormats()
    finnish.timeSeparator = "."
    #expect(finnish.clock(seconds) == text.replacing(":", with: "."))
  }

  @Test(arguments: [
    (0, "0:00.00"), (97.0 / 30, "0:03.23"), (0.29, "0:00.29"), (2.999_99, "0:03.00"),
    (3_723.5, "1:02:03.50"), (-1, "0:00.00"), (.nan, "0:00.00"), (1e300, "99:59:59.00"),
  ])
  func restingTimesAreFormattedToAHundredth(_ seconds: Double, _ text: String) {
    #expect(plain.exactClock(seconds) == text)
    #expect(german.exactClock(seconds) == text.replacing(".", with: ","))
  }

  @Test(arguments: [
    ("%d.%m.%Y", "04.03.2021"), ("%d.%m.%y", "04.03.2021"), ("%m/%d/%Y", "03/04/2021"),
    ("%e. %B %Y", "4. März 2021"), ("%d %b %Y", "04 Mär 2021"), ("%Y年%m月%d日", "2021年03月04日"),
    ("%-d.%-m.%Y", "4.3.2021"), ("%Od/%Om/%Oy", "04/03/2021"), ("%F", "2021-03-04"),
    ("100%% %Y", "100% 2021"),
    // Unsupported formats fall back to ISO 8601.
    ("%A, %d", "2021-03-04"), ("%d/%m/%Ey", "2021-03-04"), ("%", "2021-03-04"),
    ("%d%", "2021-03-04"),
  ])
  func datesFollowTheirFormat(_ format: String, _ text: String) {
    var formats = LocalFormats()
    formats.date = format
    formats.months = ["", "", "März"] + Array(repeating: "", count: 9)
    formats.shortMonths = ["", "", "Mär"] + Array(repeating: "", count: 9)
    #expect(formats.day(1_614_816_000) == text)
  }

  @Test func twelveHourClockIsSupported() {
    var formats = LocalFormats()
    formats.halves = ["AM", "PM"]
    #expect(formats.dateAndTime(0) == "1970-01-01 12:00 AM")
    #expect(formats.dateAndTime(43_200) == "1970-01-01 12:00 PM")
    #expect(formats.dateAndTime(46_859) == "1970-01-01 1:00 PM")
    #expect(formats.dateAndTime(86_340) == "1970-01-01 11:59 PM")
  }

  @Test(arguments: [
    ("%T", ":"), ("%H:%M:%S", ":"), ("%H.%M.%S", "."), ("%k.%M.%S", "."), ("%r", ":"),
    ("%H时%M分%S秒", ":"), ("", ":"),
  ])
  func timeSeparatorFollowsTheLocale(_ format: String, _ separator: String) {
    #expect(LocalFormats.timeSeparator(in: format) == separator)
  }

  @Test(arguments: ["C", "C.UTF-8", "POSIX", "xx_XX.UTF-8", "../../etc", ""])
  func unknownLocalesUsePlainFormats(_ name: String) {
    #expect(LocalFormats { $0 == "LC_ALL" ? name : nil } == .plain)
  }
}
