import Glibc
import Models
import TestSupport
import Testing

@Suite(.ownThreads) struct PtyTests {
  private let environment = ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"]
  private let size = CellSize(columns: 80, rows: 24)

  /// Reads until the program has exited.
  private func output(of process: PtyProcess, _ pty: Pty) throws -> (String, PtyProcess.Exit) {
    var bytes: [UInt8] = []
    let result = process.wait(timeout: 20) {
      if case .bytes(let more) = pty.read(timeout: 0.01) { bytes += more }
    }
    while case .bytes(let more) = pty.read(timeout: 1) { bytes += more }
    return (String(decoding: bytes, as: UTF8.self), try #require(result).exit)
  }

  @Test func processLeadsASessionWithItsOwnTerminal() throws {
    let pty = try Pty(size: size)
    let process = try PtyProcess(
      "sh", ["-c", "echo via-tty > /dev/tty; tty; cut -d ' ' -f 6,8 /proc/$$/stat; echo pid $$"],
      environment: environment, pty: pty)
    let (text, exit) = try output(of: process, pty)
    #expect(exit == .status(0))
    #expect(text.contains("via-tty"))
    #expect(text.contains(pty.devicePath))
    let id = process.processID
    #expect(text.contains("pid \(id)"))
    #expect(
      text.split(separator: "\r\n").contains { $0.split(separator: " ") == ["\(id)", "\(id)"] })
  }

  @Test func sizeAndResizeReachTheProgram() throws {
    let pty = try Pty(size: size, cellPixels: PixelSize(width: 9, height: 18))
    let process = try PtyProcess(
      "bash",
      ["-c", "trap 'stty size; exit 7' WINCH; stty size; for ((;;)); do sleep 0.01; done"],
      environment: environment, pty: pty)
    var text = ""
    let result = process.wait(timeout: 20) {
      guard case .bytes(let more) = pty.read(timeout: 0.01) else { return }
      text += String(decoding: more, as: UTF8.self)
      if text == "24 80\r\n" { pty.resize(CellSize(columns: 101, rows: 33)) }
    }
    while case .bytes(let more) = pty.read(timeout: 1) {
      text += String(decoding: more, as: UTF8.self)
    }
    #expect(result?.exit == .status(7))
    #expect(text == "24 80\r\n33 101\r\n")
  }

  @Test func inputReachesTheProgramAndControlKeysRaiseSignals() throws {
    let pty = try Pty(size: size)
    let process = try PtyProcess(
      "sh", ["-c", "read line; echo got-$line; exec sleep 100"], environment: environment, pty: pty)
    pty.write(Array("hello\n".utf8))
    var text = ""
    let result = process.wait(timeout: 20) {
      guard case .bytes(let more) = pty.read(timeout: 0.01) else { return }
      text += String(decoding: more, as: UTF8.self)
      if text.contains("got-hello\r\n") { pty.write([3]) }
    }
    #expect(result?.exit == .signal(SIGINT))
  }

  @Test func modesCanBeReadAfterTheProgramExits() throws {
    let pty = try Pty(size: size)
    let before = pty.modes
    #expect(before.isCooked)
    let raw = try PtyProcess("stty", ["raw", "-echo"], environment: environment, pty: pty)
    _ = try output(of: raw, pty)
    #expect(!pty.modes.isCooked)
    #expect(pty.modes != before)
  }

  @Test func standardErrorAndWorkingDirectoryCanBeSet() throws {
    let file = "/tmp/flick-pty-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    defer { unlink(file) }
    let pty = try Pty(size: size)
    let process = try PtyProcess(
      "sh", ["-c", "echo loud >&2; pwd"], environment: environment, pty: pty, standardError: file,
      workingDirectory: "/usr")
    let (text, _) = try output(of: process, pty)
    #expect(text == "/usr\r\n")
    let stream = try #require(fopen(file, "r"))
    defer { fclose(stream) }
    var line = [CChar](repeating: 0, count: 64)
    fgets(&line, 64, stream)
    #expect(line.prefix(5).map { UInt8(bitPattern: $0) } == Array("loud\n".utf8))
  }

  @Test func missingProgramThrows() throws {
    let pty = try Pty(size: size)
    #expect(throws: PtyError.self) {
      try PtyProcess("/nonexistent/program", environment: environment, pty: pty)
    }
  }

  @Test func programThatIgnoresSignalsIsKilledWithItsOwner() throws {
    let pty = try Pty(size: size)
    var process: PtyProcess? = try PtyProcess(
      "sh", ["-c", "trap '' INT TERM HUP; echo ready; while :; do sleep 1; done"],
      environment: environment, pty: pty)
    #expect(pty.read(timeout: 20) == .bytes(Array("ready\r\n".utf8)))
    let id = try #require(process?.processID)
    #expect(process?.poll() == nil)
    process = nil
    #expect(kill(id, 0) == -1)
  }
}
