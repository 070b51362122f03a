import Graphics
import Models
import TerminalCore
import TestSupport
import Testing

@testable import NcursesTerminal

/// The title of the terminal's window.
extension NcursesTerminalTests {
  private func output(_ session: Session) -> String {
    String(decoding: session.takeOutput(), as: UTF8.self)
  }

  @Test func titleIsSentOnceAndTheOldOneComesBack() async throws {
    let session = try Session()
    let surface = Surface.pattern(session.terminal.size)
    #expect(output(session).contains("\u{1B}[22;2t\u{1B}[?1049h"))
    await session.show(surface)
    #expect(!output(session).contains("\u{1B}]2;"))
    for title in ["River", "Mill; 2"] as [CleanText] {
      session.terminal.title = title
      await session.show(surface)
      #expect(output(session).contains("\u{1B}]2;\(title)\u{1B}\\"))
      await session.show(surface)
      #expect(session.takeOutput() == [])
    }
    session.terminal.stopProcess = {
      while !session.isGivenBack {
        guard session.read() else { break }
      }
    }
    session.terminal.suspend()
    await session.wait { session.model.isPasteBracketed }
    #expect(output(session).contains("\u{1B}[23;2t"))
    await session.show(surface)
    #expect(output(session).contains("\u{1B}]2;Mill; 2\u{1B}\\"))
    #expect(session.difference(surface) == [])
    await session.restore()
    #expect(output(session).contains("\u{1B}[23;2t"))
    #expect(session.problemsAfterRestoring() == [])
  }

  /// What would save it again would save Flick's own.
  @Test func titleIsSavedOnce() {
    let again = ControlBytes.take(hasMouse: true, isAlternate: true, questions: [])
    #expect(!again.contains(Array("\u{1B}[22;2t".utf8)))
  }

  @Test(arguments: [("linux", true), ("vt220", true), ("screen", true), ("xterm-256color", false)])
  func noTitleWhereItIsHarmfulOrUnwanted(name: String, isWanted: Bool) async throws {
    let session = try Session(name: name, options: TerminalOptions(hasTitle: isWanted))
    session.terminal.title = "River"
    await session.show(.pattern(session.terminal.size))
    await session.restore()
    let written = output(session)
    for sequence in ["\u{1B}]2;", "\u{1B}[22;2t", "\u{1B}[23;2t"] {
      #expect(!written.contains(sequence))
    }
  }

  @Test func titlesAreShortAndHarmless() {
    for (name, text) in Self.hostileTexts {
      for hasUnicode in [true, false] {
        let title = ControlBytes.title(text, hasUnicode: hasUnicode)
        #expect(title.starts(with: Array("\u{1B}]2;".utf8)), "\(name)")
        #expect(title.ends(with: Array("\u{1B}\\".utf8)), "\(name)")
        let shown = String(decoding: title.dropFirst(4).dropLast(2), as: UTF8.self)
        #expect(shown.unicodeScalars.count <= 121, "\(name)")
        #expect(shown == CleanText(shown).string, "\(name)")
        #expect(hasUnicode || shown.utf8.allSatisfy { $0 < 0x80 }, "\(name)")
      }
    }
  }
}
