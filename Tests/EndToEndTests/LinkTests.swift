import Models
import Platform
import TestSupport
import Testing

/// The simulated link that programs are measured over.
@Suite(.ownThreads) struct LinkTests {
  @Test func bytesArriveInOrderAtTheLinkRate() {
    var generator = SeededGenerator(seed: 5)
    var link = LinkModel(capacity: 4_000, rate: 10_000, delay: 0.1)
    var offered: [UInt8] = []
    var taken = 0
    var arrived: [UInt8] = []
    var time = 0.0
    while arrived.count < 20_000 {
      let piece = (0..<Int.random(in: 1...900, using: &generator)).map {
        UInt8(truncatingIfNeeded: offered.count + $0)
      }
      if offered.count - taken < 4_000 { offered += piece }
      taken += link.write(offered[taken...], at: time)
      #expect(link.queued(at: time) <= 4_000)
      for packet in link.receive(until: time) {
        #expect(packet.time <= time)
        arrived += packet.bytes
        // The first byte left at 0: nothing arrives faster than rate and delay allow.
        #expect(Double(arrived.count) <= (packet.time - 0.1) * 10_000 + 0.001)
      }
      time += Double.random(in: 0...0.08, using: &generator)
    }
    #expect(arrived == Array(offered.prefix(arrived.count)))
  }

  @Test func recordingKnowsWhenBytesArrived() {
    var recording = LinkRecording()
    recording.depart(20, at: 1)
    recording.arrive(Array("ab\u{1B}[?20".utf8), at: 2)
    recording.arrive(Array("26lcd\u{1B}[?2026l".utf8), at: 3)
    #expect(recording.updateEnds == [10, 20])
    #expect(recording.arrival(of: 6) == 2)
    #expect(recording.arrival(of: 7) == 3)
    #expect(recording.arrival(of: 20) == .infinity)
    #expect(recording.departure(of: 19) == 1)
    #expect(recording.arrivedCount(by: 1.9) == 0)
    #expect(recording.arrivedCount(by: 2) == 7)
    #expect(recording.arrivedCount(by: 9) == 20)
  }

  @Test func keysAndRepliesTravelBack() async throws {
    let size = CellSize(columns: 20, rows: 4)
    let pty = try Pty(size: size)
    // The reply to the status request (4 bytes) and the key (1) are echoed as hexadecimal numbers.
    let script = "stty raw -echo; printf '\\033[5n'; head -c 5 | od -An -tx1"
    let process = try PtyProcess(
      "sh", ["-c", script], environment: FlickProcess.environment(home: "/"), pty: pty)
    let link = SimulatedLink(
      pty: pty, size: size, outward: LinkModel(rate: 100_000, delay: 0.02),
      back: LinkModel(delay: 0.02))
    #expect(await link.reaches(.arrived(1)))
    link.press([UInt8(ascii: "k")])
    #expect(await link.reaches(.drained))
    link.stop()
    _ = process.poll()
    let text = String(decoding: link.recording.bytes, as: UTF8.self)
    #expect(text.contains("1b 5b 30 6e 6b"), "\(text)")
  }

  /// A full buffer blocks the program: it cannot have written more than buffer and terminal hold.
  @Test func fullBufferBlocksTheProgram() async throws {
    let size = CellSize(columns: 20, rows: 4)
    let pty = try Pty(size: size)
    let process = try PtyProcess(
      "sh", ["-c", "stty raw; head -c 1000000 /dev/zero; exec sleep 100"],
      environment: FlickProcess.environment(home: "/"), pty: pty)
    let start = HostTime.now
    let link = SimulatedLink(
      pty: pty, size: size, outward: LinkModel(capacity: 50_000, rate: 10_000, delay: 0),
      back: LinkModel(delay: 0))
    // By then the buffer has been full, and has been refilled.
    #expect(await link.reaches(.departed(50_000)))
    #expect(await link.reaches(.arrived(5_000)))
    let count = link.recording.departedCount
    // Whole packets that have left the buffer may have been replaced.
    let left = (HostTime.now - start) * 10_000 + 1_448
    #expect(count >= 50_000)
    #expect(Double(count) <= 50_000 + left)
    link.stop()
    process.signal(9)
  }
}
