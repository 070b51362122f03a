import MediaCore
import Models

/// An open clip with the pictures and the sound decoded ahead of play.
///
/// Owned by one thread at a time: the engine hands it over through the slot of its `Player`. Times
/// are stream times, which go on growing when a loop starts again, unless said otherwise.
final class ClipDecoder {
  /// A scaled picture waiting for its time.
  struct Picture {
    /// Stream time at which it is due.
    var due: Double
    /// How long it is shown, in seconds.
    var duration: Double
    /// Seconds since the clip's first picture.
    var time: Double
    var loopIndex: Int
    var pixels: PixelBuffer
  }

  /// What came of a try to decode something.
  enum Progress: Equatable {
    case made
    /// There is nothing more before a seek.
    case ended
    /// The other stream has to be read first.
    case starved
    /// There is no room.
    case full
  }

  let info: MediaInfo
  let cancellation: CancellationToken
  private(set) var source: any MediaSource
  private(set) var pictures: [Picture] = []
  private(set) var timeline = LoopTimeline()

  /// Where play starts or goes on.
  var start = 0.0
  /// What the mailbox shows of this clip since the last seek; its pixels are not kept.
  private(set) var shownDue: Double?
  /// Whether it has to go back to `Player.resumeTime` before it is of use.
  var needsRewind = false
  /// The size pictures are scaled to; `nil` until the picture area is known.
  private(set) var size: PixelSize?
  /// Whether starting the next turn failed; the clip then ends and is sought to its beginning.
  var isLoopBroken = false
  /// Whether any picture was ever decoded.
  private(set) var hasDecodedPicture = false

  private(set) var picturesEnded: Bool
  var picturesStarved = false
  /// End of the latest picture decoded.
  private(set) var pictureEnd = 0.0
  private var latestDue: Double?
  /// From the picture decoded before the latest to that one, in seconds: more than its duration
  /// where pictures are left out.
  private(set) var latestPeriod = 0.0
  private var picturesInTurn = 0

  // Sound is created once the start is settled; see ClipDecoder+Sound.swift.
  var sound: SoundQueue?
  var soundEnded: Bool
  var soundStarved = false
  var soundEnd = 0.0
  var placement = AudioPlacement(origin: 0, sampleRate: AudioFormat.standard.sampleRate)
  var pending: [Int16] = []
  var pendingOffset = 0
  var silenceLeft = 0

  private var isStartSettled = false
  private var pool = PixelBufferPool()

  init(source: any MediaSource, cancellation: CancellationToken) {
    self.source = source
    self.cancellation = cancellation
    info = source.info
    picturesEnded = info.displaySize == nil
    soundEnded = !info.hasAudio
    pictures.reserveCapacity(8)
    settleStart(at: 0)
  }

  var hasVideo: Bool { info.displaySize != nil }

  /// Whether there is one picture and no clock: a still, or a clip that turned out to be one.
  var isStill: Bool {
    !info.hasAudio
      && (info.isStill || (hasVideo && picturesEnded && picturesInTurn <= 1 && start == 0))
  }

  /// End of this turn once both streams have ended.
  var turnEnd: Double? {
    picturesEnded && soundEnded ? max(pictureEnd, soundEnd) : nil
  }

  /// Whether the picture shown is the one the source holds, so that it can be drawn again.
  var canDrawShownAgain: Bool { shownDue != nil && shownDue == latestDue }

  // MARK: Pictures

  /// Sets the size of all pictures to come; those waiting are stretched meanwhile.
  func setSize(_ size: PixelSize) {
    guard size != self.size else { return }
    self.size = size
    for index in pictures.indices {
      pictures[index].pixels = pictures[index].pixels.resampled(to: size)
    }
    // The last one waiting is the source's current picture.
    if let last = pictures.last, last.due == latestDue {
      pictures[pictures.count - 1].pixels = draw()
    }
  }

  /// Decodes the next picture and puts it into the queue.
  ///
  /// - Parameter isWanted: Says whether a picture due at a time and of a duration is worth scaling.
  /// - Returns: What came of it.
  /// - Throws: What the source throws.
  func decodePicture(
    isWanted: (_ due: Double, _ duration: Double) -> Bool = { _, _ in true }
  ) throws(MediaError) -> Progress {
    guard size != nil else { return .full }
    guard !picturesEnded else { return .ended }
    switch try source.nextPicture() {
    case .end:
      endPictures()
      return .ended
    case .starved:
      picturesStarved = true
      return .starved
    case .value(let timing):
      picturesStarved = false
      soundStarved = false
      accept(timing, isWanted: isWanted)
      return .made
    }
  }

