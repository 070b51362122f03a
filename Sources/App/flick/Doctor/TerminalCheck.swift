import Foundation
import Glibc
import Graphics
import Models
import NcursesTerminal
import Platform
import TerminalCore

/// The terminal's capabilities, determined as Flick itself does: by taking it for a moment.
@MainActor
struct TerminalCheck {
  let check: DoctorCheck
  /// How frames are drawn.
  let use: CleanText

  /// Takes the terminal until it has replied, a second at most, and releases it; without one,
  /// reports so.
  static func make(environment: [String: String]) -> TerminalCheck {
    do {
      return TerminalCheck(try ask(environment), environment)
    } catch {
      return TerminalCheck([.fault(CleanText("\(error)"))], use: "")
    }
  }

  /// - Returns: A terminal that has been released; `nil` if the output goes elsewhere.
  private static func ask(
    _ environment: [String: String]
  ) throws(TerminalError) -> NcursesTerminal? {
    guard isatty(STDOUT_FILENO) == 1 else { return nil }
    let signals = Signals()
    let terminal = try NcursesTerminal(
      options: TerminalOptions(hasMouse: false), environment: environment)
    signals.onExit = { number in
      terminal.restore()
      _exit(ExitStatus.signal(number))
    }
    defer { terminal.restore() }
    var isOver = false
    terminal.onAnswers = { _, _ in isOver = true }
    terminal.onEvents = { events in
      if events.contains(.closed) { isOver = true }
    }
    let deadline = HostTime.now + CapabilityProbe.patience + 0.1
    while !isOver, HostTime.now < deadline {
      _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.05))
    }
    return terminal
  }

  private init(_ findings: [Finding], use: CleanText) {
    check = DoctorCheck(title: localized("Terminal"), findings: findings)
    self.use = use
  }

  private init(_ terminal: NcursesTerminal?, _ environment: [String: String]) {
    guard let terminal else {
      let name = CleanText(environment["TERM"] ?? "")
      let note = Finding.note(
        .localized("Output is not a terminal, so no terminal was checked (TERM=%s).", name),
        fix: .localized("To check your terminal, run `flick doctor` in it without a pipe."))
      let isUsable = !name.isEmpty && name != "dumb"
      let fault = Finding.fault(
        CleanText("\(TerminalError.notCapable(name: name))"))
      self.init(
        isUsable ? [note] : [note, fault], use: .localized("video as the terminal allows"))
      return
    }
    let (capabilities, answers) = (terminal.capabilities, terminal.answers)
    let isLocal =
      !OutputPolicy(environment: environment).isRemote && !Multiplexer.isNamed(in: environment)
    let findings = [
      Self.name(terminal, environment), Self.colors(capabilities, environment),
      Self.glyphs(capabilities, environment), Self.font(answers, environment),
      Self.updates(answers),
      Self.images(answers, isLocal: isLocal), Self.link(environment),
    ].compactMap(\.self)
    let means = OutputMethod.chosen(for: nil, answers: answers, isLocal: isLocal)
    let use: CleanText =
      switch means {
      case .kitty: .localized("full-resolution images (kitty graphics)")
      case .sixel: .localized("full-resolution images (sixel)")
      case .cells: Self.words(capabilities.frameForm.glyphs, capabilities.colorDepth)
      }
    self.init(findings, use: use)
  }

  private static func name(
    _ terminal: NcursesTerminal, _ environment: [String: String]
  ) -> Finding {
    let size = terminal.size
    let program = terminal.answers.name.map { ", \($0)" } ?? ""
    let name = "\(environment["TERM"] ?? "")\(program)"
    let (columns, rows) = (size.columns, size.rows)
    let text: CleanText =
      terminal.capabilities.cellPixels.map { pixels in
        .localized(
          "%1$s: %2$s x %3$s cells of %4$s x %5$s pixels", name, columns, rows, pixels.width,
          pixels.height)
      } ?? .localized("%1$s: %2$s x %3$s cells", name, columns, rows)
    if size.columns < 20 || size.rows < 6 {
      return .warning(
        .localized("%s: only room for the video", text),
        fix: .localized("Titles and the seek bar need at least 20 x 6 cells."))
    }
    if terminal.answers == TerminalAnswers() {
      return .note(.localized("%s. It does not answer queries, so Flick relies on its name.", text))
    }
    return .fine(text)
  }

  private static func words(_ glyphs: GlyphSet, _ depth: ColorDepth) -> CleanText {
    let colors = words(depth)
    return switch glyphs {
    case .half: .localized("half blocks in %s", colors)
    case .quadrant: .localized("quadrants in %s", colors)
    case .sextant: .localized("sextants in %s", colors)
    case .octant: .localized("octants in %s", colors)
    case .space: .localized("spaces in %s", colors)
    case .ascii: .localized("ASCII characters in %s", colors)
    }
  }

  private static func words(_ depth: ColorDepth) -> String {
    switch depth {
    case .trueColor: localized("24-bit colours")
    case .palette256: localized("256 colours")
    case .palette16: localized("16 colours")
    case .palette8: localized("8 colours")
    case .mono: localized("two colours")
    }
  }

  private static func colors(
    _ capabilities: Capabilities, _ environment: [String: String]
  ) -> Finding {
    let words = words(capabilities.colorDepth)
    if capabilities.colorDepth == .trueColor {
      return .fine(.localized("%s: shown without dithering", words))
    }
    let text: CleanText = .localized(
      "%s reported by the terminal: shown with dithering", words)
    if Multiplexer.isScreen(in: environment) {
      return .warning(text, fix: .localized("GNU Screen 4 supports no more; tmux does."))
    }
    if Multiplexer.isNamed(in: environment) {
      return .warning(
        text,
        fix: .localized(
          "If the terminal outside tmux supports 24-bit colours: export COLORTERM=truecolor"),
        .localized("and in tmux.conf: set -as terminal-features ',*:RGB'"))
    }
    return .warning(
      text,
      fix: .localized(
        "If it supports 24-bit colours: export COLORTERM=truecolor, or use --color 24bit"),
      .localized(
        "Over SSH, forward it: `SendEnv COLORTERM` on the client, `AcceptEnv COLORTERM` on the server."
      ))
  }

  private static func glyphs(
    _ capabilities: Capabilities, _ environment: [String: String]
  ) -> Finding {
    guard capabilities.hasUnicode else {
      let locale = LocaleName.requested(in: environment)
      return .warning(
        .localized(
          "The locale “%s” is not UTF-8: no half blocks, and names are shown in ASCII", locale),
        fix: "export LANG=C.UTF-8")
    }
    if capabilities.isAmbiguousWide {
      return .warning(
        .localized("Block characters are two columns wide here: frames are drawn with spaces"),
        fix: .localized(
          "Set ambiguous-width characters to narrow in the terminal's preferences."))
    }
    return .fine(.localized("UTF-8, block characters one column wide"))
  }

  private static func font(
    _ answers: TerminalAnswers, _ environment: [String: String]
  ) -> Finding? {
    guard answers.takesBlocksFromFont(name: environment["TERM"] ?? "") else { return nil }
    return .note(
      .localized("block characters are drawn from the font: thin lines may show between cells"),
      fix: .localized(
        "xterm's default font and Hack at 12 points fill their cells; most fonts and sizes do not:"),
      "xterm -fa Hack -fs 12")
  }

  private static func updates(_ answers: TerminalAnswers) -> Finding? {
    switch answers.hasSynchronizedUpdate {
    case true?: .fine(.localized("synchronised updates: no tearing"))
    case false?:
      .note(
        .localized("no synchronised updates: fast motion may tear"),
        fix: .localized("kitty, foot, Alacritty, WezTerm, Ghostty and recent tmux support them."))
    case nil: nil
    }
  }

  private static func images(_ images: TerminalAnswers, isLocal: Bool) -> Finding {
    if images.hasKittyGraphics {
      return .fine(.localized("kitty graphics: full-resolution images"))
    }
    if images.hasSixel {
      return .fine(
        .localized("sixel with %s colours: full-resolution images", images.colorRegisters))
    }
    guard isLocal else {
      return .note(
        .localized(
          "images are off over SSH, tmux and screen: they take many times the bytes"),
        fix: .localized(
          "--output kitty or --output sixel turns them on where the terminal supports them."))
    }
    return .note(
      .localized("no images: frames are drawn with cells"),
      fix: .localized(
        "kitty, foot, WezTerm, Ghostty and xterm -ti vt340 show full-resolution images."))
  }

  private static func link(_ environment: [String: String]) -> Finding? {
    let isRemote = OutputPolicy(environment: environment).isRemote
    guard isRemote else {
      return Multiplexer.isNamed(in: environment)
        ? .note(.localized("through tmux or screen: at most 30 frames a second")) : nil
    }
    return .note(
      Multiplexer.isNamed(in: environment)
        ? .localized("over SSH and tmux or screen: at most 30 frames a second")
        : .localized("over SSH: frames use the bandwidth the link has (--max-rate limits it)"),
      fix: .localized(
        "On a slow link, `ssh -C` is worth three times the bandwidth."))
  }
}
