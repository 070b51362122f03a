import MediaCore
import Models
import TestSupport
import Testing

@Suite struct ScriptTextTests {
  private static let fields = Array("0,0,,,0,0,0,,".utf8)

  private func styledLines(_ text: String) -> [StyledText] {
    ScriptText.lines(ofEvent: Self.fields + Array(text.utf8))
  }

  private func lines(_ text: String) -> [String] { styledLines(text).map(\.string) }

  private func line(_ text: String) -> StyledText? { styledLines(text).first }

  @Test func keepsTheWords() {
    #expect(lines("plain") == ["plain"])
    #expect(lines("{\\i1}slanted{\\i0} and {\\c&HFF0000&}blue") == ["slanted and blue"])
    #expect(lines("one\\Ntwo\\nthree\\hfour") == ["one", "two", "three four"])
    #expect(lines("\\N\\N only \\N") == ["only"])
    #expect(lines("{\\an8}{\\pos(10,20)}up here") == ["up here"])
  }

  @Test func keepsBoldItalicAndColor() {
    #expect(
      line("{\\i1}slanted{\\i0} and {\\b1}strong{\\b} word")
        == styled(("slanted", italic), (" and ", .plain), ("strong", bold), (" word", .plain)))
    #expect(
      line("{\\b1\\i1\\c&H0000FF&}all{\\r} none")
        == styled(
          ("all", TextStyle(isBold: true, isItalic: true, color: 0x0000FF)), (" none", .plain)))
    #expect(line("{\\1c&HFF8000&}x{\\c}y")?.spans.map(\.style.color) == [0xFF8000, nil])
    #expect(line("{\\c&HFFFFFF&}white") == "white")
    #expect(line("{\\b700}heavy{\\b400} not") == styled(("heavy", bold), (" not", .plain)))
    // Styles last from line to line.
    #expect(
      styledLines("{\\i1}one\\Ntwo")
        == [styled(("one", italic)), styled(("two", italic))])
  }

  @Test(arguments: [
    "\\bord2", "\\be1", "\\blur3", "\\iclip(1,2,3,4)", "\\clip(0,0,9,9)", "\\pos(1,2)", "\\pbo4",
    "\\2c&H0000FF&", "\\alpha&HFF&", "\\t(0,500,\\b1\\c&H0000FF&)", "\\k20", "\\fs40", "b1", "\\",
    "\\b1x", "\\t(\\b1", "note",
  ])
  func leavesOutAllOtherOverrides(_ override: String) {
    #expect(line("{\(override)}text") == "text")
  }

  @Test func dropsDrawings() {
    #expect(lines("{\\p1}m 0 0 l 100 0 100 100{\\p0}words") == ["words"])
    #expect(lines("{\\an7\\p2\\bord0}m 0 0 l 5 5") == [])
  }

  @Test func unfinishedMarkupIsText() {
    #expect(lines("a { brace") == ["a { brace"])
    #expect(lines("a \\ stroke \\") == ["a \\ stroke \\"])
    #expect(lines("}{") == ["}{"])
  }

  @Test func skipsLeadingFields() {
    let event = "12,0,Default,,0,0,0,,Well, then"
    #expect(ScriptText.lines(ofEvent: Array(event.utf8)).map(\.string) == ["Well, then"])
    #expect(ScriptText.lines(ofEvent: Array("1,2".utf8)).isEmpty)
  }

  @Test func boundsLinesAndLengths() {
    let many = lines((0..<100).map(String.init).joined(separator: "\\N"))
    #expect(many.count == CueLines.lineLimit)
    let long = lines(String(repeating: "x", count: 10_000))
    #expect(long.first?.count == CueLines.lengthLimit + 1)
    let mixed = lines(String(repeating: "x{\\b1}y{\\b0}", count: 10_000))
    #expect(mixed.first?.count == CueLines.lengthLimit + 1)
  }

  @Test func randomBytesStayWithinLimits() {
    let pieces = [
      "{\\p1}", "{\\b1}", "{\\i1\\c&H00FF00&}", "{\\r", "{", "}", "\\N", "\\t(", ",", "word ", " ",
    ]
    expectBoundedSubtitles(of: pieces) { ScriptText.lines(ofEvent: $0) }
    expectBoundedSubtitles(of: pieces) { ScriptText.lines(ofEvent: Self.fields + $0) }
  }
}

@Suite struct ScriptStylesTests {
  private static let header = """
    [Script Info]
    ScriptType: v4.00+

    [V4+ Styles]
    Format: Name, Fontname, Fontsize, PrimaryColour, Bold, Italic, Alignment
    Style: Default,Sans,20,&H00FFFFFF,0,0,2
    Style: Song, Sans,20, &H0000FFFF ,0,-1,2
    Style: Loud,Sans,20,255,-1,0,2

    [Events]
    Style: Late,Sans,20,255,-1,0,2
    """

  private func line(_ style: String, _ text: String, header: String = header) -> StyledText? {
    ScriptText.lines(
      ofEvent: Array("0,0,\(style),,0,0,0,,\(text)".utf8),
      styles: ScriptStyles(header: Array(header.utf8))
    ).first
  }

  @Test func eventsUseTheirStyle() {
    let song = TextStyle(isItalic: true, color: 0x00FFFF)
    let loud = TextStyle(isBold: true, color: 0x0000FF)
    #expect(line("Default", "plain") == "plain")
    #expect(line("song", "la") == styled(("la", song)))
    #expect(line("*Loud", "oh") == styled(("oh", loud)))
    #expect(line("Nobody", "plain") == "plain")
    #expect(line("Late", "plain") == "plain")
    #expect(
      line("Song", "la{\\rLoud}oh{\\r}la{\\i0}{\\c&HFF&}x{\\c}")
        == styled(
          ("la", song), ("oh", loud), ("la", song), ("x", TextStyle(color: 0x0000FF))))
  }

  @Test func ssaFieldsMatchASS() {
    let header = """
      [V4 Styles]
      Style: Default,Arial,20,65535,65535,65535,0,-1,0,1,2,2,2,30,30,30,0,0
      """
    #expect(
      line("Default", "x", header: header)
        == styled(("x", TextStyle(isBold: true, color: 0x00FFFF))))
  }

  @Test func randomHeadersAreRead() {
    let seed = Fuzz.seed
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      var bytes = Array(Self.header.utf8)
      for _ in 0..<Int.random(in: 1..<20, using: &generator) {
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] = .random(
          in: 0...255, using: &generator)
      }
      let style = ScriptStyles(header: bytes).named("Song")
      #expect(style.color ?? 0 <= 0xFF_FFFF, "seed \(seed)")
    }
    let many = (0..<10_000).map { "Style: s\($0),,,255,-1,0" }.joined(separator: "\n")
    let styles = ScriptStyles(header: Array("[V4+ Styles]\n\(many)".utf8))
    #expect(styles.named("s9999") == .plain)
  }
}
