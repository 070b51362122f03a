import Foundation
import Glibc
import Models
import Platform
import TerminalCore
import TestSupport
import Testing

@testable import Files

@Suite struct RecordingTests {
  let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    signal(SIGPIPE, SIG_IGN)
  }

  private func contents(_ name: String = "c.cast") -> String {
    String(
      decoding: FileManager.default.contents(atPath: folder.file(name)) ?? Data(), as: UTF8.self)
  }

  private func write(_ text: String, to recording: Recording, at time: Double) {
    Array(text.utf8).withUnsafeBytes { recording.wrote($0, at: time) }
  }

  @Test func recordingIsAValidAsciicast() throws {
    let recording = try Recording(
      path: FilePath(folder.file("c.cast")), environment: ["TERM": "xterm"])
    recording.resized(to: CellSize(columns: 80, rows: 24), at: 100)
    write("\u{1B}[mé", to: recording, at: 100.5)
    recording.resized(to: CellSize(columns: 80, rows: 24), at: 101)
    recording.resized(to: CellSize(columns: 60, rows: 20), at: 101.25)
    write("end", to: recording, at: 102)
    #expect(recording.finish(until: HostTime.now + 60) == nil)
    let lines = contents().split(separator: "\n")
    #expect(lines.count == 4)
    #expect(
      lines.first?.hasPrefix(#"{"version": 2, "width": 80, "height": 24, "timestamp": 1"#) == true)
    #expect(lines.first?.hasSuffix(#""env": {"TERM": "xterm"}}"#) == true)
    #expect(
      lines.dropFirst() == [
        #"[0.500000, "o", "\u001b[mé"]"#, #"[1.250000, "r", "60x20"]"#, #"[2.000000, "o", "end"]"#,
      ])
    // Output after the end is not recorded.
    write("more", to: recording, at: 103)
    #expect(!contents().contains("more"))
  }

  @Test func existingFileIsNotOverwritten() throws {
    try Data("mine".utf8).write(to: URL(fileURLWithPath: folder.file("c.cast")))
    let error = #expect(throws: FileError.self) {
      _ = try Recording(path: FilePath(folder.file("c.cast")), environment: [:])
    }
    #expect(error?.words == "File exists")
    #expect(contents() == "mine")
  }

  @Test func fullDiskEndsOnlyTheRecording() {
    let recording = Recording(
      path: FilePath("/dev/full"), descriptor: open("/dev/full", O_WRONLY | O_CLOEXEC),
      environment: [:],
      byteLimit: 1_000)
    recording.resized(to: CellSize(columns: 80, rows: 24), at: 0)
    write("text", to: recording, at: 1)
    #expect(recording.finish(until: HostTime.now + 60) == "/dev/full: No space left on device")
  }

  /// A pipe stands for the disk: what the test has read of it has been written.
  @Test func slowDiskDoesNotFillMemory() async throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    // Not passed to programs that other tests start: the pipe would not end.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let disk = ends[0]
    defer { close(disk) }
    let limit = 200_000
    let recording = Recording(
      path: FilePath("slow"), descriptor: ends[1], environment: [:], byteLimit: limit)
    recording.resized(to: CellSize(columns: 80, rows: 24), at: 0)
    // More than a pipe holds: once its beginning has been read, the thread is blocked in the middle
    // of it.
    let texts = [100_000, limit].map { String(repeating: "X", count: $0) }
    write(texts[0], to: recording, at: 1)
    let start = await onThread(named: "disk") { Self.read(disk) { $0.last == UInt8(ascii: "X") } }
    // Nothing waits for it, or the test would never reach the next line.
    write(texts[1], to: recording, at: 2)
    write("too much", to: recording, at: 3)
    write("too late", to: recording, at: 4)
    #expect(recording.finish(until: HostTime.now) == "slow: the disk does not respond")
    // It continues, and what fitted is a valid recording.
    async let rest = onThread(named: "disk") { Self.read(disk) { _ in false } }
    let problem = await onThread(named: "finish") { recording.finish(until: HostTime.now + 60) }
    #expect(problem == "slow: the disk is too slow")
    let lines = String(decoding: start + (await rest), as: UTF8.self).split(separator: "\n")
    #expect(
      lines.dropFirst() == [
        #"[1.000000, "o", "\#(texts[0])"]"#, #"[2.000000, "o", "\#(texts[1])"]"#,
      ])
  }

  /// Reads until `isEnough`, or to the end.
  private static func read(_ descriptor: Int32, until isEnough: ([UInt8]) -> Bool) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 100)
    while !isEnough(bytes) {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      guard count > 0 else { break }
      bytes += buffer.prefix(count)
    }
    return bytes
  }

  @Test func outputCanBeSplitAnywhere() throws {
    let seed = Fuzz.seed
    var random = SeededGenerator(seed: seed)
    let pieces = ["a", "é", "東", "😀", "\u{1B}[38;2;1;2;3m", "\"\\\n\r\t\u{7F}\u{0}", "▀▄"]
    for _ in 0..<200 {
      let text = (0..<Int.random(in: 0..<40, using: &random))
        .map { _ in pieces[Int.random(in: 0..<pieces.count, using: &random)] }.joined()
      var cast = Asciicast(
        size: CellSize(columns: 1, rows: 1), date: 0, environment: [:])
      cast.lines = []
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        let count = Int.random(in: 1...min(5, rest.count), using: &random)
        cast.output(rest.prefix(count), at: 0)
        rest = rest.dropFirst(count)
      }
      cast.finish(at: 0)
      #expect(try output(of: cast.lines) == text, "seed \(seed)")
    }
  }

  @Test(arguments: [
    ([0x61, 0xFF, 0x62], "a\u{FFFD}b"), ([0xC3], "\u{FFFD}"), ([0xE6, 0x9D], "\u{FFFD}"),
    ([0x80, 0x80], "\u{FFFD}\u{FFFD}"),
  ])
  func invalidUTF8IsReplaced(_ bytes: [UInt8], _ text: String) throws {
    var cast = Asciicast(size: CellSize(columns: 1, rows: 1), date: 0, environment: [:])
    cast.lines = []
    cast.output(bytes, at: 0)
    cast.finish(at: 0)
    #expect(try output(of: cast.lines) == text)
  }

  private func output(of lines: [UInt8]) throws -> String {
    try String(decoding: lines, as: UTF8.self).split(separator: "\n").map { line in
      let event = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [Any]
      return event?.last as? String ?? ""
    }.joined()
  }
}
