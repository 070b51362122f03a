import MediaCore
import Models

/// Finds the excerpts of an open clip.
package struct ExcerptFinder {
  private let source: any MediaSource
  private let chapters: [Chapter]
  private let request: ExcerptRequest
  private let hostTime: () -> Double

  private let lookTime: Double
  /// Creates a finder.
  ///
  /// - Parameters:
  ///   - source: The clip; it ends up after one of its frames.
  ///   - description: What is beside it, which may have chapters.
  ///   - request: What is wanted.
  ///   - lookTime: How long the frames of excerpts are looked at, in seconds; those left are taken
  ///     as they are.
  ///   - hostTime: Returns the host time, in seconds.
  package init(
    in source: any MediaSource, describedBy description: ClipDescription? = nil,
    _ request: ExcerptRequest,
    lookTime: Double = 0.7, hostTime: @escaping () -> Double
  ) {
    var details = source.details
    details.describe(description)
    chapters = details.chapters
    self.lookTime = lookTime
    self.source = source
    self.request = request
    self.hostTime = hostTime
  }

  /// Chooses the excerpts, and leaves out what is blank or the same as the one before; of each event
  /// one remains.
  ///
  /// - Returns: At least one, in order.
  /// - Throws: Why there is none.
  package func find() throws(ExcerptError) -> [TimeSpan] {
    guard !source.info.isStill else { throw .isShort }
    guard let duration = source.info.duration else { throw .hasNoDuration }
    guard duration > ExcerptRequest.shortest else { throw .isShort }
    do throws(MediaError) {
      guard let activity = try activity() ?? Activity(duration: duration) else { throw .damaged }
      let choices = ExcerptPlan.choices(
        of: activity, chapters: chapters, runs: try runs(activity), request)
      let shown = try look(at: choices)
      return shown.isEmpty ? Array(choices.prefix(1).map { $0.spans[0] }) : shown
    } catch {
      throw .unreadable(error)
    }
  }

  /// The times in which something happens.
  private func runs(_ activity: Activity) throws(MediaError) -> ActivityRuns? {
    guard chapters.count < 2 else { return nil }
    let (range, length) = ExcerptPlan.bounds(activity, request)
    var finder = EventFinder(in: source, lookTime: lookTime, hostTime: hostTime)
    return try finder.runs(activity, in: range, glance: length)
  }

  /// Where something happens; `nil` if that is not known in time.
  private func activity() throws(MediaError) -> Activity? {
    do {
      return try source.activity()
    } catch .timedOut {
      return nil
    }
  }

  /// Takes of each choice the first that shows something else than the one before, and moves it to
  /// its keyframe.
  private func look(at choices: [ExcerptPlan.Choice]) throws(MediaError) -> [TimeSpan] {
    guard !source.info.isWaveform else { return choices.map { $0.spans[0] } }
    let end = hostTime() + lookTime
    var shown: [TimeSpan] = []
    var last: (frame: PixelBuffer, event: Int)?
    // At night, a keyframe may be black before an event.
    var blank: (span: TimeSpan, event: Int)?
    func keepBlank(for event: Int?) {
      guard let kept = blank, kept.event != event else { return }
      if last?.event != kept.event { shown.append(kept.span) }
      blank = nil
    }
    for (index, choice) in choices.enumerated() {
      keepBlank(for: choice.event)
      for span in choice.spans {
        guard hostTime() < end else { return shown + choices[index...].map { $0.spans[0] } }
        let looked: (PixelBuffer, TimeSpan)?
        do {
          looked = try keyframe(of: span)
        } catch .timedOut {
          return shown + choices[index...].map { $0.spans[0] }
        }
        guard let (frame, span) = looked else { continue }
        guard !FrameScore(frame).isBlank else {
          blank = blank ?? (span, choice.event)
          continue
        }
        // Of a camera that stands still, different events look alike.
        if let last, last.event == choice.event, frame.resembles(last.frame) { continue }
        last = (frame, choice.event)
        shown.append(span)
        break
      }
    }
    keepBlank(for: nil)
    return shown
  }

  /// The frame with which an excerpt begins, and from when on; `nil` if there is none.
  private func keyframe(of span: TimeSpan) throws(MediaError) -> (PixelBuffer, TimeSpan)? {
    do {
      let (frame, time) = try FrameGrab.timed(
        of: source, at: span.start, .keyframe, placing: EventFinder.placing)
      let isNear = (0...(request.length / 2)).contains(span.start - time)
      return (frame, isNear ? span.moved(to: time) : span)
    } catch {
      if error == .cancelled || error == .timedOut { throw error }
      return nil
    }
  }
}

extension TimeSpan {
  /// The same length from another beginning.
  fileprivate func moved(to start: Double) -> TimeSpan {
    TimeSpan(start: max(start, 0), end: end.map { $0 + start - self.start }) ?? self
  }
}

extension PixelBuffer {
  /// How much the colours of frames that look the same may differ, of 255: on average, and of how
  /// many pixels more.
  private static let likeness = 3
  private static let mostDifferent = (pixels: 2, levels: 32)

  /// Whether it looks like another frame, in which nobody came or went.
  func resembles(_ other: PixelBuffer) -> Bool {
    guard size == other.size else { return false }
    var (sum, different) = (0, 0)
    withPixels { pixels in
      other.withPixels { others in
        for (pixel, other) in zip(pixels, others) {
          let differences = [0, 8, 16].map { (shift: UInt32) in
            abs(Int(pixel >> shift & 0xFF) - Int(other >> shift & 0xFF))
          }
          sum += differences.reduce(0, +)
          if differences.contains(where: { $0 > Self.mostDifferent.levels }) { different += 1 }
        }
      }
    }
    return sum <= Self.likeness * size.width * size.height * 3
      && different <= Self.mostDifferent.pixels
  }
}
