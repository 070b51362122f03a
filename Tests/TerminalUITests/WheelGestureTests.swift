import TerminalCore
import TestSupport
import Testing

@testable import TerminalUI

/// A wheel that expectations can turn.
private final class Wheel {
  private var gesture = WheelGesture()

  func isStep(_ direction: MouseEvent.WheelDirection, at time: Double) -> Bool {
    gesture.isStep(direction, at: time)
  }
}

@Suite struct WheelGestureTests {
  /// How many steps reports at some times make.
  private func steps(
    _ times: [Double], _ direction: MouseEvent.WheelDirection = .down,
    in gesture: Wheel
  ) -> Int {
    times.count { gesture.isStep(direction, at: $0) }
  }

  /// What a trackpad sends for one push: reports that come ever more slowly.
  private func push(at start: Double, using generator: inout SeededGenerator) -> [Double] {
    var times = [start]
    var interval = Double.random(in: 0.004...0.02, using: &generator)
    let slowing = Double.random(in: 1.02...1.25, using: &generator)
    let count = generator.int(5..<31)
    while times.count < count, interval < 0.25, let last = times.last {
      times.append(last + interval * Double.random(in: 0.8...1.2, using: &generator))
      interval *= slowing
    }
    return times
  }

  @Test func trackpadFlingIsOneStep() {
    for seed in Fuzz.seed..<(Fuzz.seed + 2_000) {
      var generator = SeededGenerator(seed: seed)
      let gesture = Wheel()
      var time = 10.0
      for _ in 0..<4 {
        let times = push(at: time, using: &generator)
        #expect(steps(times, in: gesture) == 1, "seed \(seed): \(times)")
        time = (times.last ?? time) + Double.random(in: 0.5...2, using: &generator)
      }
    }
  }

  @Test func deliberateNotchesAreSteps() {
    for seed in Fuzz.seed..<(Fuzz.seed + 500) {
      var generator = SeededGenerator(seed: seed)
      let gesture = Wheel()
      var time = 10.0
      for number in 0..<20 {
        // Some wheels send a notch as several reports.
        let notch = (0..<generator.int(1..<4)).map { time + Double($0) * 0.002 }
        #expect(steps(notch, in: gesture) == 1, "seed \(seed), notch \(number)")
        time = (notch.last ?? time) + Double.random(in: 0.15...1, using: &generator)
      }
    }
  }

  @Test func reversalActsAtOnce() {
    for seed in Fuzz.seed..<(Fuzz.seed + 500) {
      var generator = SeededGenerator(seed: seed)
      let gesture = Wheel()
      let down = push(at: 10, using: &generator)
      let turn = generator.int(1..<down.count)
      #expect(steps(Array(down[..<turn]), .down, in: gesture) == 1)
      let up = push(at: down[turn - 1] + 0.01, using: &generator)
      #expect(gesture.isStep(.up, at: up[0]), "seed \(seed)")
      #expect(steps(Array(up.dropFirst()), .up, in: gesture) == 0, "seed \(seed)")
    }
  }

  /// A busy program reads several reports at once.
  @Test func batchedReportsMeanTheSame() {
    for seed in Fuzz.seed..<(Fuzz.seed + 500) {
      var generator = SeededGenerator(seed: seed)
      var (single, joined) = (WheelGesture(), WheelGesture())
      var time = 10.0
      for _ in 0..<40 {
        time += generator.pick([0.005, 0.02, 0.1, 0.2, 0.5])
        let direction = generator.pick([.down, .down, .up] as [MouseEvent.WheelDirection])
        let count = generator.int(1..<6)
        var steps = 0
        for _ in 0..<count where single.isStep(direction, at: time) { steps += 1 }
        #expect(joined.isStep(direction, count: count, at: time) == (steps > 0), "seed \(seed)")
        #expect(steps < 2, "seed \(seed)")
      }
    }
  }

  /// Nobody waits for the last push to run out.
  @Test func secondFlingDuringInertiaIsAStep() {
    for pushed in [0.45, 0.6, 0.8] {
      let gesture = Wheel()
      var first = [10.0]
      var interval = 0.012
      while let last = first.last, last < 10 + pushed {
        first.append(last + interval)
        interval *= 1.12
      }
      #expect(steps(first, in: gesture) == 1)
      let start = (first.last ?? 10) + 0.02
      let second = (0..<12).map { start + Double($0) * 0.012 }
      #expect(steps(second, in: gesture) == 1, "after \(pushed) s")
    }
  }

  @Test func linkJitterMakesNoSteps() {
    let gesture = Wheel()
    // Fifty reports a second, of which those of each fifth tenth of a second come at its end.
    let times = (0..<50).map { number in
      let time = 10 + Double(number) * 0.02
      return number / 5 % 5 == 2
        ? 10 + Double(number / 5 + 1) * 0.1 + Double(number % 5) * 1e-4 : time
    }
    #expect(steps(times.sorted(), in: gesture) == 1)
  }

  @Test func strayingFingersKeepTheirDirection() {
    let gesture = Wheel()
    #expect(gesture.isStep(.down, at: 10))
    #expect(!gesture.isStep(.right, at: 10.01))
    #expect(!gesture.isStep(.down, at: 10.02))
    #expect(!gesture.isStep(.left, at: 10.03))
    #expect(gesture.isStep(.right, at: 10.5))
    #expect(!gesture.isStep(.down, at: 10.51))
  }
}
