import TestSupport
import Testing

@testable import FeedCore

@Suite struct TextEncodingTests {
  private func text(_ bytes: [UInt8], charset: String? = nil) -> String {
    String(decoding: TextEncoding.utf8(bytes, charset: charset), as: UTF8.self)
  }

  /// Of Windows-1252 what is not Latin-1 stands from 0x80 to 0x9F; five of these name controls.
  @Test(arguments: ["iso-8859-1", "Latin1", "windows-1252", "CP1252"])
  func everyWesternByteIsACharacter(charset: String) {
    let signs = "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars
    #expect(signs.count == 32)
    let others = { (bytes: ClosedRange<UInt8>) in bytes.map { Unicode.Scalar($0) } }
    let scalars = others(0x20...0x7F) + signs + others(0xA0...0xFF)
    #expect(
      Array(text(Array(0x20...0xFF), charset: charset).unicodeScalars) == scalars)
  }

  @Test func anyTextOfSixteenBitsIsRecoded() {
    let seed = UInt64.random(in: 0 ... .max)
    var generator = SeededGenerator(seed: seed)
    let scalars = Array("<a é日😀\u{0}\u{FFFD}\u{10FFFF}".unicodeScalars)
    for _ in 0..<500 {
      var view = String.UnicodeScalarView()
      for _ in 0..<generator.int(0..<30) { view.append(generator.pick(scalars)) }
      let wanted = String(view)
      func units(_ text: String, isBigEndian: Bool) -> [UInt8] {
        text.utf16.flatMap { unit in
          let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
          return isBigEndian ? bytes : bytes.reversed()
        }
      }
      for isBigEndian in [true, false] {
        let marked = units("\u{FEFF}" + wanted, isBigEndian: isBigEndian)
        // The mark counts for more than what the server says.
        #expect(text(marked, charset: "iso-8859-1") == wanted, "seed \(seed)")
        // Half a unit at the end is nothing.
        #expect(text(marked + [0x3C]) == wanted, "seed \(seed)")
        #expect(text(units("<" + wanted, isBigEndian: isBigEndian)) == "<" + wanted, "seed \(seed)")
      }
    }
  }

  @Test(
    arguments: [
      ("<?xml version='1.0' encoding='ISO-8859-1'?>\u{E9}", nil),
      ("<?XML version=\"1.0\" ENCODING=\"Windows-1252\"?>\u{E9}", nil),
      ("<html><meta charset=latin1>\u{E9}", nil),
      ("<meta http-equiv=content-type content='text/html; charset=iso-8859-1'>\u{E9}", nil),
      ("\u{E9}", "iso-8859-1"), ("<?xml version='1.0' encoding='UTF-8'?>\u{E9}", "latin1"),
    ] as [(String, String?)])
  func theServersWordCountsAndThenTheDocuments(_ document: String, _ charset: String?) {
    let bytes = document.unicodeScalars.map { UInt8($0.value) }
    #expect(text(bytes, charset: charset) == document)
  }

  @Test(
    arguments: [
      ("<?xml version='1.0' encoding='UTF-8'?>é", nil), ("<?xml version='1.0'?>é", nil),
      ("é", "utf-8"), ("é", "koi8-r"), ("<meta charset=>é", nil), ("", nil), ("é", ""),
      ("<?xml version='1.0' encoding='latin1'?>é", "utf-8"),
    ] as [(String, String?)])
  func everythingElseIsTakenAsItIs(_ document: String, _ charset: String?) {
    #expect(text(Array(document.utf8), charset: charset) == document)
    #expect(text([0xEF, 0xBB, 0xBF] + Array(document.utf8), charset: "latin1") == document)
  }
}
