import Glibc
import Models
import TestSupport
import Testing

/// `flick still`, which prints one frame.
@Suite(.ownThreads) struct StillCommandTests {
  let clips: Clips
  let folder: ScratchFolder

  init() throws {
    clips = try Clips.shared.get()
    folder = try ScratchFolder()
  }

  private func still(
    _ arguments: [String], environment: [String: String?] = [:]
  ) throws -> ProgramOutput {
    try ProgramOutput(["still"] + arguments, environment: environment)
  }

  /// A line without its colours.
  private func plain(_ line: Substring) -> String {
    line.split(separator: "\u{1B}", omittingEmptySubsequences: false).enumerated()
      .map {
        $0.offset == 0 ? String($0.element) : String($0.element.drop { $0 != "m" }.dropFirst())
      }
      .joined()
  }

  /// Prints a still in a terminal that gives these replies, if any.
  private func still(
    _ arguments: [String] = [], replies: String, environment: [String: String?] = [:]
  ) throws -> FlickProcess {
    let flick = try FlickProcess(
      ["still", clips.path(0), "--size", "20x10"] + arguments,
      cellPixels: PixelSize(width: 9, height: 18), audioDevice: nil,
      environment: ["SSH_CONNECTION": nil, "TMUX": nil].merging(environment) { $1 })
    flick.answersQueries = false
    if !replies.isEmpty {
      #expect(flick.waitUntil { _ in flick.output.suffix(3) == Array("\u{1B}[c".utf8) })
      flick.type(Array(replies.utf8))
    }
    #expect(flick.waitForExit() == .status(0))
    #expect(flick.isTerminalRestored)
    #expect(flick.standardError == "")
    return flick
  }

  @Test func terminalsWithImagesGetOne() throws {
    let kitty = try still(replies: "\u{1B}_Gi=4201;OK\u{1B}\\\u{1B}[?62c")
    let text = String(decoding: kitty.output, as: UTF8.self)
    // 16:9 in cells of 9 x 18 pixels.
    #expect(text.contains("\u{1B}_Ga=T,c=20,r=6,C=1,f=24,o=z,s=180,v=108,q=2,m="))
    #expect(text.hasSuffix("\u{1B}[6B\r"))
    #expect(!text.contains("\u{2580}"))
    let sixel = try still(replies: "\u{1B}[?1;0;256S\u{1B}[?62;4c")
    #expect(String(decoding: sixel.output, as: UTF8.self).contains("P0;1;0q\"1;1;180;108"))
    let asked = try still(
      ["--output", "sixel"], replies: "\u{1B}[?1;0;256S\u{1B}[?62;4c",
      environment: ["SSH_CONNECTION": "10.0.0.1 1 10.0.0.2 22"])
    #expect(String(decoding: asked.output, as: UTF8.self).contains("P0;1;0q\"1;1;180;108"))
  }

  @Test func otherTerminalsGetLines() throws {
    for (arguments, environment, isAsked) in [
      ([], [:], true), ([], ["TMUX": "/tmp/x"], false), (["--output", "cells"], [:], false),
      (["--glyphs", "half"], [:], false), (["--color", "256"], [:], false),
      ([], ["SSH_CONNECTION": "10.0.0.1 1 10.0.0.2 22"], false), ([], ["TERM": "linux"], false),
    ] as [([String], [String: String?], Bool)] {
      let flick = try still(
        arguments, replies: isAsked ? "\u{1B}[?62c" : "", environment: environment)
      let text = String(decoding: flick.output, as: UTF8.self)
      #expect(!text.contains("_Ga=T") && !text.contains("P0;1;0q"), "\(arguments)")
      #expect(flick.output.count { $0 == UInt8(ascii: "\n") } > 4, "\(arguments)")
      #expect(text.contains("\u{1B}[c") == isAsked, "\(arguments), \(environment)")
    }
  }

