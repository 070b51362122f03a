import MediaCore
import Models
import Platform

/// Makes thumbnails on one of several threads, one per step (docs/decisions/overview-thumbnails.md).
///
/// Plays come first: while a clip plays, one thread fewer works, and none begins anything right after
/// a swipe.
final class ThumbnailLoop {
  private let core: EngineCore
  private let queue: ThumbnailQueue
  private let opener: any MediaOpener
  private let shelf: ThumbnailShelf
  private let worker: Int

  /// How long one clip may take, in seconds.
  private static let patience = 5.0
  /// The frames of a storyboard: enough to tell what happens in a clip.
  private static let storyboardCount = 5

  init(
    core: EngineCore, queue: ThumbnailQueue, opener: any MediaOpener, shelf: ThumbnailShelf,
    worker: Int
  ) {
    self.core = core
    self.queue = queue
    self.opener = opener
    self.shelf = shelf
    self.worker = worker
  }

  /// Makes one thumbnail, if any is wanted.
  ///
  /// - Returns: Host time of the next step, unless the wakeup comes first.
  func step(now: Double) -> Double {
    guard queue.hasWork else { return .infinity }
    let orders = core.orders
    if now < orders.drawnUntil { return orders.drawnUntil }
    let isResting = orders.playingID != nil && worker > 0 && worker == queue.workerCount - 1
    // Nothing signals that a clip has stopped playing.
    if isResting { return now + 0.1 }
    guard let job = queue.take(hostTime: core.hostTime) else { return .infinity }
    if job.isStoryboard { makeStoryboard(job) } else { make(job) }
    queue.end(job)
    return now
  }

  private func make(_ job: ThumbnailQueue.Job) {
    let location = job.request.location
    let version = core.fileVersion(location)
    let side =
      max(job.area.size.width, job.area.size.height * 2) > 2 * ThumbnailKey.side
      ? ThumbnailKey.largeSide : ThumbnailKey.side
    let key = version.map { ThumbnailKey(location: location, version: $0, side: side) }
    let (position, isPositionKnown) = (Lock(0.0), Wakeup())
    core.positions.ask(location) { time in
      position.withLock { $0 = time ?? 0 }
      isPositionKnown.signal()
    }
    func publish(
      _ thumbnail: Thumbnail<PixelBuffer>, isPreliminary: Bool = false, isKept: Bool = false
    ) {
      if !isPreliminary { isPositionKnown.wait(timeout: core.tuning.savedPositionPatience) }
      let position = position.withLock { $0 }
      var scaled = thumbnail.with(thumbnail.image.map { Self.scaled($0, job) })
      scaled.position = position > 0 ? position : nil
      queue.publish(
        scaled, of: job, isPreliminary: isPreliminary,
        keeping: isKept ? try? thumbnail.image.get() : nil)
    }
    if let kept = queue.kept(for: job) { return publish(kept, isKept: true) }
    if let key, let thumbnail = shelf.load(key) { return publish(thumbnail) }
    job.cancellation.setDeadline(core.hostTime() + Self.patience)
    let thumbnail = thumbnail(of: job, side: side) { publish($0, isPreliminary: true) }
    if job.cancellation.isCancelled { return }
    publish(thumbnail, isKept: key == nil || shelf.save == nil)
    // There may be a better one with more time.
    if let key, thumbnail.isLasting, !job.cancellation.isPastDeadline {
      shelf.save?(thumbnail, key)
    }
  }

  private func makeStoryboard(_ job: ThumbnailQueue.Job) {
    job.cancellation.setDeadline(core.hostTime() + Self.patience)
    var frames: [PixelBuffer] = []
    do {
      let source = try source(of: job)
      let count = source.info.isWaveform ? 1 : Self.storyboardCount
      for part in try Storyboard.make(
        of: source, count: count, .keyframe, rotation: job.request.rotation,
        placing: job.area.placing)
      // A clip with few keyframes has the same one in several parts.
      where !FrameScore(part.frame).isBlank && !part.frame.equals(frames.last) {
        frames.append(part.frame)
      }
    } catch {
      frames = []
    }
    if !job.cancellation.isCancelled { queue.publish(frames, of: job) }
  }

  private func source(of job: ThumbnailQueue.Job) throws(MediaError) -> any MediaSource {
    let clip = try opener.open(job.request.location, cancellation: job.cancellation)
    return try job.request.location.span.map { span throws(MediaError) in
      try ExcerptSource(clip, span: span)
    } ?? clip
  }

  private func thumbnail(
    of job: ThumbnailQueue.Job, side: Int, firstLook: (Thumbnail<PixelBuffer>) -> Void
  ) -> Thumbnail<PixelBuffer> {
    let area = FrameArea(size: PixelSize(width: side, height: side))
    // What is found out before an error counts.
    var thumbnail = Thumbnail<PixelBuffer>(.failure(.cancelled))
    do {
      let source = try source(of: job)
      var details = source.details
      details.describe(core.describe(job.request.location))
      thumbnail.title = details.title
      thumbnail.duration = source.info.isStill ? nil : source.info.duration
      let found = try RepresentativeFrame.make(of: source, placing: { Self.placing($0, area) }) {
        firstLook(thumbnail.with(.success($0)))
      }
      thumbnail.image = .success(found.frame)
    } catch {
      thumbnail.image = .failure(error)
    }
    return thumbnail
  }

  /// Small frames are not enlarged.
  private static func placing(
    _ shape: PixelSize, _ area: FrameArea
  ) -> (size: PixelSize, region: FrameRegion) {
    guard shape.width > area.size.width || shape.height > area.size.height else {
      return (shape, .whole)
    }
    return area.placing(shape)
  }

  private static func scaled(_ frame: PixelBuffer, _ job: ThumbnailQueue.Job) -> PixelBuffer {
    let upright = frame.rotated(job.request.rotation)
    let (size, region) = job.area.placing(upright.size)
    return size == upright.size && region == .whole
      ? upright : upright.scaled(to: size, showing: region)
  }
}

extension PixelBuffer {
  fileprivate func equals(_ other: PixelBuffer?) -> Bool {
    guard let other, size == other.size else { return false }
    return withPixels { pixels in other.withPixels { pixels.elementsEqual($0) } }
  }
}

extension Thumbnail {
  /// Whether it would turn out the same at another time.
  fileprivate var isLasting: Bool {
    switch image {
    case .success: true
    case .failure(let error):
      switch error {
      case .empty, .notMedia, .noStreams, .unsupportedCodec, .unreadFormat, .encrypted, .damaged:
        true
      case .tooLarge, .notFound, .noPermission, .noEntry, .notRegularFile, .timedOut, .refused,
        .unreachable, .loginRefused, .cancelled, .other:
        false
      }
    }
  }
}
