import Glibc
import Models
import TestSupport
import Testing

@Suite(.ownThreads) struct HelperTests {
  @Test func cellContentIsComparedWithTheClip() throws {
    let folder = try ScratchFolder()
    let clip = folder.file("clip.mp4")
    try FFmpegCommand.makeClip(clip, size: PixelSize(width: 64, height: 48), rate: 10, duration: 1)
    let size = PixelSize(width: 32, height: 24)
    let frames = try FFmpegCommand.frames(of: clip, size: size, count: 20)
    #expect(frames.count == 10)
    let frame = try #require(frames.first)

    let model = try #require(TerminalModel(size: CellSize(columns: 32, rows: 12)))
    for row in 0..<12 {
      for column in 0..<32 {
        let colors = try (0..<2).map { half in
          let pixel = try #require(frame.pixels[(row * 2 + half) * 32 + column])
          return "\(pixel >> 16);\(pixel >> 8 & 0xFF);\(pixel & 0xFF)"
        }
        model.feed("\u{1B}[\(row + 1);\(column + 1)H\u{1B}[38;2;\(colors[0]);48;2;\(colors[1])m▀")
      }
    }
    #expect(model.pixels == frame)
    #expect(model.pixels.psnr(against: frame) == .infinity)
    model.feed("\u{1B}[H\u{1B}[m#")
    #expect(model.pixels.psnr(against: frame) < 35)
    #expect(frame.psnr(against: frames[9]) < 40)
  }

  @Test func boundsAreFoundByColour() throws {
    let model = try #require(TerminalModel(size: CellSize(columns: 8, rows: 4)))
    model.feed("\u{1B}[2;3H\u{1B}[38;2;255;255;255;48;2;0;0;0m▄▄\u{1B}[3;3H██")
    let pixels = model.pixels
    let bounds = try #require(pixels.bounds { $0 == 0xFFFFFF })
    #expect(bounds.x == 2..<4)
    #expect(bounds.y == 3..<6)
    #expect(pixels.cropped(x: bounds.x, y: bounds.y).pixels == Array(repeating: 0xFFFFFF, count: 6))
    #expect(pixels.bounds { $0 == 0x123456 } == nil)
  }

  @Test func programIsBuiltNextToTheTests() {
    #expect(access(FlickProcess.binary, X_OK) == 0, "\(FlickProcess.binary)")
  }

  /// A script in place of flick: it takes the terminal, shows keys and restores the terminal.
  private func script(_ body: String) throws -> FlickProcess {
    try FlickProcess(
      ["-c", "printf '\\033[?1049h\\033[?25l'; stty raw -echo; \(body)"], audioDevice: nil,
      binary: "/bin/sh")
  }

  @Test func keysArePressedAndScreensAreAwaited() throws {
    let program = try script(
      "printf ready; key=$(head -c 3 | od -An -tx1); printf '\\r\\n%s' \"$key\";"
        + "head -c 1 >/dev/null; stty sane; printf '\\033[?1049l\\033[?25h'; exit 3")
    #expect(program.waitUntil { $0.contains("ready") && $0.isAlternateScreen })
    #expect(!program.isTerminalRestored)
    program.press(.down)
    #expect(program.waitUntil { $0.contains("1b 5b 42") })
    #expect(program.quit() == .status(3))
    #expect(program.standardError == "")
    #expect(!program.model.isAlternateScreen)
    #expect(program.model.isCursorVisible)
  }

  @Test func queriesAreAnsweredUnlessDisabled() throws {
    let program = try script("printf '\\033[5n'; head -c 4 | od -An -tx1; read line")
    #expect(program.waitUntil { $0.contains("1b 5b 30 6e") })
    program.process.signal(SIGKILL)
    #expect(program.waitForExit() == .signal(SIGKILL))
  }

  @Test func waitingEndsWhenTheProgramExits() throws {
    let program = try script("echo oops >&2; exit 1")
    #expect(!program.waitUntil { $0.contains("never") })
    #expect(program.waitForExit() == .status(1))
    #expect(program.standardError == "oops\n")
  }
}
