import Models
import Network
import Platform
import TestSupport
import Testing

@testable import MediaCore

/// Whatever files, servers and devices tell, arithmetic on it ends neither the program nor its sense.
@Suite struct ExtremeNumberTests {
  private var generator = SeededGenerator(seed: 185)

  private mutating func double() -> Double { ExtremeNumbers.double(using: &generator) }
  private mutating func integer() -> Int { ExtremeNumbers.integer(using: &generator) }
  private mutating func text() -> String { ExtremeNumbers.text(using: &generator) }

  @Test mutating func soundPlacementAcceptsAnyTime() {
    for _ in 0..<2_000 {
      var placement = AudioPlacement(origin: double())
      for _ in 0..<8 {
        let decision = placement.place(at: double(), count: 1_024)
        #expect(decision.kept + decision.skipped == 1_024)
        #expect(decision.silence >= 0 && decision.skipped >= 0)
        #expect(placement.framesMissing(until: double()) >= 0)
      }
    }
  }

  @Test mutating func deviceReportsMayBeAnything() throws {
    for _ in 0..<2_000 {
      var watch = UnpacedWatch()
      var hasBeenEmpty = false
      for step in 0..<8 {
        let status = AudioStatus(
          delayFrames: integer(), availableFrames: integer(), isRunning: true)
        let buffering = AudioBuffering(bufferFrames: integer(), periodFrames: integer())
        hasBeenEmpty = hasBeenEmpty || status.delayFrames <= 0
        watch.observe(
          elapsed: Double(step), written: 4_800 * step, status: status, buffering: buffering)
      }
      #expect(!watch.isUnpaced || hasBeenEmpty)
    }
  }

  @Test mutating func levelsAcceptAnyTime() {
    var levels = SoundLevels()
    let samples = [Int16](repeating: .min, count: 960)
    for _ in 0..<2_000 {
      levels.append(samples[...], at: double())
      let level = levels.level(from: double(), to: double())
      #expect(level.peak.x >= 0 && level.peak.x <= 1)
    }
  }

  @Test mutating func rewindAcceptsAnyTime() {
    for _ in 0..<500 {
      var buffer = PCMBuffer(origin: double())
      for _ in 0..<8 {
        _ = buffer.appendSilence(integer())
        buffer.rewind(to: double())
        var samples: [Int16] = []
        _ = buffer.read(100, appendingTo: &samples)
        #expect(buffer.lookAhead >= 0 && buffer.room >= 0)
      }
    }
  }

  @Test mutating func streamPlaylistAcceptsAnyNumber() throws {
    let address = try #require(RemoteAddress("http://h/l.m3u8"))
    var readable = 0
    for _ in 0..<3_000 {
      let lines = [
        "#EXTM3U", "#EXT-X-TARGETDURATION:\(text())", "#EXT-X-MEDIA-SEQUENCE:\(text())",
        "#EXT-X-MAP:URI=\"i\",BYTERANGE=\"\(text())@\(text())\"", "#EXTINF:\(text()),",
        "a", "#EXTINF:\(text()),", "#EXT-X-BYTERANGE:\(text())@\(text())", "a",
        "#EXT-X-BYTERANGE:\(text())", "a", "#EXT-X-ENDLIST",
      ].filter { _ in Int.random(in: 0..<4, using: &generator) > 0 }
      let bytes = Array(lines.joined(separator: "\n").utf8)
      guard let list = try? StreamPlaylist(bytes, at: address, .libcurl, allowsMaster: true) else {
        continue
      }
      readable += 1
      let start = double()
      #expect(list.text(from: start).hasPrefix("#EXTM3U"))
      _ = list.reach(from: integer()) { _ in start }
      for segment in list.segments {
        #expect(segment.part.map { $0.upperBound <= 1 << 60 } ?? true)
      }
    }
    #expect(readable > 20)
  }

  @Test mutating func timestampRepairAcceptsAnyTime() {
    for _ in 0..<1_000 {
      var timestampRepair = TimestampRepair()
      var pace = FramePace(interval: double())
      var lead = FrameLead()
      var ladder = DegradeLadder()
      var filter = ClockFilter(position: double())
      for _ in 0..<8 {
        _ = timestampRepair.shift(of: .video, at: double(), duration: double())
        _ = pace.admits(double(), gap: double())
        lead.follow(double(), now: double(), isPlaying: true)
        _ = ladder.observe(now: double(), work: double(), period: double(), isLate: true)
        _ = filter.observe(
          (host: double(), written: double(), delay: double(), isRunning: true))
      }
      #expect(DegradeRung.allCases.contains { $0.effort == ladder.effort })
    }
  }

  @Test mutating func cuesAcceptAnyTime() {
    for _ in 0..<1_000 {
      let field = { (generator: inout SeededGenerator) in
        ExtremeNumbers.text(using: &generator)
      }
      let file =
        "\(field(&generator)):\(field(&generator)).\(field(&generator)) --> "
        + "\(field(&generator)):00:00.000\ntext\n\n00:01.000 --> 00:02.000\ntext\n"
      let subtitles = WebCueFile.subtitles(in: Array(file.utf8), atMost: 10, byteLimit: 100)
      #expect(subtitles.count == 1 || subtitles.count == 2)
      var reel = CueIndex(
        (0..<4).map { _ in SubtitleCue(start: double(), end: double(), lines: []) })
      reel.move(to: double())
      #expect(reel.take(upTo: double(), atMost: 2).count <= 2)
    }
  }

  @Test mutating func recordingDateAcceptsAnyNumber() {
    for _ in 0..<1_000 {
      let value = "\(text())-\(text())-\(text())T\(text()):\(text()):\(text())\(text())"
      _ = WrittenDate.internet(value)
      let date = RecordingDate(
        tags: [MediaDetails.Tag(name: "date", value: CleanText(value))], now: double(),
        timeZone: { WallClock.timeZone(at: $0) })
      #expect(date == nil || value.contains("-"))
    }
    for _ in 0..<1_000 { #expect(abs(WallClock.timeZone(at: double())) <= 26 * 3_600) }
  }

  @Test mutating func blockCacheAcceptsAnyOffset() {
    let bytes = [UInt8](repeating: 1, count: 70_000)
    for _ in 0..<300 {
      let position = Int64(integer()) & ((1 << 60) - 1)
      var cache = BlockCache(limit: 1 << 20, head: 1 << 16)
      cache.insert(bytes[...], at: cache.fetchStart(for: position), reader: position)
      let end = Int64(integer())
      #expect(cache.firstGap(from: position, to: end) >= position)
      #expect(cache.edges(length: max(end, 0)).byteCount <= cache.byteCount)
    }
  }
}
