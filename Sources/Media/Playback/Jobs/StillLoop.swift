import MediaCore
import Models
import Platform

/// Makes the requested stills, one per step.
///
/// It has a decoder of its own, so that playback is never disturbed, and keeps it briefly, because
/// the next request is mostly for the same clip.
package final class StillLoop {
  private struct Opened {
    var location: MediaLocation
    var source: any MediaSource
    var cancellation: CancellationToken
    var restsAt: Double
  }

  private let core: EngineCore
  private var opened: Opened?

  package init(core: EngineCore) {
    self.core = core
  }

  /// Makes one frame, if any is requested.
  ///
  /// - Returns: Host time of the next step, unless the wakeup comes first.
  package func step(now: Double) -> Double {
    guard let job = core.stills.take() else {
      if let opened, now >= opened.restsAt { self.opened = nil }
      return opened?.restsAt ?? .infinity
    }
    do {
      let pixels = try makeFrame(job.request)
      opened?.restsAt = core.hostTime() + core.tuning.stillRest
      core.stills.finish(.success(pixels))
    } catch {
      opened = nil
      core.stills.finish(.failure(error))
    }
    return now
  }

  private func makeFrame(_ request: StillRequest) throws(MediaError) -> PixelBuffer {
    guard let player = core.player(request.id) else { throw .notFound }
    let source = try source(of: player)
    return try FrameGrab.make(
      of: source, at: request.time, request.precision, rotation: player.shownRotation
    ) { shape in
      request.area?.placing(shape) ?? (shape, .whole)
    }
  }

  private func source(of player: Player) throws(MediaError) -> any MediaSource {
    let deadline = core.hostTime() + core.tuning.openDeadline(for: player.location)
    if let opened, opened.location == player.location {
      core.stills.use(opened.cancellation, until: deadline)
      return opened.source
    }
    // One at a time: the old one is closed before the new one is opened.
    opened = nil
    let cancellation = CancellationToken(hostTime: core.hostTime)
    core.stills.use(cancellation, until: deadline)
    let source = try core.opener.open(player.location, cancellation: cancellation)
    opened = Opened(
      location: player.location, source: source, cancellation: cancellation, restsAt: 0)
    return source
  }
}
