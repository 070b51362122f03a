import MediaCore
import Models
import TestSupport
import Testing

@Suite struct WebCueTextTests {
  private func lines(_ cue: String) -> [StyledText] { WebCueText.lines(of: Array(cue.utf8)) }

  @Test func keepsBoldItalicAndColorClasses() {
    #expect(lines("plain\nsecond") == ["plain", "second"])
    #expect(
      lines("<b>strong</b>, <i.loud>slanted</i> <c.red>red <b>both</b></c> none")
        == [
          styled(
            ("strong", bold), (", ", .plain), ("slanted", italic), (" ", .plain),
            ("red ", TextStyle(color: 0x0000FF)),
            ("both", TextStyle(isBold: true, color: 0x0000FF)), (" none", .plain))
        ])
    #expect(lines("<c.yellow.bg_blue>a</c>")[0].spans[0].style.color == 0x00FFFF)
    #expect(lines("<c.white>a</c><c.nocolor>b</c>") == ["ab"])
  }

  @Test func dropsOtherTags() {
    #expect(lines("<v Roger Bingham>We are <00:00:01.500>here</v>") == ["We are here"])
    #expect(lines("<lang en><u>text</u></lang></b></>") == ["text"])
    #expect(lines("<b>open") == [styled(("open", bold))])
    // An outer end closes what is open within.
    #expect(
      lines("<i><b>a</i>b</b>") == [
        styled(("a", TextStyle(isBold: true, isItalic: true)), ("b", .plain))
      ])
  }

  @Test func readsCharacterReferences() {
    #expect(lines("a &amp; b &lt;i&gt; &quot;&#65;&#x42;&quot;") == ["a & b <i> \"AB\""])
    #expect(lines("x&nbsp;y&lrm;&rlm;") == ["x\u{A0}y"])
    #expect(lines("AT&T; & &unknown; &#1114112; &") == ["AT&T; & &unknown; &#1114112; &"])
    #expect(lines("&#27;[31m&#x202E;evil") == ["\u{FFFD}[31m\u{FFFD}evil"])
  }

  @Test func unfinishedMarkupIsText() {
    #expect(lines("1 < 2 & 3") == ["1 < 2 & 3"])
  }

  @Test func randomBytesStayWithinLimits() {
    expectBoundedSubtitles(
      of: [
        "<b>", "</b>", "<i.x>", "<c.red>", "<", ">", "&amp;", "&", ";", "&#", "9", "\n", "word ",
      ]
    ) { WebCueText.lines(of: $0) }
    #expect(lines(String(repeating: "<b>", count: 10_000) + "x") == [styled(("x", bold))])
  }
}
