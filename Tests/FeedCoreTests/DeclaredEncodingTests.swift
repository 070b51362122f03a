import FeedCore
import Testing

@Suite struct DeclaredEncodingTests {
  @Test(
    arguments: [
      ("<?xml version='1.0' encoding='ISO-8859-1'?>\u{E9}", "iso-8859-1"),
      ("<?XML version=\"1.0\" ENCODING=\"Windows-1251\"?>\u{E9}", "windows-1251"),
      ("<html><meta charset=shift_jis>", "shift_jis"), (" \n<meta charset=koi8-r>", "koi8-r"),
      ("<meta http-equiv=content-type content='text/html; charset=iso-8859-1'>", "iso-8859-1"),
      ("<?xml version='1.0'?>", nil), ("<meta charset=>", nil), ("", nil), ("charset=koi8-r", nil),
      (#"{"charset=koi8-r": 1}"#, nil),
      ("<a>\(String(repeating: " ", count: 1_024))charset=a", nil),
      ("<meta charset=utf-8//translit>", "utf-8"),
      ("<?xml version='1.0' encoding='utf-16'?>", nil), ("<meta charset=unicode>", nil),
    ] as [(String, String?)])
  func declaredEncodingIsFound(_ document: String, _ name: String?) {
    #expect(DeclaredEncoding.name(in: document.unicodeScalars.map { UInt8($0.value) }) == name)
  }
}
