import Foundation
import Glibc
import Models
import TestSupport
import Testing

/// Data still being written when the program exits, however it exits.
@Suite(.ownThreads) struct PendingWriteTests {
  /// How a run ends.
  enum End: CaseIterable {
    case key
    case terminate
    case hangUp
  }

  let clips: Clips
  let folder: ScratchFolder

  init() throws {
    clips = try Clips.shared.get()
    folder = try ScratchFolder()
  }

  private func end(_ flick: FlickProcess, by end: End) -> [String] {
    switch end {
    case .key:
      flick.press(.character("q"))
      return flick.problemsAfterExit(.status(0))
    case .terminate:
      flick.process.signal(SIGTERM)
      return flick.problemsAfterExit(.status(128 + SIGTERM))
    case .hangUp:
      flick.process.signal(SIGHUP)
      return flick.problemsAfterExit(.status(128 + SIGHUP))
    }
  }

  private var records: RecordFile { RecordFile(inStateFolder: folder.file("flick")) }

  private func contents(_ name: String) -> [UInt8] {
    Command.contents(of: folder.file(name))
  }

  /// The lines of a file that are not JSON, plus its last line if that is unterminated.
  private func tornLines(_ name: String) -> [String] {
    let text = String(decoding: contents(name), as: UTF8.self)
    let lines = text.split(separator: "\n").map(String.init)
    let torn = lines.filter {
      (try? JSONSerialization.jsonObject(with: Data($0.utf8), options: .fragmentsAllowed)) == nil
    }
    return text.isEmpty || text.hasSuffix("\n") ? torn : torn + ["no end: \(lines.last ?? "")"]
  }

  // MARK: Frames

  /// A frame that takes a while to compress.
  private func noisyFrame() throws -> String {
    let path = folder.file("noise.jpg")
    let made = try Command.run(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=960x540,noise=alls=90", "-frames:v", "1",
        "-q:v", "2", path,
      ])
    #expect(made == 0)
    return path
  }

  @Test(arguments: End.allCases) func frameBeingSavedAtExitIsComplete(_ ending: End) throws {
    let frame = try noisyFrame()
    // On a busy machine a signal may come before the key was read.
    for _ in 0..<30 where contents("noise.png").isEmpty {
      let flick = try FlickProcess(
        ["--save-to", folder.path, "--only", frame],
        environment: ["XDG_STATE_HOME": folder.file("state")])
      #expect(flick.waitUntil { $0.contains("noise.jpg") })
      #expect(flick.waitUntilQuiet(for: 0.5))
      if ending == .key {
        // In one read. The terminal is restored before anything is written.
        flick.type(Array("sq".utf8))
        #expect(flick.waitUntilRestored())
        #expect(flick.problemsAfterExit(.status(0)) == [])
      } else {
        flick.press(.character("s"))
        flick.run(for: 0.05)
        #expect(end(flick, by: ending) == [])
      }
    }
    let bytes = contents("noise.png")
    #expect(bytes.suffix(8) == Array("IEND".utf8) + [0xAE, 0x42, 0x60, 0x82])
    let size = PixelSize(width: 960, height: 540)
    #expect(try FFmpegCommand.frames(of: folder.file("noise.png"), size: size).count == 1)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(Set(names).isSubset(of: ["noise.jpg", "noise.png", "state"]))
  }

  /// A file does not appear before it is complete.
  @Test func savedFrameIsCompleteOrAbsent() throws {
    let frame = try noisyFrame()
    for round in 0..<8 {
      let flick = try FlickProcess(
        ["--save-to", folder.path, "--only", frame],
        environment: ["XDG_STATE_HOME": folder.file("state")])
      #expect(flick.waitUntil { $0.contains("noise.jpg") })
      flick.press(.character("s"))
      flick.run(for: 0.06 * Double(round))
      flick.process.signal(SIGKILL)
      _ = flick.waitForExit()
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
      where name.hasSuffix(".png") {
        #expect(contents(name).suffix(8).starts(with: "IEND".utf8), "\(name) in round \(round)")
      }
    }
  }

  // MARK: Lines

  @Test(arguments: End.allCases) func lastLinesAreComplete(_ ending: End) throws {
    let flick = try FlickProcess(
      [
        "--record", folder.file("a.cast"), "--stats-json", folder.file("a.jsonl"), clips.path(0),
      ], size: CellSize(columns: 150, rows: 45))
    #expect(flick.waitForClip(0))
    #expect(flick.waitUntil { _ in contents("a.jsonl").count { $0 == 0x0A } >= 2 })
    #expect(end(flick, by: ending) == [])
    #expect(tornLines("a.cast") == [])
    #expect(tornLines("a.jsonl") == [])
    // Up to the end of what the terminal received.
    let last = contents("a.cast").split(separator: 0x0A).last.map { Array($0) } ?? []
    let event = try JSONSerialization.jsonObject(with: Data(last)) as? [Any]
    let text = Array((event?[2] as? String ?? "").utf8)
    #expect(!text.isEmpty && flick.output.suffix(text.count) == text[...])
  }

  @Test func likeRightBeforeQuittingIsSaved() throws {
    for index in 0..<4 {
      let flick = try FlickProcess(
        [clips.path(index)], environment: ["XDG_STATE_HOME": folder.path])
      #expect(flick.waitForClip(index))
      // In one read.
      flick.type(Array("lq".utf8))
      #expect(flick.problemsAfterExit(.status(0)) == [])
      #expect(try records.rows("SELECT count(*) FROM liked") == [["\(index + 1)"]])
    }
  }

  @Test func recordsAreIntactAfterAKill() throws {
    var generator = SeededGenerator(seed: Fuzz.seed)
    for round in 0..<12 {
      let flick = try FlickProcess(
        ["--resume", clips.folder.path], environment: ["XDG_STATE_HOME": folder.path])
      #expect(flick.waitUntil { $0.isAlternateScreen && $0.contains("♥") || $0.contains("of 4") })
      flick.run(for: 0.55)
      for _ in 0..<generator.int(1..<4) { flick.type(Array("ljlkl".utf8)) }
      // At a random moment, once there is something to lose.
      #expect(
        flick.waitUntil { _ in
          round > 0 || (try? !records.rows("SELECT * FROM place").isEmpty) == true
        })
      usleep(UInt32(generator.int(0..<30)) * 1_000)
      flick.process.signal(SIGKILL)
      #expect(flick.waitForExit() == .signal(SIGKILL))
      #expect(try records.isIntact, "round \(round)")
    }
    #expect(try !records.rows("SELECT * FROM visit").isEmpty)
    let flick = try FlickProcess(
      [clips.folder.path], environment: ["XDG_STATE_HOME": folder.path])
    #expect(flick.waitForClip(0))
    flick.type(Array("lq".utf8))
    #expect(flick.problemsAfterExit(.status(0)) == [])
  }
}
