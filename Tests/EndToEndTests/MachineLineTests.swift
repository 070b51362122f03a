import Foundation
import Glibc
import Models
import TestSupport
import Testing

/// Clips on a machine whose line breaks, and whose login may ask on the terminal.
@Suite(.ownThreads) struct MachineLineTests {
  private let home: ScratchFolder
  private let scratch: ScratchFolder
  private let server: SSHServer
  private let proxy: LinkProxy
  /// The command that connects through the proxy.
  private let ssh: String

  init() throws {
    home = try ScratchFolder()
    scratch = try ScratchFolder()
    // More than are read ahead.
    for number in 10..<22 {
      _ = try Command.run(
        "cp", [try Clips.shared.get().path(number % 2), home.file("\(number).mp4")])
    }
    server = try SSHServer(home: home.path)
    proxy = try LinkProxy(to: server.port, roundTrip: 0.02)
    ssh = try server.client(through: proxy.port).joined(separator: " ")
  }

  /// A command that asks for a password, numbering its questions; without, only what belongs to a
  /// connection that stands comes through.
  private func asking() throws -> String {
    let script = scratch.file("ssh")
    try """
    #!/bin/sh
    case "$*" in
    *ControlMaster=no*) exec \(ssh) "$@" ;;
    *BatchMode=yes*) echo 'far: Permission denied (password).' >&2; exit 255 ;;
    esac
    echo $$ >> '\(scratch.file("questions"))'
    printf 'password %s: ' "$(wc -l < '\(scratch.file("questions"))')" > /dev/tty
    read -r answer < /dev/tty
    [ "$answer" = secret ] || { echo 'far: Permission denied (password).' >&2; exit 255; }
    exec \(ssh) "$@"

    """.write(toFile: script, atomically: false, encoding: .utf8)
    #expect(chmod(script, 0o700) == 0)
    return script
  }

  /// The processes that have asked.
  private var questions: [pid_t] {
    String(decoding: Command.contents(of: scratch.file("questions")), as: UTF8.self)
      .split(separator: "\n").compactMap { pid_t($0) }
  }

  private func answer(_ text: String, to number: Int, in flick: FlickProcess) {
    #expect(flick.waitUntil { $0.contains("password \(number):") && !$0.isAlternateScreen })
    flick.type(Array("\(text)\n".utf8))
  }

