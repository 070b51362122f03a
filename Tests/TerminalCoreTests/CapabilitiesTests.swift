import Graphics
import Models
import TerminalCore
import Testing

@Suite struct CapabilitiesTests {
  private func depth(
    _ environment: [String: String], colors: Int, direct: Bool = false
  ) -> ColorDepth {
    .detected(
      environment: environment,
      description: TerminalDescription(colors: colors, hasDirectColor: direct))
  }

  @Test func colorsComeFromTerminfo() {
    let depths: [(Int, ColorDepth)] = [
      (-1, .mono), (0, .mono), (7, .mono), (8, .palette8), (15, .palette8), (16, .palette16),
      (88, .palette16), (256, .palette256),
    ]
    for (colors, expected) in depths {
      #expect(depth(["TERM": "some"], colors: colors) == expected)
    }
  }

  @Test func trueColorIsDetectedInSeveralWays() {
    #expect(depth(["TERM": "xterm-256color", "COLORTERM": "truecolor"], colors: 256) == .trueColor)
    #expect(depth(["TERM": "xterm-256color", "COLORTERM": "24bit"], colors: 256) == .trueColor)
    #expect(depth(["TERM": "xterm-256color", "COLORTERM": "yes"], colors: 256) == .palette256)
    #expect(depth(["TERM": "some"], colors: 256, direct: true) == .trueColor)
    for name in [
      "xterm-direct", "foot", "foot-extra", "kitty", "xterm-kitty", "alacritty", "ghostty",
      "xterm-ghostty", "wezterm",
    ] {
      #expect(depth(["TERM": name], colors: 256) == .trueColor, "\(name)")
    }
    #expect(depth(["TERM": "footloose"], colors: 256) == .palette256)
  }

  @Test func screenInheritsTheVariableButNotTheColors() {
    let environment = ["TERM": "screen-256color", "COLORTERM": "truecolor", "STY": "1.pts-0"]
    #expect(depth(environment, colors: 256) == .palette256)
  }

  @Test func knownTerminalsHaveTrueColor() {
    for (variable, value) in [
      ("XTERM_VERSION", "XTerm(379)"), ("VTE_VERSION", "6800"), ("KONSOLE_VERSION", "221201"),
      ("WT_SESSION", "a-b"), ("KITTY_WINDOW_ID", "1"), ("TERM_PROGRAM", "iTerm.app"),
    ] {
      #expect(depth(["TERM": "xterm", variable: value], colors: 8) == .trueColor, "\(variable)")
      // What stands between is another terminal, which only passes the variable on.
      for multiplexer in [["TMUX": "/tmp/x"], ["STY": "1.x"], ["TERM": "tmux-256color"]] {
        let environment = ["TERM": "xterm", variable: value].merging(multiplexer) { $1 }
        #expect(depth(environment, colors: 256) == .palette256, "\(environment)")
      }
    }
    #expect(depth(["TERM": "xterm", "XTERM_VERSION": "XTerm(278)"], colors: 8) == .palette256)
    #expect(depth(["TERM": "xterm-256color", "VTE_VERSION": "3400"], colors: 256) == .palette256)
    #expect(depth(["TERM": "xterm"], colors: 8) == .palette256)
  }

  @Test func localeDecidesUTF8() {
    #expect(LocaleName.candidates(in: [:]) == ["C.UTF-8"])
    #expect(LocaleName.candidates(in: ["LANG": "", "LC_ALL": ""]) == ["C.UTF-8"])
    #expect(LocaleName.candidates(in: ["LANG": "C"]) == ["C"])
    #expect(LocaleName.candidates(in: ["LANG": "de_AT.UTF-8"]) == ["de_AT.UTF-8", "C.UTF-8"])
    #expect(LocaleName.candidates(in: ["LANG": "de_AT.utf8@euro"]).last == "C.UTF-8")
    #expect(LocaleName.candidates(in: ["LANG": "de_AT"]) == ["de_AT"])
    #expect(LocaleName.candidates(in: ["LANG": "x.UTF-8", "LC_ALL": "POSIX"]) == ["POSIX"])
    #expect(LocaleName.requested(in: ["LANG": "a", "LC_CTYPE": "b"]) == "b")
  }

  @Test func bytesAreSavedOverSSH() {
    let size = CellSize(columns: 160, rows: 48)
    #expect(OutputPolicy(environment: [:]).lambda == 1)
    #expect(OutputPolicy(environment: [:]).byteLimit(for: size) == nil)
    #expect(OutputPolicy(environment: ["SSH_TTY": "/dev/pts/1"]).lambda == 2)
    #expect(OutputPolicy(environment: ["TMUX": "/tmp/tmux"]).byteLimit(for: size) == 46_080)
  }

  @Test func errorsSayWhatToDo() {
    let errors: [TerminalError] = [
      .noTerminal, .notCapable(name: ""), .notCapable(name: "dumb"), .noDescription(name: "x"),
    ]
    for error in errors {
      #expect(!error.description.contains("\n"))
      #expect(
        ["ssh -t", "TERM=xterm-256color", "ncurses-base"].contains {
          error.description.contains($0)
        })
    }
  }
}
