import Foundation
import Glibc
import Graphics
import Models
import NcursesTerminal
import Platform
import TerminalCore

/// What the terminal can do, found out as Flick itself does: by taking it for a moment.
@MainActor
struct TerminalCheck {
  let examination: DoctorCheck
  /// What frames are made of.
  let use: CleanText

  /// Takes the terminal until it has answered, a second at most, and gives it back; without one, tells
  /// so.
  static func make(environment: [String: String]) -> TerminalCheck {
    do {
      return TerminalCheck(try ask(environment), environment)
    } catch {
      return TerminalCheck([.fault(CleanText("\(error)"))], use: "")
    }
  }

  /// - Returns: A terminal that was given back; `nil` if the output goes elsewhere.
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
    examination = DoctorCheck(title: localized("Terminal"), findings: findings)
    self.use = use
  }

  private init(_ terminal: NcursesTerminal?, _ environment: [String: String]) {
    guard let terminal else {
      let name = CleanText(environment["TERM"] ?? "")
      let note = Finding.note(
        .localized("The output does not go to a terminal, so none was asked (TERM=%s).", name),
        fix: .localized("Run `flick doctor` in the terminal, without a pipe, to learn about it."))
      let isUsable = !name.isEmpty && name != "dumb"
      let fault = Finding.fault(
        CleanText("\(TerminalError.notCapable(name: name))"))
      self.init(
        isUsable ? [note] : [note, fault], use: .localized("pictures as the terminal can"))
      return
    }
    let (capabilities, answers) = (terminal.capabilities, terminal.answers)
    let isLocal =
      !OutputPolicy(environment: environment).isRemote && !Multiplexer.isNamed(in: environment)
    let findings = [
      Self.name(terminal, environment), Self.colors(capabilities, environment),
      Self.glyphs(capabilities, environment), Self.updates(answers),
      Self.images(answers, isLocal: isLocal), Self.way(environment),
    ].compactMap(\.self)
    let means = OutputMethod.chosen(for: nil, answers: answers, isLocal: isLocal)
    let form = CleanText("\(capabilities.frameForm.glyphs)")
    let use: CleanText =
      switch means {
      case .kitty: .localized("pictures with every pixel, by kitty graphics")
      case .sixel: .localized("pictures with every pixel, by sixels")
      case .cells where form == "half":
        .localized("pictures as half blocks in %s", Self.words(capabilities.colorDepth))
      case .cells:
        .localized("pictures as glyphs (%1$s) in %2$s", form, Self.words(capabilities.colorDepth))
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
      return .lack(
        .localized("%s: room for the picture only", text),
        fix: .localized("From 20 x 6 on there are captions and a seek bar."))
    }
    if terminal.answers == TerminalAnswers() {
      return .note(.localized("%s. It answers no questions: Flick goes by its name.", text))
    }
    return .fine(text)
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
      return .fine(.localized("%s: pictures as they are", words))
    }
    let text: CleanText = .localized(
      "%s, as far as the terminal tells: pictures are dithered", words)
    if Multiplexer.isScreen(in: environment) {
      return .lack(text, fix: .localized("GNU Screen 4 has no more; tmux has."))
    }
    if Multiplexer.isNamed(in: environment) {
      return .lack(
        text,
        fix: .localized(
          "If the terminal around tmux has 24-bit colours: export COLORTERM=truecolor"),
        .localized("and in tmux.conf: set -as terminal-features ',*:RGB'"))
    }
    return .lack(
      text,
      fix: .localized("If it has 24-bit colours: export COLORTERM=truecolor, or use --color 24bit"),
      .localized("Over SSH, pass it on: `SendEnv COLORTERM` here, `AcceptEnv COLORTERM` there."))
  }

  private static func glyphs(
    _ capabilities: Capabilities, _ environment: [String: String]
  ) -> Finding {
    guard capabilities.hasUnicode else {
      let locale = LocaleName.requested(in: environment)
      return .lack(
        .localized("The locale “%s” is not UTF-8: no half blocks, and names in ASCII", locale),
        fix: "export LANG=C.UTF-8")
    }
    if capabilities.isAmbiguousWide {
      return .lack(
        .localized("Block characters take two columns here: pictures are made of spaces"),
        fix: .localized(
          "Set characters of ambiguous width to narrow in the terminal's preferences."))
    }
    return .fine(.localized("UTF-8 with block characters of one column"))
  }

  private static func updates(_ answers: TerminalAnswers) -> Finding? {
    switch answers.hasSynchronizedUpdate {
    case true?: .fine(.localized("synchronised updates: no picture is torn"))
    case false?:
      .note(
        .localized("no synchronised updates: fast pictures may be torn"),
        fix: .localized("kitty, foot, alacritty, WezTerm, ghostty and newer tmux have them."))
    case nil: nil
    }
  }

  private static func images(_ images: TerminalAnswers, isLocal: Bool) -> Finding {
    if images.hasKittyGraphics {
      return .fine(.localized("kitty graphics: pictures with every pixel"))
    }
    if images.hasSixel {
      return .fine(
        .localized("sixels of %s colours: pictures with every pixel", images.colorRegisters))
    }
    guard isLocal else {
      return .note(
        .localized(
          "images are not asked for through SSH, tmux or screen: they take many times the bytes"),
        fix: .localized(
          "--output kitty or --output sixel has them all the same, if the terminal does."))
    }
    return .note(
      .localized("no images: pictures are made of cells"),
      fix: .localized("kitty, foot, WezTerm, ghostty and xterm -ti vt340 show every pixel."))
  }

  private static func way(_ environment: [String: String]) -> Finding? {
    let isRemote = OutputPolicy(environment: environment).isRemote
    if Multiplexer.isNamed(in: environment) {
      return .note(
        isRemote
          ? .localized("SSH and tmux or screen in between: 30 pictures a second at most")
          : .localized("tmux or screen in between: 30 pictures a second at most"))
    }
    return isRemote
      ? .note(
        .localized(
          "over SSH: pictures get as many bytes as the link carries (--max-rate bounds them)"))
      : nil
  }
}