  @Test func frameFitsTheGivenSize() throws {
    // 16:9 in cells half as wide as high: 40 columns take 11 rows.
    let output = try still([clips.path(0), "--size", "40x30"])
    #expect(output.status == 0)
    #expect(output.error == "")
    #expect(output.lines.count == 11)
    #expect(output.lines.allSatisfy { plain($0).count == 40 && $0.hasSuffix("\u{1B}[0m") })
    let portrait = try still([clips.path(1), "--size", "40x16"])
    #expect(portrait.lines.count == 16)
    #expect(portrait.lines.allSatisfy { plain($0).count == 18 })
  }

  @Test func rotationAndPixelAspectAreApplied() throws {
    let turned = try still([clips.path(2), "--size", "40x16"])
    #expect(turned.lines.allSatisfy { plain($0).count == 18 })
    let wide = try still([clips.path(3), "--size", "40x30"])
    #expect(wide.lines.count == 11)
  }

  @Test func previewSizeComesFromTheEnvironment() throws {
    let preview = ["FZF_PREVIEW_COLUMNS": "20", "FZF_PREVIEW_LINES": "30"] as [String: String?]
    #expect(try still([clips.path(0)], environment: preview).lines.count == 6)
    #expect(try still([clips.path(0)]).lines.count == 23)
  }

  @Test func frameInATerminalLeavesALineForThePrompt() throws {
    let flick = try FlickProcess(
      ["still", clips.path(0)], size: CellSize(columns: 100, rows: 20), audioDevice: nil)
    #expect(flick.waitForExit() == .status(0))
    #expect(flick.model.privateModesSeen.isEmpty)
    let first = flick.model.cell(column: 0, row: 0)
    #expect(first.foreground.rgb != nil || first.background.rgb != nil)
    #expect(flick.isTerminalRestored)
  }

  @Test(arguments: ["0", "1.5", "0:01.5", "0:00:01", "50%", "99", "100%"])
  func everyTimeFormatIsAccepted(_ time: String) throws {
    let output = try still([clips.path(0), "--size", "20x10", "--at", time])
    #expect(output.status == 0)
    #expect(output.lines.count == 6)
  }

  @Test func differentTimesGiveDifferentFrames() throws {
    let times = ["0", "1", "2.5"]
    let frames = try times.map { try still([clips.path(0), "--size", "20x10", "--at", $0]).text }
    #expect(Set(frames).count == 3)
    let half = try still([clips.path(0), "--size", "20x10", "--at", "50%"]).text
    #expect(try still([clips.path(0), "--size", "20x10", "--at", "1.5"]).text == half)
  }

  @Test func blackBeginningIsSkipped() throws {
    let path = folder.file("black.mp4")
    // The only keyframe is black.
    try FFmpegCommand.run([
      "-f", "lavfi", "-i", "testsrc2=s=160x90:d=4,fade=in:st=0.5:d=0.2", "-g", "999", path,
    ])
    let telling = try still([path, "--size", "20x10", "--color", "mono"])
    let black = try still([path, "--size", "20x10", "--color", "mono", "--at", "0"])
    #expect(black.lines.allSatisfy { plain($0).allSatisfy { $0 == " " } })
    #expect(telling.lines.contains { plain($0).contains { $0 != " " } })
  }

  @Test func pngHasTheClipSizeOrTheGivenOne() throws {
    let path = folder.file("still.png")
    for option in ["--png", "-o", "--output"] {
      #expect(try still([clips.path(3), option, path]).status == 0)
      // Pixels twice as wide as high: 160 x 180 of them.
      #expect(size(ofPNG: Command.contents(of: path)) == PixelSize(width: 320, height: 180))
      #expect(unlink(path) == 0)
    }
    let small = try still([clips.path(0), "--png", "-", "--size", "100x100"])
    #expect(size(ofPNG: small.bytes) == PixelSize(width: 100, height: 56))
    let missing = try still([clips.path(0), "--png", folder.file("no/such/folder.png")])
    #expect(missing.status == 73)
    #expect(missing.error.contains("No such file"))
  }

