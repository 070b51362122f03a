import Models

/// Chooses the excerpts of a clip (docs/decisions/excerpts.md).
package struct ExcerptPlan {
  /// An excerpt, and what might take its place.
  package struct Choice: Hashable, Sendable {
    /// The best one first; at least one.
    package var spans: [TimeSpan]
    /// Excerpts of the same event, or of the same chapter, have the same number.
    package var event: Int
  }

  private let activity: Activity
  private let length: Double
  /// Where excerpts may begin and end, in seconds.
  private let range: ClosedRange<Double>
  private let count: Int
  /// How many there may be if so many events stand out.
  private let mostEvents: Int
  /// The sum of the rates before each part, for the mean of any time.
  private let sums: [Double]

  /// How many excerpts a clip has: more the longer it is, one each ten minutes.
  private static let counts = 8...12
  private static let secondsEach = 600.0
  /// The maximum number of chapters that are excerpts.
  private static let chapterLimit = 100
  /// How much earlier than an event an excerpt begins that cannot begin at a keyframe, in seconds.
  private static let lead = 1.0
  /// Containers round the times of chapters and keyframes, in seconds.
  private static let rounding = 0.1
  /// The most places that a busy film has.
  private static let mostPlaces = 300
  /// How many may take the place of one.
  private static let spareCount = 3

  /// Chooses the excerpts of a clip.
  ///
  /// - Parameters:
  ///   - activity: Where in the clip something happens.
  ///   - chapters: Its chapters; if it has any, they are the excerpts.
  ///   - runs: The times in which something happens; `nil` to tell by the activity alone.
  ///   - request: What is wanted.
  /// - Returns: At least one, in order; the best of each do not overlap.
  package static func choices(
    of activity: Activity, chapters: [Chapter] = [], runs found: ActivityRuns? = nil,
    _ request: ExcerptRequest
  ) -> [Choice] {
    let plan = ExcerptPlan(activity, request)
    let chosen =
      chapters.count > 1
      ? plan.ofChapters(chapters)
      : plan.of(found ?? ActivityRuns(activity, in: plan.range, glance: plan.length))
    var choices: [Choice] = []
    for choice in chosen.sorted(by: { $0.spans[0].start < $1.spans[0].start })
    where choices.last?.spans[0].end.map({ $0 <= choice.spans[0].start }) ?? true {
      choices.append(choice)
    }
    guard choices.isEmpty else { return choices }
    return [plan.choice([plan.range.lowerBound], event: 0)].compactMap(\.self)
  }

  /// Where something happens in a clip: what stands out, or where that is all the time, the most in
  /// each minute.
  ///
  /// - Parameter found: The times in which something happens, anywhere in the clip.
  package static func events(of activity: Activity, _ found: ActivityRuns) -> ClipEvents {
    if found.isQuiet {
      return ClipEvents(times: found.runs.map { max($0.start - lead, 0) }, areLiveliest: false)
    }
    let minutes = Int(saturating: activity.duration / 60)
    let request = ExcerptRequest(count: min(max(minutes, 1), mostPlaces), skip: 0)
    let places = choices(of: activity, request).map { $0.spans[0].start }
    return ClipEvents(times: places, areLiveliest: true)
  }

  /// Where excerpts may begin and end, and how long one is, in seconds: never longer than the clip.
  package static func bounds(
    _ activity: Activity, _ request: ExcerptRequest
  ) -> (range: ClosedRange<Double>, length: Double) {
    let plan = ExcerptPlan(activity, request)
    return (plan.range, plan.length)
  }

  private init(_ activity: Activity, _ request: ExcerptRequest) {
    self.activity = activity
    let duration = activity.duration
    length = min(max(request.length, ExcerptRequest.shortestLength), duration)
    let skip = min(max(request.skip, 0), 0.49) * duration
    range = min(skip, duration - length)...max(duration - skip, length)
    let fitting = max(Int(saturating: (range.upperBound - range.lowerBound) / length), 1)
    let usual = Int(saturating: (duration / Self.secondsEach).rounded())
    let wanted =
      request.count ?? min(max(usual, Self.counts.lowerBound), Self.counts.upperBound)
    count = min(max(wanted, 1), fitting)
    mostEvents = request.count == nil ? min(Self.counts.upperBound, fitting) : count
    sums = activity.rates.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }
  }

  // MARK: Chapters

  private func ofChapters(_ chapters: [Chapter]) -> [Choice] {
    let inside = chapters.filter { $0.start < activity.duration }.prefix(Self.chapterLimit)
    return inside.enumerated().compactMap { number, chapter in
      let end = min(chapter.end, activity.duration)
      // What a chapter is about shows near its beginning.
      let latest = min(chapter.start + max((end - chapter.start) / 3, length), end)
      let starts = Array(
        keyframes(
          from: chapter.start - Self.rounding, to: max(latest - length, chapter.start)))
      return choice(starts.isEmpty ? [chapter.start] : starts, event: number, until: end)
    }
  }

  // MARK: Events

  private func of(_ found: ActivityRuns) -> [Choice] {
    let runs =
      found.runs.isEmpty
      ? [ActivityRuns.Run(start: range.lowerBound, end: range.upperBound, peak: 0)] : found.runs
    let count = found.isQuiet ? min(max(count, runs.count), mostEvents) : count
    guard runs.count < count else {
      return strongest(of: runs, count).enumerated().compactMap { number, run in
        excerpt(of: run, event: found.isQuiet ? number : 0)
      }
    }
    var shares = Array(repeating: 1, count: runs.count)
    for _ in runs.count..<count {
      let next = runs.indices.max { left, right in
        runs[left].length / Double(shares[left] + 1)
          < runs[right].length / Double(shares[right] + 1)
      }
      // Closer together, they would show the same.
      guard let next, runs[next].length / Double(shares[next] + 1) >= 2 * length else { break }
      shares[next] += 1
    }
    return runs.indices.flatMap { index -> [Choice] in
      let (run, share) = (runs[index], shares[index])
      let event = found.isQuiet ? index : 0
      guard share > 1 else { return [excerpt(of: run, event: event)].compactMap(\.self) }
      let piece = run.length / Double(share)
      return (0..<share).compactMap { number in
        let start = run.start + Double(number) * piece
        return best(from: start, to: start + piece, event: event)
      }
    }
  }

  /// The strongest runs, spread over the clip: of each equal part the strongest, and then those that
  /// are left.
  private func strongest(of runs: [ActivityRuns.Run], _ count: Int) -> [ActivityRuns.Run] {
    var left = runs.sorted { $0.peak > $1.peak }
    var taken: [ActivityRuns.Run] = []
    let part = (range.upperBound - range.lowerBound) / Double(count)
    for number in 0..<count {
      let start = range.lowerBound + Double(number) * part
      if let index = left.firstIndex(where: { $0.start >= start && $0.start < start + part }) {
        taken.append(left.remove(at: index))
      }
    }
    return taken + left.prefix(count - taken.count)
  }

  private func excerpt(of run: ActivityRuns.Run, event: Int) -> Choice? {
    guard run.length < length else { return best(from: run.start, to: run.end, event: event) }
    // All of it, and what leads to it.
    let earliest = max(run.end - length, range.lowerBound)
    return best(
      from: earliest, to: max(run.start, earliest) + length, event: event,
      exactly: max(run.start - Self.lead, 0))
  }

  /// The excerpts in which most happens: at keyframes, if those show nearly as much.
  ///
  /// - Parameters:
  ///   - start: Where they may begin, in seconds.
  ///   - end: Where they have to end, unless they would be too short.
  ///   - event: What they show.
  ///   - exact: Where one begins that begins at no keyframe, in seconds.
  private func best(
    from start: Double, to end: Double, event: Int, exactly exact: Double? = nil
  ) -> Choice? {
    let latest = max(end - length, start)
    let step = max((latest - start) / 64, 0.25)
    let anywhere = stride(from: start, through: latest, by: step)
      .max { rate(from: $0) < rate(from: $1) }
    let enough = anywhere.map { rate(from: $0) / 2 } ?? 0
    // A keyframe a little earlier shows nearly the same.
    let earliest = max(start - length / 2, range.lowerBound)
    let before = keyframes(from: earliest, to: start.nextDown).suffix(1)
    let good = (keyframes(from: start, to: latest) + before).filter { rate(from: $0) >= enough }
      .sorted { rate(from: $0) > rate(from: $1) }
    return choice(good.isEmpty ? [exact ?? anywhere ?? start] : good, event: event)
  }

  /// The first of some beginnings, and others that are not much the same.
  private func choice(
    _ starts: [Double], event: Int, until limit: Double = .infinity
  ) -> Choice? {
    let latest = max(activity.duration - length, 0)
    var spans: [TimeSpan] = []
    for start in starts where spans.count <= Self.spareCount {
      let start = min(max(start, 0), limit < .infinity ? activity.duration : latest)
      guard spans.allSatisfy({ abs($0.start - start) >= length }) else { continue }
      let span = TimeSpan(start: start, end: min(start + length, activity.duration, limit))
      spans += [span].compactMap(\.self)
    }
    return spans.isEmpty ? nil : Choice(spans: spans, event: event)
  }

  private func keyframes(from start: Double, to end: Double) -> ArraySlice<Double> {
    let keyframes = activity.keyframes
    let first = keyframes.firstIndex(from: start)
    let last = keyframes.firstIndex(from: end.nextUp)
    return keyframes[min(first, last)..<last]
  }

  /// The mean rate of an excerpt.
  private func rate(from start: Double) -> Double {
    (sum(before: start + length) - sum(before: start)) / length
  }

  private func sum(before time: Double) -> Double {
    let place = min(max(time / activity.partLength, 0), Double(activity.rates.count))
    let index = min(Int(floor: place), activity.rates.count - 1)
    return (sums[index] + activity.rates[index] * (place - Double(index))) * activity.partLength
  }
}

extension [Double] {
  /// The index of the first value from a time on, of values in order.
  fileprivate func firstIndex(from time: Double) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < time { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
