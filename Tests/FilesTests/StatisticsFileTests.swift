import FeedCore
import Foundation
import Glibc
import Models
import Platform
import TestSupport
import Testing

@testable import Files

@Suite struct StatisticsFileTests {
  let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    signal(SIGPIPE, SIG_IGN)
  }

  private func sample(_ number: Int) -> StatisticsSample {
    var sample = StatisticsSample(date: 1_700_000_000.25)
    sample.shown = number
    return sample
  }

  private func lines() -> [Substring] {
    let data = FileManager.default.contents(atPath: folder.file("s")) ?? Data()
    return String(decoding: data, as: UTF8.self).split(separator: "\n")
  }

  private func shown(_ line: Substring) -> Int? {
    let json = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    return (json?["pictures"] as? [String: Int])?["shown"]
  }

  @Test func linesAreAppended() async throws {
    try Data("before\n".utf8).write(to: URL(fileURLWithPath: folder.file("s")))
    let file = try StatisticsFile(path: FilePath(folder.file("s")))
    for number in 1...3 {
      file.record(sample(number))
      #expect(await eventually { lines().count == number + 1 })
    }
    #expect(lines().first == "before")
    #expect(lines().dropFirst().map(shown) == [1, 2, 3])
    withExtendedLifetime(file) {}
  }

  @Test func finishingWaitsForTheLastLine() throws {
    let file = try StatisticsFile(path: FilePath(folder.file("s")))
    file.record(sample(1))
    file.finish(until: HostTime.now + 60)
    #expect(lines().map(shown) == [1])
    file.record(sample(2))
    file.finish(until: HostTime.now + 60)
    #expect(lines().map(shown) == [1])
  }

  /// A pipe without a reader blocks nothing, and a later reader gets complete lines.
  @Test func readerOfAPipeCanComeAndGo() async throws {
    let path = folder.file("pipe")
    try #require(mkfifo(path, 0o600) == 0)
    let file = try StatisticsFile(path: FilePath(path))
    for number in 0..<10 { file.record(sample(number)) }
    // Numbers continue, because the second reader may still get a sample meant for the first.
    var number = 100
    for _ in 0..<2 {
      let reader = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
      var bytes: [UInt8] = []
      #expect(
        await eventually {
          number += 1
          file.record(sample(number))
          bytes += Self.read(reader)
          return bytes.count > 2000
        })
      close(reader)
      let lines = String(decoding: bytes, as: UTF8.self)
      #expect(lines.hasSuffix("}\n"))
      let numbers = lines.split(separator: "\n").map { shown($0) ?? 0 }
      // One sample from before the reader may be in the thread's hands, and one in the queue.
      #expect(numbers.dropFirst().allSatisfy { $0 >= 9 } && numbers == Set(numbers).sorted())
    }
  }

  /// A line that does not fit into the pipe is dropped as a whole.
  @Test func fullPipeDropsWholeLines() async throws {
    let path = folder.file("pipe")
    try #require(mkfifo(path, 0o600) == 0)
    let reader = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    defer { close(reader) }
    var file: StatisticsFile? = try StatisticsFile(path: FilePath(path))
    // Room for one and a half lines is left.
    let line = Array((sample(1).json.line + "\n").utf8)
    let room = line.count * 3 / 2
    let filler = [UInt8](repeating: 0x20, count: Int(fcntl(reader, Self.getPipeSize)) - room)
    let writer = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
    try #require(write(writer, filler, filler.count) == filler.count)
    close(writer)
    file?.record(sample(1))
    #expect(await eventually { Self.heldCount(reader) == filler.count + line.count })
    // Its thread writes or drops the last line before it closes the pipe.
    file?.record(sample(2))
    file = nil
    let isGone = await onThread(named: "pipe") {
      var pipe = pollfd(fd: reader, events: 0, revents: 0)
      return poll(&pipe, 1, 60_000) == 1 && pipe.revents & Int16(POLLHUP) != 0
    }
    #expect(isGone)
    #expect(Self.read(reader) == filler + line)
  }

  /// `F_GETPIPE_SZ` of fcntl(2), which Swift does not import.
  private static let getPipeSize: Int32 = 1_032

  /// Everything that is in a pipe.
  private static func read(_ reader: Int32) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    let count = Glibc.read(reader, &buffer, buffer.count)
    return Array(buffer.prefix(max(count, 0)))
  }

  /// How many bytes are in a pipe.
  private static func heldCount(_ reader: Int32) -> Int {
    var count: Int32 = 0
    return ioctl(reader, UInt(FIONREAD), &count) == 0 ? Int(count) : -1
  }

  /// The file's thread must still terminate.
  @Test func fullDiskDoesNotBlock() async throws {
    var file: StatisticsFile? = try StatisticsFile(path: FilePath("/dev/full"))
    for number in 0..<5 { file?.record(sample(number)) }
    #expect(openPaths.contains("/dev/full"))
    file = nil
    #expect(await eventually { !openPaths.contains("/dev/full") })
  }

  /// The files that the process has open.
  private var openPaths: [String] {
    let folder = "/proc/self/fd"
    return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
    }
  }

  @Test func unwritableFileFailsWithTheReason() {
    for (path, reason) in [
      (folder.path, "Is a directory"), (folder.file("none/s"), "No such file or directory"),
    ] {
      let error = #expect(throws: FileError.self) {
        _ = try StatisticsFile(path: FilePath(path))
      }
      #expect(error?.description == "\(path): \(reason)")
    }
  }

  /// A pipe takes lines up to this length atomically.
  @Test func lineFitsAnAtomicPipeWrite() {
    let long = CleanText(String(repeating: "\u{1F468}\u{200D}\u{1F469}\"\\", count: 500))
    var sample = sample(.max)
    sample.clip = StatisticsSample.ClipFacts(
      title: long, time: PlaybackTime(position: 1e14, duration: 1e14),
      details: MediaDetails(
        container: long, byteCount: .max, bitRate: .max, duration: 1e14,
        displaySize: PixelSize(width: .max, height: .max), frameRate: 1e14, videoCodec: long,
        soundFormat: long))
    sample.neighbours = (-20...20).map { .init(distance: $0, stage: .poster) }
    sample.memory = .max
    #expect(sample.json.line.utf8.count < 4096)
  }

  @Test func everyFigureIsWrittenInItsUnit() throws {
    var sample = sample(8)
    sample.frames.offset = 0.0025
    sample.frames.late = 2
    sample.droppedByLink = 3
    sample.swipes.add(0.008)
    sample.memory = 1_000
    sample.link.roundTrip = 0.04
    sample.server = ServerStatistics()
    sample.server?.roundTrip = 0.1
    sample.server?.rate = 2e6
    sample.server?.bytesUnderWay = 300_000
    sample.neighbours = [.init(distance: -1, stage: .ready), .init(distance: 1, stage: nil)]
    let line = #"""
      {"time":1700000000.25,"screen":{"columns":0,"rows":0},\#
      "pictures":{"made":0,"shown":8,"shown_per_second":0,"late":2,"link":3,"unasked":0},"offset":2.5,"lead":0,\#
      "swipes":{"count":1,"last":8,"median":8},"link":{"frames":0,"bytes":0,\#
      "frames_per_second":0,"bytes_per_second":0,"frames_in_flight":0,"bytes_in_flight":0,\#
      "round_trip":40,"queueing":0,"tolerance":0,"frame_tolerance":0},\#
      "server":{"round_trip":100,"rate":2000000,"bytes_in_flight":300000},"memory":1000,\#
      "window":[{"place":-1,"stage":"ready"},{"place":1,"stage":"failed"}]}
      """#
    #expect(sample.json.line == line)
  }
}
