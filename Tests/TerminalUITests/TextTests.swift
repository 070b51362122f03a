import Models
import Testing

@testable import TerminalUI

/// How texts are put.
@Suite struct TextTests {
  @Test(
    arguments: [
      ("one two three", 7, ["one two", "three"]),
      ("one  two   three ", 7, ["one two", "three"]),
      ("unbreakable", 4, ["unbr", "eaka", "ble"]),
      ("sample_portrait.mp4", 18, ["sample_portrait.", "mp4"]),
      ("odd-dimensions.webm", 12, ["odd-", "dimensions.", "webm"]),
      ("IMG_20260101Zürich.MOV", 12, ["IMG_20260101", "Zürich.MOV"]),
      ("a long-name here", 6, ["a", "long-", "name", "here"]),
      ("a__b", 3, ["a__", "b"]),
      ("? keys, q\u{A0}quits", 9, ["? keys,", "q quits"]),
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
