import MediaCore
import Models

/// Finds out where in an open clip something happens: by its bytes, and by a look at its keyframes
/// (docs/decisions/excerpts.md). Asked again, it looks on where it had to stop.
package struct EventFinder {
  private let source: any MediaSource
  /// How long frames are looked at each time, in seconds.
  package var lookTime: Double
  private let hostTime: () -> Double
  private var activity: Activity?
  private var look: Look?

  /// What has been looked at so far.
  private struct Look {
    /// Where keyframes are, or may be, in the order in which they are looked at.
    let places: [Double]
    /// The next of them.
    var next = 0
    var changes = FrameChanges() { didSet { shown = nil } }
    /// From a keyframe to a place that led to it, there is no other one.
    var known: [ClosedRange<Double>] = []
    /// Whether something is seen in the times that bytes alone tell of, by their beginnings.
    var isSeen: [Double: Bool] = [:]
    /// How much frames differ that are others, and at which times others than the known ones are seen: what there was
    /// no time for goes on from here.
    var shown: (threshold: Int, at: [Double: Bool])?
    /// When events begin, by what is known without looking for that, in seconds.
    var starts: [Double: Double] = [:]
    var isDone = false
  }

  /// Enough of a frame to tell whether it is another one.
  static let placing = FrameArea(size: PixelSize(width: 32, height: 32)).placing

  /// Into how many parts a clip of unknown keyframes is divided at most, and how long one is at least, in
  /// seconds.
  private static let (partCount, shortestPart) = (256, 2.0)
  /// How many frames are looked at, at most: where each frame is a keyframe, there are too many.
  private static let mostFrames = 1_024
  /// The part of the time in which keyframes are looked at; the rest is for what bytes tell besides.
  private static let keyframePart = 0.7
  /// How exactly the beginning of an event is found, in seconds.
  private static let startStep = 0.5

  /// Creates a finder.
  ///
  /// - Parameters:
  ///   - source: The clip; it ends up after one of its frames.
  ///   - lookTime: How long frames are looked at each time, in seconds.
  ///   - hostTime: Returns the host time, in seconds.
  package init(
    in source: any MediaSource, lookTime: Double, hostTime: @escaping () -> Double
  ) {
    self.source = source
    self.lookTime = lookTime
    self.hostTime = hostTime
  }

  /// Whether all was looked at.
  package var isDone: Bool { look?.isDone ?? true }

  /// Where something happens in the clip, as far as was looked at.
  package mutating func events() throws(MediaError) -> ClipEvents {
    if activity == nil { activity = try source.activity() }
    guard let activity else { return ClipEvents() }
    let end = hostTime() + lookTime
    var found = try runs(activity, in: 0...activity.duration, glance: ExcerptRequest().length)
    if found.isQuiet, let look {
      self.look = nil
      var refined = look
      defer { self.look = refined }
      found = ActivityRuns(
        seen: try found.runs.map { run throws(MediaError) in
          try beginning(when: run, isSeen: &refined, until: end)
        })
    }
    return ExcerptPlan.events(of: activity, found)
  }

  /// A run from when the first of its frames can be told from the one before: a keyframe may be seconds late.
  private func beginning(
    when run: ActivityRuns.Run, isSeen look: inout Look, until end: Double
  ) throws(MediaError) -> ActivityRuns.Run {
    var run = run
    if let start = look.starts[run.start] {
      run.start = start
      return run
    }
    guard var (before, after) = look.changes.neighbours(of: run.start), after <= run.end else {
      return run
    }
    while after - before > Self.startStep {
      let middle = (before + after) / 2
      guard let isShown = try isShown(at: middle, &look, until: end) else {
        look.isDone = false
        return run
      }
      if isShown {
        after = middle
      } else {
        before = middle
      }
    }
    look.starts[run.start] = after
    run.start = after
    return run
  }

  /// The times in which something happens.
  ///
  /// - Parameters:
  ///   - activity: The clip's bytes over time.
  ///   - range: Where to look, in seconds.
  ///   - glance: How long one looks at a time, in seconds.
  mutating func runs(
    _ activity: Activity, in range: ClosedRange<Double>, glance: Double
  ) throws(MediaError) -> ActivityRuns {
    let told = ActivityRuns(activity, in: range, glance: glance)
    guard !source.info.isWaveform, source.info.displaySize != nil else { return told }
    let begin = hostTime()
    var look = look ?? Look(places: places(of: activity, in: range))
    // What was looked at until an error stays known.
    defer { self.look = look }
    try go(on: &look, in: range, until: begin + lookTime * Self.keyframePart)
    look.isDone = look.next >= look.places.count
    let seen: [ActivityRuns.Run]
    switch look.changes.finding(gap: 2 * glance) {
    case .tooFew: return told
    case .busy: return told.asLiveliest
    case .runs(let runs): seen = runs
    }
    guard told.isQuiet else { return ActivityRuns(seen: seen) }
    return ActivityRuns(
      seen: try merge(
        seen, told.runs, &look, activity, nearness: glance, until: begin + lookTime))
  }

  /// Where keyframes are, or may be: all over the clip, then those between.
  private func places(of activity: Activity, in range: ClosedRange<Double>) -> [Double] {
    var places = activity.keyframes.filter(range.contains)
    if places.count < Self.partCount / 8 {
      let length = range.upperBound - range.lowerBound
      let step = max(length / Double(Self.partCount), Self.shortestPart)
      places += stride(from: range.lowerBound, to: range.upperBound, by: step)
    }
    return places.count.coarseToFine.prefix(Self.mostFrames).map { places[$0] }
  }

  /// Looks at frames, as far as there is time.
  private func go(
    on look: inout Look, in range: ClosedRange<Double>, until end: Double
  ) throws(MediaError) {
    while look.next < look.places.count, hostTime() < end {
      let place = look.places[look.next]
      look.next += 1
      guard !look.known.contains(where: { $0.contains(place) }),
        let (frame, time) = try grab(place, .keyframe)
      else { continue }
      if time <= place { look.known.append(time...place) }
      if range.contains(time) { look.changes.add(frame, at: time) }
    }
  }

  private func grab(
    _ time: Double, _ precision: SeekPrecision
  ) throws(MediaError) -> (PixelBuffer, Double)? {
    do {
      return try FrameGrab.timed(of: source, at: time, precision, placing: Self.placing)
    } catch {
      // What is known by then has to do.
      if error == .cancelled { throw error }
      return nil
    }
  }

  /// Whether something is seen at a time; also if that cannot be known.
  ///
  /// - Returns: `nil` if there is no time to look.
  private func isShown(
    at time: Double, _ look: inout Look, until end: Double
  ) throws(MediaError) -> Bool? {
    var shown = look.shown ?? (look.changes.threshold, [:])
    defer { look.shown = shown }
    if let known = shown.at[time] { return known }
    guard hostTime() < end else { return nil }
    guard let (frame, seen) = try grab(time, .exact) else { return true }
    let isShown = look.changes.shows(frame, at: seen, beyond: shown.threshold)
    shown.at[time] = isShown
    return isShown
  }

  /// Whether something is seen at one of some times: where an event ends, there may be as many bytes as
  /// where it begins.
  ///
  /// - Returns: `nil` if there is no time to look.
  private func isSeen(
    at times: [Double], _ look: inout Look, until end: Double
  ) throws(MediaError) -> Bool? {
    for time in times {
      guard let isShown = try isShown(at: time, &look, until: end) else { return nil }
      if isShown { return true }
    }
    return false
  }

  /// What is seen begins and ends as the bytes say; what only they tell is looked at.
  private func merge(
    _ seen: [ActivityRuns.Run], _ told: [ActivityRuns.Run], _ look: inout Look,
    _ activity: Activity, nearness: Double, until end: Double
  ) throws(MediaError) -> [ActivityRuns.Run] {
    var runs = seen
    for run in told.sorted(by: { $0.peak > $1.peak }) {
      let near = runs.firstIndex {
        $0.start <= run.end + nearness && run.start <= $0.end + nearness
      }
      if let near {
        runs[near].start = min(run.start, runs[near].start)
        runs[near].end = max(run.end, runs[near].end)
        continue
      }
      let probes = [
        activity.busiest(from: run.start, to: run.end), (run.start + run.end) / 2,
        run.start + run.length / 4,
      ]
      if look.isSeen[run.start] == nil {
        look.isSeen[run.start] = try isSeen(at: probes, &look, until: end)
      }
      let isSeen = look.isSeen[run.start]
      // What there was no time to look at is believed for now.
      if isSeen == nil { look.isDone = false }
      guard isSeen ?? true else { continue }
      runs.append(ActivityRuns.Run(start: run.start, end: run.end, peak: 1))
    }
    return runs.sorted { $0.start < $1.start }.reduce(into: []) { merged, run in
      // Bytes may tell of one time what is seen as several.
      guard let last = merged.last, run.start <= last.end else { return merged.append(run) }
      merged[merged.count - 1].end = max(last.end, run.end)
    }
  }
}

extension Int {
  /// The indices of so many values: some of all parts first, then those in between.
  fileprivate var coarseToFine: [Int] {
    guard self > 0 else { return [] }
    var step = 1 << (Int.bitWidth - 1 - leadingZeroBitCount)
    var order = Array(stride(from: 0, to: self, by: step))
    while step > 1 {
      order += stride(from: step / 2, to: self, by: step)
      step /= 2
    }
    return order
  }
}