  private func expectCard(in flick: FlickProcess) {
    #expect(
      flick.waitUntil { $0.isAlternateScreen && $0.contains("Login refused: far: Permission") })
  }

  @Test func lostLoginIsAskedForAgain() throws {
    let flick = try FlickProcess(["--ssh", try asking(), "--no-animation", "far:"])
    answer("secret", to: 1, in: flick)
    #expect(flick.waitUntil { $0.contains("10.mp4") && $0.contains("0:03") })
    proxy.cut()
    proxy.restore()
    flick.press(.end)
    expectCard(in: flick)
    #expect(flick.model.contains("r connects again"))
    // An interrupt ends the question only.
    flick.press(.character("r"))
    #expect(flick.waitUntil { $0.contains("connecting to far") && $0.contains("password 2:") })
    flick.press(.control("c"))
    expectCard(in: flick)
    flick.press(.character("r"))
    answer("wrong", to: 3, in: flick)
    #expect(flick.waitUntil { $0.contains("couldn't connect to far") })
    expectCard(in: flick)
    flick.press(.character("r"))
    answer("secret", to: 4, in: flick)
    #expect(flick.waitUntil { $0.isAlternateScreen && $0.contains("21.mp4") })
    #expect(flick.waitForBar("0:03"))
    // And so are the others.
    flick.press(.up)
    #expect(flick.waitUntil { $0.contains("20.mp4") })
    #expect(flick.waitForBar("0:03"))
    flick.press(.character("q"))
    #expect(flick.problemsAfterExit(.status(0)) == [])
    #expect(questions.count == 4)
    #expect(blockUntil { questions.allSatisfy { kill($0, 0) != 0 } })
  }

  /// What has been read plays, and then there is the card.
  @Test func lineBreaksWhileAClipPlays() throws {
    try FFmpegCommand.run([
      "-f", "lavfi", "-i", "testsrc2=s=640x360:r=25", "-t", "12", "-vf", "noise=alls=8:allf=t",
      "-c:v", "mpeg4", "-q:v", "2", "-movflags", "+faststart", home.file("0.mp4"),
    ])
    let flick = try FlickProcess(["--ssh", try asking(), "--no-animation", "far:"])
    answer("secret", to: 1, in: flick)
    #expect(flick.waitUntil { $0.contains("0.mp4") })
    #expect(flick.waitForBar("0:01"))
    proxy.cut()
    proxy.restore()
    expectCard(in: flick)
    flick.press(.character("r"))
    answer("secret", to: 2, in: flick)
    #expect(flick.waitForBar("0:12"))
    #expect(flick.quit() == .status(0))
  }

  @Test func signalEndsTheQuestionToo() throws {
    let flick = try FlickProcess(["--ssh", try asking(), "--no-animation", "far:"])
    answer("secret", to: 1, in: flick)
    #expect(flick.waitUntil { $0.contains("10.mp4") && $0.contains("0:03") })
    proxy.cut()
    flick.press(.end)
    expectCard(in: flick)
    flick.press(.character("r"))
    #expect(flick.waitUntil { $0.contains("password 2:") })
    flick.process.signal(SIGTERM)
    #expect(flick.waitForExit() == .status(128 + SIGTERM))
    #expect(flick.isTerminalRestored)
    #expect(blockUntil { questions.allSatisfy { kill($0, 0) != 0 } })
  }

  @Test func interruptOfTheFirstQuestionEndsFlick() throws {
    let flick = try FlickProcess(["--ssh", try asking(), "far:", "other:"])
    #expect(flick.waitUntil { $0.contains("password 1:") })
    flick.press(.control("c"))
    #expect(flick.waitForExit() == .signal(SIGINT))
    #expect(questions.count == 1 && blockUntil { questions.allSatisfy { kill($0, 0) != 0 } })
  }

  /// The shell stops and continues both as one job.
  @Test func questionCanBeStopped() throws {
    let shell = try FlickProcess(["-i"], audioDevice: nil, binary: "/bin/sh")
    shell.type(
      Array(
        "'\(FlickProcess.binary)' --audio-device null --ssh '\(try asking())' far:\n".utf8))
    #expect(shell.waitUntil { $0.contains("password 1:") })
    shell.press(.control("z"))
    #expect(shell.waitForPrompt())
    #expect(shell.command("fg"))
    #expect(blockUntil { !shell.process.hasTerminal })
    shell.type(Array("secret\n".utf8))
    #expect(shell.waitUntil { $0.isAlternateScreen && $0.contains("10.mp4") })
    shell.press(.character("q"))
    #expect(shell.waitUntilRestored())
    #expect(shell.exitShell() == .status(0))
  }

  /// Ctrl-C goes to all processes that have the terminal: the login is none of them.
  @Test func interruptInAnEditorSparesTheLine() throws {
    let editor = scratch.file("editor")
    try """
    #!/bin/sh
    trap 'echo interrupted' INT
    echo editing
    read -r line || read -r line

    """.write(toFile: editor, atomically: false, encoding: .utf8)
    #expect(chmod(editor, 0o700) == 0)
    let here = try Clips.shared.get().path(0)
    let flick = try FlickProcess(
      ["--triage", "--no-animation", "--ssh", try asking(), here, "far:"],
      environment: ["EDITOR": editor])
    answer("secret", to: 1, in: flick)
    #expect(flick.waitUntil { $0.contains(Clips.names[0]) })
    flick.press(.character("E"))
    #expect(flick.waitUntil { $0.contains("editing") })
    flick.press(.control("c"))
    #expect(flick.waitUntil { $0.contains("interrupted") })
    flick.type(Array("\n".utf8))
    #expect(flick.waitUntil { $0.isAlternateScreen && $0.contains(Clips.names[0]) })
    flick.press(.end)
    #expect(flick.waitUntil { $0.contains("21.mp4") })
    #expect(flick.waitForBar("0:03"))
    #expect(questions.count == 1)
    #expect(flick.quit() == .status(0))
  }

  @Test func brokenLineIsShown() throws {
    let flick = try FlickProcess(["--ssh", ssh, "--no-animation", "far:"])
    #expect(flick.waitUntil { $0.contains("10.mp4") && $0.contains("0:03") })
    proxy.cut()
    flick.press(.end)
    #expect(flick.waitUntil { _ in flick.titleBar.contains("reconnecting to far") })
    proxy.restore()
    #expect(flick.waitUntil { _ in !flick.titleBar.contains("reconnecting") })
    #expect(flick.quit() == .status(0))
  }
}
