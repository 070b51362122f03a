import Models
import Platform
import TestSupport

extension Benchmark {
  /// The first seconds at the far end of slow links, at 160 x 48: what is in flight, when the first
  /// picture is seen, and how many updates of the frame are seen in each second; with and without the
  /// environment of SSH, with deep and with small buffers.
  static let linkStart = Benchmark(name: "link.start") { report in
    let clips = try StampedClip.feed(report.clips)
    let screen = CellSize(columns: 160, rows: 48)
    let position = FramePosition(of: StampedClip.size, on: screen)
    let references = try clips.map { try position.frames(of: $0.path, limit: 60) }
    for profile in startProfiles {
      for isRemote in [false, true] {
        let starts = try clips.indices.map {
          try LinkStart(
            profile, isRemote: isRemote, clip: clips[$0], references[$0], screen: screen)
        }
        let name = "link.start.\(profile.name).\(profile.buffer >> 10)KB"
        add(
          starts, to: &report, as: name + (isRemote ? ".ssh" : ""),
          allowed: profile.rate * (2 * profile.delay + 0.15) + 8192)
      }
    }
  }

  private static let startProfiles = [20e3, 60e3, 250e3, 1e6].flatMap { rate in
    [0.025, 0.1].flatMap { delay in
      [64 << 10, 2 << 20].map { LinkProfile(rate: rate, delay: delay, buffer: $0) }
    }
  }

  private static func add(
    _ starts: [LinkStart], to report: inout Report, as name: String, allowed: Double
  ) {
    let highest = starts.map(\.highestInFlight).max() ?? 0
    report.add("\(name).inflight", Double(highest), "B")
    if Double(highest) > allowed { print("# \(name): more than \(Int(allowed)) B are in flight") }
    for (label, times) in [
      ("picture", starts.map(\.picture)), ("22dB", starts.map(\.recognisable)),
    ] {
      let found = times.compactMap(\.self).map { $0 * 1e3 }
      report.add("\(name).\(label)", of: found, "ms")
      if found.count < times.count {
        print("# \(name).\(label): \(times.count - found.count) of \(times.count) missing")
      }
    }
    for second in 1..<LinkStart.seconds {
      report.add(
        "\(name).updates.\(second)", Double(starts.map { $0.updates[second] }.min() ?? 0), "1/s")
    }
  }
}

/// The first seconds of a clip over a link. Times are seconds from the start of the process.
private struct LinkStart {
  static let seconds = 5
  /// The most bytes that had been written and had not arrived.
  let highestInFlight: Int
  /// When half of the frame showed something, and when it could be recognised.
  private(set) var picture: Double?
  private(set) var recognisable: Double?
  /// Updates larger than a tick of the seek bar, in each second.
  private(set) var updates = [Int](repeating: 0, count: seconds)

  private static let tick = 250

  init(
    _ profile: LinkProfile, isRemote: Bool, clip: StampedClip, _ references: [PixelBuffer],
    screen: CellSize
  ) throws {
    let start = HostTime.now
    let terminal = try FarTerminal(
      Player.flick.command([clip.path, "--only"], screen), screen: screen, outward: profile.outward,
      back: profile.back, environment: isRemote ? LinkProfile.remote : [:])
    terminal.run(for: Double(Self.seconds))
    let recording = terminal.end()
    highestInFlight = recording.highestInFlight
    let position = FramePosition(of: StampedClip.size, on: screen)
    let far = try FarScreen(recording, size: screen)
    var end = 0
    while let (model, offset) = far.next(until: start + Double(Self.seconds)) {
      let time = recording.arrival(of: offset) - start
      if offset - end > Self.tick { updates[min(Int(time), Self.seconds - 1)] += 1 }
      end = offset
      guard recognisable == nil else { continue }
      let shown = position.frame(on: model)
      let visible = shown.reduce(0) { $0 + ($1 & 0xFF_FFFF == 0 ? 0 : 1) }
      if picture == nil, visible > shown.count / 2 { picture = time }
      if FarSwipes.quality(of: shown, near: references) >= 22 { recognisable = time }
    }
  }
}
