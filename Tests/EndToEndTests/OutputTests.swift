import Foundation
import Models
import Platform
import TestSupport
import Testing

/// Output beside the screen: statistics, saved frames and recordings.
@Suite(.ownThreads) struct OutputTests {
  let clips: Clips
  let folder: ScratchFolder

  init() throws {
    clips = try Clips.shared.get()
    folder = try ScratchFolder()
  }

  // MARK: Statistics

  @Test func statisticsOverlayToggles() throws {
    let flick = try FlickProcess([clips.path(0)])
    #expect(flick.waitForClip(0))
    flick.press(.character("i"))
    #expect(
      flick.waitUntil { model in
        ["Shown", "Dropped", "Memory", "320×180", "Ready"].allSatisfy(model.contains)
      })
    #expect(flick.waitUntil { $0.contains("+1") })
    flick.press(.down)
    #expect(flick.waitUntil { $0.contains("180×320") && $0.contains("-1 ") && $0.contains("of 1") })
    flick.press(.escape)
    #expect(flick.waitUntil { !$0.contains("Dropped") })
    flick.press(.character("q"))
    #expect(flick.problemsAfterExit(.status(0)) == [])
  }

  /// Only the cells behind the text are redrawn, nothing else of the frame.
  @Test(arguments: [0, 1])
  func statisticsCostNoFullRepaint(_ clip: Int) throws {
    let flick = try FlickProcess([clips.path(clip)], size: CellSize(columns: 160, rows: 48))
    #expect(flick.waitForClip(clip))
    flick.press(.space)
    #expect(flick.waitUntil { $0.contains("‖") })
    #expect(flick.waitUntilQuiet(for: 1))
    func cost(_ body: () -> Void) -> Int {
      let before = flick.output.count
      body()
      return flick.output.count - before
    }
    let whole = cost {
      let before = flick.output.count
      flick.press(.control("l"))
      #expect(flick.waitUntil { _ in flick.output.count > before })
      #expect(flick.waitUntilQuiet(for: 1))
    }
    let on = cost {
      flick.press(.character("i"))
      #expect(flick.waitUntil { $0.contains("Memory") })
    }
    flick.run(for: 1)
    let off = cost {
      flick.press(.character("i"))
      #expect(flick.waitUntil { !$0.contains("Memory") })
      #expect(flick.waitUntilQuiet(for: 1))
    }
    #expect(on < whole / 4, "\(on) of \(whole) bytes")
    #expect(off < whole / 4, "\(off) of \(whole) bytes")
    // After that nothing is read or sent any more.
    #expect(cost { flick.run(for: 2) } == 0)
    flick.press(.character("q"))
    #expect(flick.problemsAfterExit(.status(0)) == [])
  }

  @Test func statisticsAreWrittenToAFile() throws {
    let path = folder.file("statistics.jsonl")
    let flick = try FlickProcess(["--stats-json", path, clips.path(0)])
    #expect(flick.waitForClip(0))
    #expect(flick.waitUntil { _ in lines(of: path).count >= 3 })
    flick.press(.character("q"))
    #expect(flick.problemsAfterExit(.status(0)) == [])
    let samples = try lines(of: path).map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    let last = try #require(samples.last)
    #expect((last["clip"] as? [String: Any])?["width"] as? Int == 320)
    #expect((last["screen"] as? [String: Any])?["columns"] as? Int == 80)
    #expect(((last["link"] as? [String: Any])?["bytes"] as? Int ?? 0) > 10_000)
    #expect((last["memory"] as? Int ?? 0) > 1_000_000)
    let times = samples.compactMap { $0["time"] as? Double }
    #expect(times == times.sorted())
  }

  /// A pipe without a reader blocks neither playback nor quitting.
  @Test func statisticsToAnUnreadPipeDoNotBlock() throws {
    let path = folder.file("pipe")
    _ = try Command.run("mkfifo", [path])
    let flick = try FlickProcess(["--stats-json", path, clips.path(0)])
    #expect(flick.waitForClip(0))
    #expect(flick.waitForBar("0:01"))
    flick.press(.character("q"))
    #expect(flick.problemsAfterExit(.status(0)) == [])
  }

  // MARK: Saved frames

  @Test func frameIsSavedInFullResolution() throws {
    let flick = try FlickProcess([clips.path(0)], workingDirectory: folder.path)
    #expect(flick.waitForClip(0))
    flick.press(.space, .character("0"))
    #expect(flick.waitUntil { $0.contains("‖") && $0.contains("0:00") })
    #expect(flick.waitUntilQuiet(for: 1))
    flick.press(.character("s"))
    #expect(flick.waitUntil { $0.contains("1-landscape-0.00s.png") })
    flick.press(.character("s"))
    #expect(flick.waitUntil { $0.contains("1-landscape-0.00s-2.png") })
    flick.press(.character("S"))
    #expect(flick.waitUntil { $0.contains("1-landscape-0.00s-screen.png") })
    flick.press(.character("q"))
    #expect(flick.problemsAfterExit(.status(0)) == [])

    let header = FileManager.default.contents(atPath: folder.file("1-landscape-0.00s.png"))
    #expect([UInt8]((header ?? Data()).dropFirst(16).prefix(8)) == [0, 0, 1, 64, 0, 0, 0, 180])
    // With subsampled chroma, conversions differ at edges; the next frame is at 20 dB.
    let whole = PixelSize(width: 320, height: 180)
    let wanted = try #require(
      try FFmpegCommand.frames(of: clips.path(0), size: whole).first)
    for name in ["1-landscape-0.00s.png", "1-landscape-0.00s-2.png"] {
      let frame = try #require(
        try FFmpegCommand.frames(of: folder.file(name), size: whole).first)
      #expect(frame.psnr(against: wanted) >= 32)
    }
    // 80 x 22 cells of half blocks show 78 x 44 pixels of it.
    let screen = FileManager.default.contents(
      atPath: folder.file("1-landscape-0.00s-screen.png"))
    #expect([UInt8]((screen ?? Data()).dropFirst(16).prefix(8)) == [0, 0, 0, 78, 0, 0, 0, 44])
  }

  /// Saves what the cells show, in a form that other programs can show too.
  @Test(arguments: ["ascii", "quadrant", "sextant"])
  func screenSnapshotMatchesTheCells(
    _ glyphs: String
  ) throws {
    let flick = try FlickProcess(
      ["--glyphs", glyphs, clips.path(0)], workingDirectory: folder.path)
    #expect(flick.waitForBar("0:01"))
    flick.press(.character("S"))
    #expect(flick.waitUntil { $0.contains("-screen.png") })
    #expect(flick.quit() == .status(0))
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: folder.path)
        .first { $0.hasSuffix("-screen.png") })
    let bytes = Command.contents(of: folder.file(name))
    let shape =
      Double(Int(bytes[18]) << 8 + Int(bytes[19])) / Double(Int(bytes[22]) << 8 + Int(bytes[23]))
    #expect(abs(shape - 320.0 / 180) < 0.05)
  }

  @Test func unwritableFolderIsReported() throws {
    let flick = try FlickProcess(
      ["--save-to", "/proc/self", clips.path(0)], size: CellSize(columns: 120, rows: 24))
    #expect(flick.waitForBar("0:01"))
    flick.press(.character("s"))
    #expect(flick.waitUntil { $0.contains("couldn't save") && $0.contains("/proc/self: No such") })
    flick.press(.character("q"))
    #expect(flick.problemsAfterExit(.status(0)) == [])
  }

  // MARK: Recordings

  /// Played back, a recording has exactly the bytes that the terminal received, and gives the same
  /// screen.
  @Test func recordingMatchesTheOutput() throws {
    let path = folder.file("session.cast")
    let flick = try FlickProcess(["--record", path, clips.path(0)])
    #expect(flick.waitForClip(0))
    flick.press(.down)
    #expect(flick.waitForClip(1))
    flick.resize(CellSize(columns: 70, rows: 20))
    flick.run(for: 0.5)
    flick.press(.space)
    #expect(flick.waitUntil { $0.contains("‖") })
    #expect(flick.waitUntilQuiet(for: 1))
    let sent = flick.output.count
    let screen = (0..<20).map { flick.model.text(row: $0) }
    flick.press(.character("q"))
    #expect(flick.problemsAfterExit(.status(0)) == [])

    let lines = lines(of: path)
    let header = try #require(
      try JSONSerialization.jsonObject(with: Data(lines[0].utf8)) as? [String: Any])
    #expect(header["version"] as? Int == 2)
    #expect(header["width"] as? Int == 80)
    #expect(header["height"] as? Int == 24)
    #expect((header["env"] as? [String: String])?["TERM"] == "xterm-256color")
    let model = try #require(TerminalModel(size: CellSize(columns: 80, rows: 24)))
    var played: [UInt8] = []
    var times: [Double] = []
    for line in lines.dropFirst() {
      let event = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [Any])
      times.append(event[0] as? Double ?? -1)
      let text = event[2] as? String ?? ""
      if event[1] as? String == "r" {
        #expect(text == "70x20")
        model.resize(CellSize(columns: 70, rows: 20))
      } else {
        let bytes = Array(text.utf8)
        if played.count < sent { model.feed(Array(bytes.prefix(sent - played.count))) }
        played += bytes
      }
    }
    #expect(played == flick.output)
    #expect(times == times.sorted())
    #expect((0..<20).map { model.text(row: $0) } == screen)
  }

  @Test(arguments: [
    (["--record", "/dev/null"], 73, "/dev/null: File exists"),
    (["--record", "/nowhere/a.cast"], 73, "/nowhere/a.cast: No such file or directory"),
    (["--stats-json", "/"], 73, "/: Is a directory"),
    (["--record", "-"], 64, "--record needs a file or a pipe"),
  ])
  func unwritableFilesAreRejectedAtStart(
    _ arguments: [String], _ status: Int32, _ words: String
  ) throws {
    let flick = try FlickProcess(arguments + [clips.path(0)])
    #expect(flick.waitForExit() == .status(status))
    #expect(flick.standardError.contains(words))
    #expect(flick.isTerminalRestored)
  }

  private func lines(of path: String) -> [Substring] {
    String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
      .split(separator: "\n")
  }
}
