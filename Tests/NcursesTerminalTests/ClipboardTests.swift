import Foundation
import Graphics
import Models
import TerminalCore
import TestSupport
import Testing

@testable import NcursesTerminal

/// Text on its way to the terminal's clipboard.
extension NcursesTerminalTests {
  private func payload(_ sequence: [UInt8]) -> String? {
    let text = String(decoding: sequence, as: UTF8.self)
    guard text.hasPrefix("\u{1B}]52;c;"), text.hasSuffix("\u{7}") else { return nil }
    return Data(base64Encoded: String(text.dropFirst(7).dropLast()))
      .map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(arguments: ["", "/clips/a b.mp4", "日本語", "\u{1B}]52;c;!\u{7}"])
  func copiedTextIsEncoded(_ text: String) {
    let sequence = Clipboard.copy(CleanText(text), environment: [:])
    #expect(payload(sequence) == CleanText(text).string)
  }

  @Test func longTextIsTruncated() throws {
    let text = "a" + String(repeating: "漢", count: 30_000)
    let sequence = Clipboard.copy(CleanText(text), environment: [:])
    let copied = try #require(payload(sequence))
    #expect(copied.utf8.count <= Clipboard.longest && copied.utf8.count > Clipboard.longest - 4)
    #expect(text.hasPrefix(copied))
    #expect(sequence.count <= 100_000)
  }

  @Test(arguments: [["TMUX": "/tmp/tmux-0/default,1,0"], ["TERM": "tmux-256color"]])
  func tmuxGetsBothSequences(_ environment: [String: String]) {
    let plain = Clipboard.copy("text", environment: [:])
    let both = Clipboard.copy("text", environment: environment)
    #expect(both == plain + Array("\u{1B}Ptmux;\u{1B}".utf8) + plain + Array("\u{1B}\\".utf8))
  }

  @Test func copyIsSentWithTheNextFrame() async throws {
    let session = try Session()
    let surface = Surface.pattern(session.terminal.size)
    await session.show(surface)
    session.clearEvents()
    _ = session.takeOutput()
    session.terminal.copy("first")
    session.terminal.copy("second")
    #expect(session.events == [.frameWanted, .frameWanted])
    #expect(session.takeOutput().isEmpty)
    await session.show(surface)
    let output = String(decoding: session.takeOutput(), as: UTF8.self)
    #expect(output.contains("\u{1B}]52;c;c2Vjb25k\u{7}"))
    #expect(!output.contains("Zmlyc3Q="))
    #expect(session.difference(surface) == [])
    await session.show(surface)
    #expect(session.takeOutput().isEmpty)
  }
}
