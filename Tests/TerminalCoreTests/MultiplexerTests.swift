import TerminalCore
import Testing

@Suite struct MultiplexerTests {
  @Test(arguments: [
    ([:], "- - - -"), (["TERM": "xterm-256color"], "- - - -"),
    (["TERM": "xterm", "TMUX": "", "STY": ""], "- - - -"),
    (["TERM": "tmux-256color", "TMUX": "/tmp/t,1,0"], "named - - tmux"),
    // Older tmux names its terminal so.
    (["TERM": "screen-256color", "TMUX": "/tmp/t"], "named - - tmux"),
    (["TERM": "xterm", "TMUX": "/tmp/t"], "named - - tmux"),
    (["TERM": "screen", "STY": "1.pts-0"], "named screen may -"),
    (["TERM": "xterm", "STY": "1.pts-0"], "named screen may -"),
    // On another machine the name is all there is.
    (["TERM": "screen.xterm-256color"], "named - may -"), (["TERM": "tmux"], "named - - tmux"),
    // One in the other.
    (["TERM": "screen", "STY": "1.x", "TMUX": "/tmp/t"], "named screen may tmux"),
  ])
  func theEnvironmentTellsWhatStandsBetween(_ environment: [String: String], _ facts: String) {
    let found = [
      Multiplexer.isNamed(in: environment) ? "named" : "-",
      Multiplexer.isScreen(in: environment) ? "screen" : "-",
      Multiplexer.mayBeScreen(in: environment) ? "may" : "-",
      Multiplexer.isTmux(in: environment) ? "tmux" : "-",
    ]
    #expect(found.joined(separator: " ") == facts)
  }
}
