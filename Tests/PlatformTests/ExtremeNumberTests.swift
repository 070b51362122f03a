import TestSupport
import Testing

@testable import Platform

/// Extreme numbers from files and servers, formatted.
@Suite struct ExtremeNumberTests {
  private var generator = SeededGenerator(seed: 185)

  private mutating func double() -> Double { ExtremeNumbers.double(using: &generator) }
  private mutating func integer() -> Int { ExtremeNumbers.integer(using: &generator) }

  @Test mutating func anyNumberCanBeFormatted() {
    var formats = LocalFormats()
    formats.groupSeparator = "."
    for _ in 0..<10_000 {
      formats.groups = (0..<Int.random(in: 0...3, using: &generator)).map { _ in integer() }
      #expect(!formats.count(integer()).isEmpty)
      let words = [
        formats.bytes(integer()), formats.exactBytes(integer()), formats.bitRate(integer()),
        formats.decimal(double()), formats.tenths(double()), formats.clock(double()),
      ]
      for text in words { #expect(1...60 ~= text.count, "\(text)") }
      let zone = Int.random(in: -93_600...93_600, using: &generator)
      #expect((formats.dateAndTime(double(), offset: zone) ?? "").count < 60)
    }
  }
}
