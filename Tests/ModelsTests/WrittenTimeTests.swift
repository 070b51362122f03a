import Models
import Testing

@Suite struct WrittenTimeTests {
  @Test(
    arguments: [
      ("10.5", 10.5), ("7", 7), ("3.", 3), ("2:03", 123), ("1:02:03.5", 3_723.5), ("90:00", 5_400),
      ("0:1.25", 1.25), ("", nil), (":", nil), ("1:", nil), (":5", nil), (".5", nil),
      ("1.2.3", nil), ("1.5:00", nil), ("0:60", nil), ("0:60:00", nil), ("1:2:3:4", nil),
      ("-1", nil), ("+1", nil), ("1e3", nil), ("0x10", nil), ("nan", nil), (" 1", nil),
      ("1 ", nil), ("٣", nil), ("9999999999999", nil),
    ] as [(String, Double?)])
  func timesAreParsed(_ text: String, _ seconds: Double?) {
    #expect(WrittenTime.seconds(text[...]) == seconds)
  }

  @Test func limitOfMinutesAndSecondsMayBeHigher() {
    #expect(WrittenTime.seconds("0:90:75", below: 1e7) == 5_475)
  }
}
