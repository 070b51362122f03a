import Models

extension Benchmark {
  /// From a key to the last byte of the new clip's first whole frame, over 64 clips of 1080p at
  /// 160 x 48, without motion.
  static let swipeLocal = Benchmark(name: "swipe.local") { report in
    let count = 64
    let clips = try CodedClip.make(count: count)
    let size = CellSize(columns: 160, rows: 48)
    var all: [Double] = []
    for course in singles(count) {
      let times = try course.run(clips, size: size)
      let found = times.compactMap(\.self).map { $0 * 1e3 }
      all += found
      report.add(spreadOf: found, as: "swipe.local.\(course.name)", "ms")
      // Slower than half a second, or the wrong clip.
      if found.count < times.count {
        print("# swipe.local.\(course.name): \(times.count - found.count) pictures missing")
      }
    }
    report.add(spreadOf: all, as: "swipe.local", "ms")
  }

  /// The same after ten keys at a time, from the last of them.
  static let swipeBurst = Benchmark(name: "swipe.burst") { report in
    let clips = try CodedClip.make(count: 64)
    let size = CellSize(columns: 160, rows: 48)
    for course in bursts {
      let times = try course.run(clips, size: size)
      let found = times.compactMap(\.self).map { $0 * 1e3 }
      report.add(spreadOf: found, as: "swipe.burst.\(course.name)", "ms")
      if found.count < times.count {
        print("# swipe.burst.\(course.name): \(times.count - found.count) pictures missing")
      }
    }
  }

  private static func singles(_ count: Int) -> [SwipeCourse] {
    [
      SwipeCourse(name: "forwards", steps: Array(repeating: .single(1), count: count - 1)),
      SwipeCourse(
        name: "backwards", start: count - 1, steps: Array(repeating: .single(-1), count: count - 1)
      ),
      // Two on, one back: each kind of change of direction, and new clips all the time.
      SwipeCourse(
        name: "alternating",
        steps: (0..<(count + 16)).map { .single($0 % 3 == 2 ? -1 : 1) }),
    ]
  }

  /// Ten keys at a time, measured from the last one.
  private static let bursts: [SwipeCourse] = {
    let there = Array(repeating: 1, count: 10)
    let back = Array(repeating: -1, count: 10)
    let inside = [1, -1, 1, -1, 1, -1, 1, -1, 1, 1]
    let insideBack = inside.map { -$0 }
    let turns = { (on: [Int], off: [Int], interval: Double) in
      (0..<20).map { index in
        SwipeCourse.Step(turns: index % 10 < 5 ? on : off, interval: interval)
      }
    }
    return [
      // To and fro: the target is two pages away, within the window of clips that are kept ready.
      SwipeCourse(name: "inside", start: 20, steps: turns(inside, insideBack, 0), rest: 1),
      // As a held key repeats: the window moves along.
      SwipeCourse(name: "held", steps: turns(there, back, 1.0 / 30), rest: 1),
      // The target was ten pages away and has to be opened.
      SwipeCourse(name: "outside", steps: turns(there, back, 0), rest: 1),
    ]
  }()
}
