import Foundation
import Glibc
import Models
import Platform
import TerminalCore
import TestSupport
import Testing

@testable import FileOutput

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

  @Test func whatIsWrittenIsTheFile() throws {
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
    // What comes after the end is not of it.
    write("more", to: recording, at: 103)
    #expect(!contents().contains("more"))
  }

  @Test func aFileThatIsThereIsKept() throws {
    try Data("mine".utf8).write(to: URL(fileURLWithPath: folder.file("c.cast")))
    let error = #expect(throws: OutputFileError.self) {
      _ = try Recording(path: FilePath(folder.file("c.cast")), environment: [:])
    }
    #expect(error?.reason == "File exists")
    #expect(contents() == "mine")
  }

  @Test func aFullDiskEndsTheRecordingAlone() {
    let recording = Recording(
      path: FilePath("/dev/full"), descriptor: open("/dev/full", O_WRONLY), environment: [:],
      byteLimit: 1_000)
    recording.resized(to: CellSize(columns: 80, rows: 24), at: 0)
    write("text", to: recording, at: 1)
    #expect(recording.finish(until: HostTime.now + 60) == "/dev/full: No space left on device")
  }

  /// A pipe that nobody empties is a disk that does not answer.
  @Test func aDiskThatDoesNotKeepUpFillsNoMemory() throws {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    let recording = Recording(
      path: FilePath("slow"), descriptor: ends[1], environment: [:], byteLimit: 100_000)
    recording.resized(to: CellSize(columns: 80, rows: 24), at: 0)
    let text = String(repeating: "x", count: 60_000)
    for index in 0..<8 {
      let start = HostTime.now
      write(text, to: recording, at: Double(index))
      #expect(HostTime.now - start < 1)
      usleep(150_000)
    }
    #expect(recording.finish(until: HostTime.now + 0.1) == "slow: the disk does not answer")
    // Let the thread go.
    close(ends[0])
  }

  @Test func eachByteArrivesFromAnyWayOfCuttingIt() throws {
    let seed = UInt64.random(in: 0...(.max))
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
  func whatIsNoTextIsMarked(_ bytes: [UInt8], _ text: String) throws {
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