  private func size(ofPNG bytes: [UInt8]) -> PixelSize? {
    guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]), bytes.count > 24 else { return nil }
    func number(_ offset: Int) -> Int {
      bytes[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) }
    }
    return PixelSize(width: number(16), height: number(20))
  }

  @Test func stillsAndAudioFilesWork() throws {
    let frame = folder.file("picture.png")
    #expect(try still([clips.path(0), "--png", frame]).status == 0)
    #expect(try still([frame, "--size", "20x10"]).lines.count == 6)
    let song = folder.file("song.wav")
    try FFmpegCommand.run(["-f", "lavfi", "-i", "sine=d=2", song])
    #expect(try still([song, "--size", "20x10"]).status == 0)
  }

  @Test func coloursAndGlyphsFollowTheOptions() throws {
    let few = try still([clips.path(0), "--size", "20x10", "--color", "256"])
    #expect(few.text.contains("38;5;"))
    #expect(!few.text.contains("38;2;"))
    let plainText = try still([clips.path(0), "--size", "20x10", "--glyphs", "ascii"])
    #expect(plainText.bytes.allSatisfy { $0 < 0x80 })
    let far = try still(
      [clips.path(0), "--size", "20x10"], environment: ["COLORTERM": nil, "TERM": "xterm-256color"])
    #expect(far.text.contains("8;5;"))
  }

  @Test func unreadableFilesAreNamedOnceAndSanitised() throws {
    let broken = folder.file("broken \u{1B}[2J.mp4")
    let stream = try #require(fopen(broken, "we"))
    fputs("no clip at all", stream)
    fclose(stream)
    for path in [broken, "/no/such.mp4", folder.path, "http://", "gopher://host/clip.mp4"] {
      let output = try still([path])
      #expect(output.status == 66, "\(path)")
      #expect(output.bytes.isEmpty)
      #expect(output.error.hasPrefix("flick: "))
      #expect(output.error.split(separator: "\n").count == 1)
      #expect(!output.error.contains("\u{1B}"))
    }
  }

  /// The header of a fragmented MP4 describes sound, and has none of it: the feed shows a card.
  @Test(arguments: [[], ["--at", "0"], ["--at", "5"], ["--at", "50%"]])
  func headerWithoutSoundHasNoFrame(_ options: [String]) throws {
    let whole = folder.file("fragments.mp4")
    try FFmpegCommand.run([
      "-f", "lavfi", "-i", "sine=d=2", "-c:a", "aac", "-movflags", "frag_keyframe+empty_moov",
      whole,
    ])
    let bytes = Command.contents(of: whole)
    let fragment = try #require(bytes.firstRange(of: Array("moof".utf8))).lowerBound - 4
    let header = folder.file("init.mp4")
    try FilePath(header).write(Array(bytes[..<fragment]), mode: 0o600)
    let output = try still([header, "--size", "20x10"] + options)
    #expect(output.status == 66)
    #expect(output.bytes.isEmpty)
    #expect(output.error.contains("damaged or truncated"))
    #expect(try still([whole, "--size", "20x10"] + options).status == 0)
  }

  @Test func colorsAreThereAlwaysOrNever() throws {
    func text(_ color: String, _ terminal: String) throws -> String {
      try still(
        [clips.path(0), "--size", "20x10", "--color", color],
        environment: ["TERM": terminal, "COLORTERM": nil]
      ).text
    }
    #expect(try text("never", "xterm-256color") == text("mono", "xterm-256color"))
    #expect(try text("auto", "vt100") == text("mono", "vt100"))
    #expect(try text("always", "vt100") == text("256", "vt100"))
    #expect(try text("always", "linux") == text("auto", "linux"))
  }

  @Test(arguments: [
    ["--at", "later"], ["--at", "1:99"], ["--at", "101%"], ["--at", "inf"], ["--size", "80"],
    ["--size", "0x4"], ["--size", "99999x2"], ["--png", ""],
  ])
  func invalidOptionsAreRejected(_ option: [String]) throws {
    let output = try still([clips.path(0)] + option)
    #expect(output.status == 64)
    #expect(output.error.contains("flick still"))
  }

  @Test func stillOfARemoteClip() throws {
    let server = try WebServer()
    server.serve("/a%20clip.mp4", Command.contents(of: clips.path(0)))
    let output = try still(["http://127.0.0.1:\(server.port)/a clip.mp4", "--size", "20x10"])
    #expect(output.status == 0)
    #expect(output.lines.count == 6)
  }
}