  /// Takes the pictures for ended, at their end or because they cannot be read on.
  func endPictures() {
    picturesEnded = true
    picturesStarved = false
    if !isStartSettled { settleStart(at: start) }
  }

  private func accept(
    _ timing: PictureTiming, isWanted: (_ due: Double, _ duration: Double) -> Bool
  ) {
    let turn = timeline.latest
    // A picture whose time makes no sense follows the one before.
    let time = max(MediaTime.plausible(timing.presentationTime) ?? pictureEnd - turn.start, 0)
    if !isStartSettled { settleStart(at: time) }
    hasDecodedPicture = true
    picturesInTurn += 1
    // Broken timestamps may not run backwards.
    let due = max(turn.start + time, latestDue ?? turn.start)
    let duration = timing.duration.isFinite ? min(max(timing.duration, 0), 10) : 0
    latestPeriod = max(duration, latestDue.map { due - $0 } ?? 0)
    latestDue = due
    pictureEnd = due + duration
    let isFirst = shownDue == nil && pictures.isEmpty
    guard isFirst || isWanted(due, duration) else { return }
    pictures.append(
      Picture(due: due, duration: duration, time: time, loopIndex: turn.index, pixels: draw()))
  }

  /// Draws the source's current picture in the present size.
  func draw() -> PixelBuffer {
    let buffer = pool.take(size ?? PixelSize(width: 1, height: 1))
    source.render(into: buffer, showing: .whole)
    return buffer
  }

  /// Takes the picture to show at a position out of the queue; `nil` if nothing new is due.
  ///
  /// The first picture after a seek is shown at once.
  func takePicture(at position: Double) -> Picture? {
    var due = pictures.prefix { $0.due <= position }.count
    if shownDue == nil { due = max(due, min(pictures.count, 1)) }
    guard due > 0 else { return nil }
    let picture = pictures[due - 1]
    pictures.removeFirst(due)
    shownDue = picture.due
    return picture
  }

  // MARK: Turns and seeks

  /// Starts the clip again behind its end once both streams have ended, so that it loops without a
  /// gap.
  ///
  /// - Returns: Whether a turn was begun.
  func beginNextTurn() throws(MediaError) -> Bool {
    guard let end = turnEnd, !isStill, end - timeline.latest.start > 0.001 else { return false }
    guard padSound(until: end) else { return false }
    try source.seek(to: 0, precision: .exact)
    timeline.beginTurn(at: end)
    placement.beginTurn()
    prepareStreams()
    pictureEnd = end
    soundEnd = end
    return true
  }

  /// Forgets the turns that are over and returns how many there were.
  func forgetTurns(before position: Double) -> Int { timeline.forgetTurns(before: position) }

  /// Moves to a time in the clip. What was decoded ahead is thrown away.
  ///
  /// On failure nothing has changed as far as the source did not move.
  func seek(to time: Double, precision: SeekPrecision) throws(MediaError) {
    try source.seek(to: time, precision: precision)
    restart(at: time, isSettled: precision == .exact || !hasVideo)
  }

  /// Goes on with another source of the same clip, at its beginning.
  func replaceSource(_ source: any MediaSource) {
    self.source = source
    restart(at: 0, isSettled: true)
  }

  private func restart(at time: Double, isSettled: Bool) {
    pictures.removeAll(keepingCapacity: true)
    shownDue = nil
    latestDue = nil
    needsRewind = false
    isLoopBroken = false
    timeline = LoopTimeline(index: timeline.latest.index)
    prepareStreams()
    pictureEnd = 0
    soundEnd = 0
    isStartSettled = false
    sound = nil
    start = time
    if isSettled { settleStart(at: time) }
  }

  private func prepareStreams() {
    picturesEnded = !hasVideo
    picturesStarved = false
    picturesInTurn = 0
    soundEnded = !info.hasAudio
    soundStarved = false
    pending.removeAll(keepingCapacity: true)
    pendingOffset = 0
    silenceLeft = 0
  }

  private func settleStart(at time: Double) {
    isStartSettled = true
    start = time
    guard info.hasAudio else { return }
    sound = SoundQueue(origin: time)
    placement = AudioPlacement(origin: time, sampleRate: AudioFormat.standard.sampleRate)
    soundEnd = time
  }
}
