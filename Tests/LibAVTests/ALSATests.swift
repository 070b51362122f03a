import Foundation
import MediaCore
import Models
import Platform
import TestSupport
import Testing

@testable import Sound

@Suite struct ALSATests {
  private func write(_ samples: [Int16], to sink: ALSASink) throws -> Int {
    try samples.withUnsafeBufferPointer { try sink.write($0) }
  }

  @Test func writesEverySampleToAFileDevice() throws {
    let path = TestClips.freshPath("sound.raw")
    let sink = ALSASink(device: "file:\(path.description),raw")
    let buffering = try sink.open()
    #expect(buffering.periodFrames > 0)
    #expect(buffering.bufferFrames >= 2 * buffering.periodFrames)
    let samples = (0..<9600).map { Int16(truncatingIfNeeded: $0 * 7) }
    var written = 0
    while written < samples.count {
      let count = try write(Array(samples[written...]), to: sink)
      try #require(count > 0)
      written += count * 2
    }
    let status = try sink.status()
    #expect(status.delayFrames >= 0)
    #expect(status.availableFrames > 0)
    sink.close()
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path.description))
    let heard = bytes.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
    #expect(heard == samples)
  }

  @Test func continuesAfterADrop() throws {
    let sink = ALSASink(device: "null")
    _ = try sink.open()
    let silence = [Int16](repeating: 0, count: 4800)
    #expect(try write(silence, to: sink) == 2400)
    try sink.drop()
    #expect(try !sink.status().isRunning)
    #expect(try write(silence, to: sink) == 2400)
    #expect(try sink.status().isRunning)
  }

  @Test func reopensAfterClosing() throws {
    let sink = ALSASink(device: "null")
    let first = try sink.open()
    sink.close()
    sink.close()
    #expect(try sink.open() == first)
  }

  @Test func reportsAMissingDevice() {
    let sink = ALSASink(device: "no-such-device")
    #expect { try sink.open() } throws: { error in
      guard case AudioError.noDevice(let reason)? = error as? AudioError else { return false }
      return !reason.isEmpty
    }
  }

  @Test func writingWhileClosedFails() {
    let sink = ALSASink(device: "null")
    #expect(throws: AudioError.self) { try write([0, 0], to: sink) }
    #expect(throws: AudioError.self) { try sink.status() }
    #expect(throws: AudioError.self) { try sink.drop() }
  }

  @Test func signalWakesTheWaiter() throws {
    let start = HostTime.now
    let wakeup = Wakeup()
    let closed = ALSASink(device: "null")
    wakeup.signal()
    closed.wait(for: wakeup, timeout: 60)
    let open = ALSASink(device: "null")
    _ = try open.open()
    wakeup.signal()
    open.wait(for: wakeup, timeout: 60)
    // Room for a period is always there.
    open.wait(for: wakeup, timeout: 60)
    // None of them has waited for its time.
    #expect(HostTime.now - start < 60)
  }

  @Test func keepsALSAMessagesOffStandardError() throws {
    let lines = Lock<[CleanText]>([])
    ALSALog.install { line in lines.withLock { $0.append(line) } }
    #expect(throws: AudioError.self) { try ALSASink(device: "nor-this-one").open() }
    #expect(lines.withLock { $0.contains { $0.string.contains("nor-this-one") } })

    // A sink kept in the wrong way is called through one function more after each message, until the
    // stack has no room.
    let count = Lock(0)
    ALSALog.install { _ in count.withLock { $0 += 1 } }
    for _ in 0..<100_000 { receiveALSAMessage("a message") }
    #expect(count.withLock { $0 } >= 100_000)
  }
}
