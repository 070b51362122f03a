import Glibc
import Graphics
import Models
import TerminalCore
import TestSupport
import Testing

@testable import NcursesTerminal

/// Frames as images of the terminal's own.
extension NcursesTerminalTests {
  @Test func cellsAreShownUntilImageSupportIsKnown() async throws {
    let session = try Session(
      cellPixels: Self.cell, options: TerminalOptions(output: .kitty), isSilent: false)
    await session.show(.pattern(session.terminal.size))
    let commands = try #require(KittyCommand.all(in: session.takeOutput()))
    #expect(commands.map { $0.keys["t"] } == ["d", "s"])
    #expect(commands.allSatisfy { $0.keys["a"] == "q" })
    #expect(session.terminal.capabilities.frameForm == .glyphs(.half))
    // Silence of the one, and then the answer that every terminal gives.
    session.press("\u{1B}[?62;22c")
    await session.wait(until: { session.terminal.probe.deadline == nil })
    #expect(session.terminal.capabilities.frameForm == .glyphs(.half))
    #expect(Self.sharedFiles == [])
  }

  @Test func silentTerminalGetsNoImages() async throws {
    let session = try Session(
      cellPixels: Self.cell, options: TerminalOptions(output: .kitty))
    #expect(Self.sharedFiles.count == 1)
    await session.wait(until: { session.terminal.probe.deadline == nil })
    #expect(Self.sharedFiles == [])
  }

  @Test func imagesGoThroughSharedMemory() async throws {
    let session = try await kittySession()
    #expect(session.events.contains(.capabilitiesChanged))
    #expect(session.terminal.capabilities.movesImages)
    let (surface, pixels) = Self.frame(session, seed: 1)
    await session.show(surface)
    let commands = try #require(KittyCommand.all(in: session.takeOutput()))
    #expect(commands.map { $0.keys["a"] } == ["t", "p"])
    let name = String(decoding: commands[0].payload, as: UTF8.self)
    // A terminal removes it as it reads it.
    let shared = try Self.takeShared(name)
    #expect(shared == pixels.map { $0 | 0xFF00_0000 })
    await session.show(surface)
    #expect(session.takeOutput() == [])
    await session.restore()
    let last = try #require(KittyCommand.all(in: session.takeOutput()))
    #expect(last.map { $0.keys["d"] } == ["A"])
  }

  @Test func unacknowledgedImagesAreRemovedAtTheEnd() async throws {
    let session = try await kittySession()
    var sent: [KittyCommand] = []
    for seed in 0..<6 {
      let (surface, pixels) = Self.frame(session, seed: seed)
      await session.show(surface)
      let commands = try #require(KittyCommand.all(in: session.takeOutput()))
      let isShared = commands[0].keys["t"] == "s"
      #expect(isShared == (seed < 4))
      guard !isShared else { continue }
      sent = commands.filter { $0.keys["m"] != nil }
      let size = session.terminal.size
      let count = size.columns * Self.cell.width * size.rows * Self.cell.height * 3
      let bytes = try #require(inflate(sent.flatMap(\.payload), count: count))
      let shown = stride(from: 0, to: count, by: 3).map { index -> UInt32 in
        let (red, green, blue) = (bytes[index], bytes[index + 1], bytes[index + 2])
        return Color(red: red, green: green, blue: blue).rawValue
      }
      #expect(shown == pixels)
    }
    #expect(!sent.isEmpty)
    #expect(Self.sharedFiles.count == 4)
    await session.restore()
    #expect(Self.sharedFiles == [])
  }

  @Test func overSSHImagesAreSentOnlyOnRequest() async throws {
    let environment = ["SSH_CONNECTION": "1 2 3 4"]
    let asked = try await kittySession(environment: environment)
    await asked.show(Self.frame(asked, seed: 1).surface)
    let commands = try #require(KittyCommand.all(in: asked.takeOutput()))
    #expect(commands[0].keys["o"] == "z")
    await asked.restore()
    let unasked = try await kittySession(output: nil, environment: environment)
    #expect(unasked.terminal.capabilities.frameForm == .glyphs(.half))
  }

  @Test func imagesAreCoarsenedToFitTheLink() async throws {
    // 4096 bytes a frame, for which noise must be as coarse as cells.
    let session = try await kittySession(
      size: CellSize(columns: 30, rows: 10), environment: ["TMUX": "/tmp/tmux-1/default,1,0"])
    await session.show(Self.frame(session, seed: 1).surface)
    var commands = try #require(KittyCommand.all(in: session.takeOutput()))
    #expect(commands[0].keys["s"] == "30" && commands[0].keys["v"] == "20")
    // What is flat has room again, a step a frame.
    var widths: [String?] = []
    for color in UInt32(1)...4 {
      var surface = Surface(size: session.terminal.size)
      surface.frameForm = session.terminal.capabilities.frameForm
      let size = PixelSize(width: 240, height: 160)
      surface.drawFrame(
        PixelBuffer(size: size, pixels: repeatElement(color, count: 240 * 160)),
        in: surface.bounds)
      await session.show(surface)
      commands = try #require(KittyCommand.all(in: session.takeOutput()))
      widths.append(commands[0].keys["s"])
    }
    #expect(widths == ["30", "60", "120", "240"])
  }

