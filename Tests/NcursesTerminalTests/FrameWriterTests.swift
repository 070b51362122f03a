import Models
import TestSupport
import Testing

@testable import NcursesTerminal

/// Frames that are written while they are being composed.
@MainActor @Suite struct FrameWriterTests {
  private let pty: Pty
  private let device: TerminalDevice
  private let writer: FrameWriter

  init() throws {
    pty = try Pty(size: CellSize(columns: 80, rows: 24))
    device = try TerminalDevice(path: pty.devicePath)
    device.setRawModes()
    writer = FrameWriter(device: device)
  }

  private func bytes(_ count: Int, seed: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8 &+ seed) }
  }

  /// What has been written so far.
  private func read() -> [UInt8] {
    var output: [UInt8] = []
    while case .bytes(let bytes) = pty.read(timeout: 0) { output += bytes }
    return output
  }

  /// Reads the rest of so many bytes.
  private func readRest(of count: Int, after output: [UInt8] = []) -> [UInt8] {
    var output = output
    while output.count < count, case .bytes(let bytes) = pty.read(timeout: 10) {
      output += bytes
      writer.continueWriting()
    }
    return output + read()
  }

  @Test func frameIsWrittenOnceHoweverItIsComposed() {
    for (number, step) in [100, 3_000, 9_000, 70_000].enumerated() {
      let whole = bytes(64_000, seed: number)
      var frame: [UInt8] = []
      var output: [UInt8] = []
      for start in stride(from: 0, to: whole.count, by: step) {
        frame += whole[start..<min(start + step, whole.count)]
        writer.begin(frame)
        if start % 2 == 0 { output += read() }
      }
      #expect(writer.beginning != nil && writer.isIdle)
      writer.send(&frame)
      #expect(writer.beginning == nil && frame.isEmpty)
      output = readRest(of: whole.count, after: output)
      #expect(output == whole && writer.isIdle, "in steps of \(step)")
    }
    #expect(writer.frameCount == 4)
  }

  @Test func fewBytesWait() {
    writer.begin(bytes(500, seed: 1))
    #expect(read().isEmpty && writer.beginning == nil)
  }

  @Test func discardedFrameLeavesNothingBehind() {
    let first = bytes(3_000, seed: 1)
    writer.begin(first)
    #expect(readRest(of: first.count) == first)
    writer.discard()
    var frame = bytes(3_000, seed: 2)
    writer.send(&frame)
    #expect(readRest(of: 3_000) == bytes(3_000, seed: 2))
  }

  /// It is begun again only when it has left.
  @Test func nothingIsBegunBeforeTheLastFrameHasLeft() {
    var first = bytes(100_000, seed: 1)
    writer.send(&first)
    #expect(!writer.isIdle)
    writer.begin(bytes(5_000, seed: 2))
    #expect(writer.beginning == nil)
    #expect(readRest(of: 100_000) == bytes(100_000, seed: 1))
  }
}
