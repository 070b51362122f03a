import Models
import Platform
import TestSupport

extension Benchmark {
  /// From a key at the far end of a link to the next clip's frame there, at 160 x 48.
  static let linkSwipe = Benchmark(name: "link.swipe") { report in
    let screen = CellSize(columns: 160, rows: 48)
    let clips = try StampedClip.feed(report.clips)
    for profile in [
      LinkProfile(rate: 1_000_000, delay: 0.025), LinkProfile(rate: 250_000, delay: 0.025),
    ] {
      let terminal = try profile.flick(clips.map(\.path), screen: screen)
      let course = FarSwipes.walk(terminal, clipCount: clips.count)
      let recording = terminal.end()
      try FarSwipes(recording, screen: screen, clips: clips, course)
        .add(to: &report, as: "link.swipe.\(profile.name)")
    }
  }
}

/// Swipes at the far end of a link, and when the next frame was seen there.
struct FarSwipes {
  /// A key and the clip it leads to.
  struct Step {
    let time: Double
    let clip: Int
  }

  /// Seconds from a key to a frame of 22 and of 28 dB; `nil` where there was none.
  private struct Outcome {
    let clip: String
    var recognisable: Double?
    var good: Double?
  }

  private var outcomes: [Outcome] = []

  /// To and fro through a feed, with rests in which the neighbours are got ready.
  static func walk(_ terminal: FarTerminal, clipCount: Int, steps: Int = 12) -> [Step] {
    terminal.run(for: 4)
    var clip = 0
    var direction = 1
    return (0..<steps).map { _ in
      if !(0..<clipCount).contains(clip + direction) { direction = -direction }
      clip += direction
      let time = terminal.press(direction > 0 ? "\u{1B}[B" : "\u{1B}[A")
      terminal.run(for: 2)
      return Step(time: time, clip: clip)
    }
  }

  /// Looks at a recording.
  init(_ recording: LinkRecording, screen: CellSize, clips: [StampedClip], _ steps: [Step]) throws {
    let position = FramePosition(of: StampedClip.size, on: screen)
    let references = try clips.map { try position.frames(of: $0.path) }
    let far = try FarScreen(recording, size: screen)
    for step in steps {
      while far.next(until: step.time) != nil {}
      let quality = { Self.quality(of: position.frame(on: $0), near: references[step.clip]) }
      var outcome = Outcome(clip: clips[step.clip].name)
      // Far behind, the terminal may still show the clip from when it was left.
      let isBehind = quality(far.model) >= 22
      while !isBehind, outcome.good == nil, let (model, offset) = far.next(until: step.time + 2) {
        let quality = quality(model)
        let time = recording.arrival(of: offset) - step.time
        if outcome.recognisable == nil, quality >= 22 { outcome.recognisable = time }
        if quality >= 28 { outcome.good = time }
      }
      outcomes.append(outcome)
    }
  }

  /// Decibels to that one of a clip's frames that is nearest.
  static func quality(of shown: [UInt32], near references: [PixelBuffer]) -> Double {
    // A sparse look finds it.
    let sample = stride(from: 0, to: shown.count, by: 61)
    let nearest = references.min { left, right in
      distance(shown, left, sample) < distance(shown, right, sample)
    }
    return nearest.map { FrameError(of: shown, from: $0).decibels } ?? 0
  }

  private static func distance(
    _ shown: [UInt32], _ reference: PixelBuffer, _ sample: StrideTo<Int>
  ) -> Int {
    reference.withPixels { pixels in
      sample.reduce(0) { sum, index in
        let difference = Int(shown[index] >> 8 & 0xFF) - Int(pixels[index] >> 8 & 0xFF)
        return sum + difference * difference
      }
    }
  }

  /// Adds the figures, by clip.
  func add(to report: inout Report, as name: String) {
    for (clip, outcomes) in Dictionary(grouping: outcomes, by: \.clip).sorted(by: {
      $0.key < $1.key
    }) {
      for (label, times) in [
        ("22dB", outcomes.map(\.recognisable)), ("28dB", outcomes.map(\.good)),
      ] {
        let found = times.compactMap(\.self).map { $0 * 1e3 }
        report.add("\(name).\(clip).\(label)", of: found, "ms")
        if found.count < times.count {
          print(
            "# \(name).\(clip).\(label): \(times.count - found.count) of \(times.count) missing")
        }
      }
    }
  }
}