  @Test func textCoversImages() async throws {
    let session = try await kittySession()
    var (surface, _) = Self.frame(session, seed: 1)
    await session.show(surface)
    _ = session.takeOutput()
    let line = CellRect(column: 8, row: 5, columns: 20, rows: 1)
    surface.darken(line, to: 0.5)
    surface.drawText(
      "a caption", column: 9, row: 5, maxColumns: 19, foreground: .white, background: nil)
    await session.show(surface)
    let commands = try #require(KittyCommand.all(in: session.takeOutput()))
    #expect(commands.map { $0.keys["a"] } == ["p", "p", "p", "p"])
    #expect(Set(commands.map { $0.keys["i"] }) == ["4207"])
    #expect(session.model.cell(column: 9, row: 5).text == "a")
    #expect(session.model.cell(column: 17, row: 5).text == "n")
  }

  @Test func lostScreenIsRedrawn() async throws {
    let session = try await kittySession()
    let (surface, _) = Self.frame(session, seed: 1)
    await session.show(surface)
    _ = session.takeOutput()
    session.terminal.redraw()
    await session.show(surface)
    var commands = try #require(KittyCommand.all(in: session.takeOutput()))
    #expect(commands.map { $0.keys["a"] } == ["d", "t", "p"])
    // A screen without rows under the frame has no place for images.
    await session.resize(CellSize(columns: 40, rows: 5))
    #expect(session.terminal.capabilities.frameForm == .glyphs(.half))
    await session.show(.pattern(session.terminal.size))
    commands = try #require(KittyCommand.all(in: session.takeOutput()))
    #expect(commands.map { $0.keys["d"] } == ["A"])
  }

  @Test func sixelsAreDrawnOnceAndAroundText() async throws {
    let session = try Session(
      cellPixels: Self.cell, options: TerminalOptions(output: .sixel), isSilent: false)
    await session.show(.pattern(session.terminal.size))
    session.press("\u{1B}[?1;0;1024S\u{1B}[6;16;8t\u{1B}[?62;4;22c")
    await session.wait(until: { session.terminal.probe.deadline == nil })
    #expect(session.terminal.capabilities.frameForm == .pixels(cell: Self.cell))
    var (surface, _) = Self.frame(session, seed: 3)
    _ = session.takeOutput()
    await session.show(surface)
    let size = session.terminal.size
    var images = try #require(SixelDecoder.all(in: session.takeOutput()))
    #expect(images.map(\.size) == [PixelSize(width: size.columns * 8, height: size.rows * 16)])
    #expect(!images.contains { !$0.isValid })
    await session.show(surface)
    #expect(session.takeOutput() == [])
    surface.drawText(
      "sign", column: 0, row: 0, maxColumns: 9, foreground: .white, background: .black)
    await session.show(surface)
    images = try #require(SixelDecoder.all(in: session.takeOutput()))
    let beside = PixelSize(width: (size.columns - 4) * 8, height: 16)
    let below = PixelSize(width: size.columns * 8, height: (size.rows - 1) * 16)
    #expect(images.map(\.size) == [beside, below])
    await session.restore()
    #expect(session.output.ends(with: Array("\u{1B}[?1049l\u{1B}[?25h".utf8)))
  }

  @Test func missingImageSupportIsReported() async throws {
    let session = try Session(
      cellPixels: Self.cell, options: TerminalOptions(output: .sixel), isSilent: false)
    var missing: [OutputMode] = []
    session.terminal.onMissingOutput = { missing.append($0) }
    session.press("\u{1B}[?62;22c\u{1B}[?62;22c")
    await session.wait(until: { session.terminal.probe.deadline == nil })
    #expect(missing == [.sixel])
    #expect(session.terminal.capabilities.frameForm == .glyphs(.half))
  }

  private static let cell = PixelSize(width: 8, height: 16)

  /// A session with a terminal that has said yes to everything.
  private func kittySession(
    size: CellSize = CellSize(columns: 40, rows: 12), output: OutputMode? = .kitty,
    environment: [String: String] = [:]
  ) async throws -> Session {
    let session = try Session(
      size: size, cellPixels: Self.cell, options: TerminalOptions(output: output),
      environment: environment, isSilent: false)
    await session.show(.pattern(session.terminal.size))
    session.press("\u{1B}_Gi=4201;OK\u{1B}\\\u{1B}_Gi=4202;OK\u{1B}\\\u{1B}[?62;c")
    await session.wait(until: { session.terminal.probe.deadline == nil })
    _ = session.takeOutput()
    return session
  }

  /// A frame of noise that fills the screen, and its pixels.
  private static func frame(_ session: Session, seed: Int) -> (surface: Surface, [UInt32]) {
    var generator = SeededGenerator(seed: UInt64(seed))
    let size = session.terminal.size
    let pixels = (0..<(size.columns * cell.width * size.rows * cell.height)).map { _ in
      UInt32(truncatingIfNeeded: generator.next()) & 0xFF_FFFF
    }
    var surface = Surface(size: size)
    surface.frameForm = session.terminal.capabilities.frameForm
    let buffer = PixelBuffer(
      size: PixelSize(width: size.columns * cell.width, height: size.rows * cell.height),
      pixels: pixels)
    surface.drawFrame(buffer, in: surface.bounds)
    return (surface, pixels)
  }

  /// The images of this process in shared memory.
  private static var sharedFiles: [String] {
    guard let folder = opendir("/dev/shm") else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasPrefix("flick-\(getpid())-") { names.append(name) }
    }
    return names
  }

  /// Reads an image as a terminal does, and removes it.
  private static func takeShared(_ name: String) throws -> [UInt32] {
    let descriptor = shm_open(name, O_RDONLY, 0)
    try #require(descriptor >= 0)
    defer {
      close(descriptor)
      shm_unlink(name)
    }
    var status = stat()
    fstat(descriptor, &status)
    var pixels = [UInt32](repeating: 0, count: Int(status.st_size) / 4)
    let count = pixels.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
    #expect(count == Int(status.st_size))
    return pixels
  }
}
