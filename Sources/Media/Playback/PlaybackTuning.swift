import Models

/// The engine's sizes and times.
package struct PlaybackTuning: Hashable, Sendable {
  /// Frames scaled ahead of playback: enough to hide the seek of a loop at 60 frames per second.
  var frameLookAhead = 4
  /// Frames scaled ahead after a burst, and their limit in bytes. Decoding frames one by one costs
  /// a third more, because code and data have left the caches in between.
  var frameBurst = 12
  var frameBurstBytes = 4 << 20
  /// Frames scaled ahead in a preloaded clip, besides the visible one: enough to start. Each
  /// further one makes its decoder hold one more frame.
  var readyFrames = 1
  /// Sound decoded ahead in a preloaded clip, in seconds.
  var readySound = 0.3
  /// A local clip has failed if it takes longer than this to open, or then to decode its first
  /// frame; in seconds.
  package var openDeadline = 2.0
  /// The same for a remote clip.
  var remoteOpenDeadline = 8.0
  /// The same for a remote neighbour, which nobody waits for: a server that takes seconds for each
  /// request needs several.
  var remotePreloadDeadline = 24.0
  /// How long the first clip of all may be opened from a server before its neighbours are, too; in
  /// seconds.
  var longestAlone = 1.0
  /// How long reading the clip on screen may take before a stall is reported, in seconds.
  var stallNotice = 0.5
  /// A local clip that was ready has failed if it cannot be read for this long; in seconds.
  var stallDeadline = 10.0
  /// The same for a remote clip.
  var remoteStallDeadline = 20.0
  /// How long a clip that has left the screen may still be read, in seconds.
  var leaveDeadline = 0.1
  /// An exact seek that takes longer shows the frame it has reached; in seconds.
  var hasteAfter = 0.4
  /// The interval for checking whether the file of a failed clip has changed, in seconds.
  var failureCheckInterval = 2.0
  /// How long to wait before retrying a local neighbour whose preload timed out, in seconds.
  var preloadRetryInterval = 10.0
  /// The limits on posters, in number and bytes: 24 MB hold 64 at 480 x 200 pixels.
  var posterCount = 64
  var posterBytes = 24 << 20
  /// How long the still decoder is kept for the next request, in seconds.
  var stillRest = 1.0
  /// A clip shorter than this restarts when it comes back, a longer one resumes; in seconds.
  var restartLimit = 60.0
  /// How long opening a clip waits to learn where an earlier run left it, in seconds.
  var savedPositionPatience = 0.05
  /// How long the last frame of a left clip stays in its mailbox, so that it does not change while
  /// it slides off screen; in seconds.
  var posterGrace = 0.25
  /// How long the engine leaves the CPU to the screen after a swipe, in seconds: decoding would
  /// delay drawing the frame, and its reader.
  var drawingTime = 0.01
  /// How long repeated swipes may keep the preload thread from working, in seconds.
  var longestRest = 0.05
  /// How long the frame area must be stable before the frame of a stopped clip is decoded again for
  /// it; in seconds.
  var resizeRest = 0.1
  /// A frame is shown this early rather than at the next wakeup; in seconds.
  var earliness = 0.002
  /// If frames are later than this, the decoder skips non-reference frames; in seconds.
  var catchUpLateness = 1.0
  /// If frames are later than this, the decoder jumps from keyframe to keyframe; in seconds. Not
  /// earlier, because the video freezes until the next keyframe, which may be the clip's first.
  var jumpLateness = 3.0
  /// How long after a start late frames do not count against the decoder; in seconds.
  var startingTime = 0.5
  /// How long to wait before retrying a sound device that could not be opened; in seconds.
  var soundRetryInterval = 10.0
  /// How long the video waits for an unresponsive sound device, in seconds.
  var longestSilence = 1.0
  /// Audio chunks decoded per step, before a frame gets its turn.
  var soundPiecesPerStep = 8
  /// Silence that keeps a device from underrunning while sound cannot be read; in seconds.
  var bridge = 0.1
  /// How long `shutDown` waits for the threads; in seconds.
  var shutDownDeadline = 2.0

  package init() {}

  /// The time limit for opening a clip, in seconds.
  ///
  /// - Parameter isPreload: Whether it is a neighbour.
  func openDeadline(for location: MediaLocation, isPreload: Bool = false) -> Double {
    guard location.isRemote else { return openDeadline }
    return isPreload ? remotePreloadDeadline : remoteOpenDeadline
  }

  /// How long to wait before retrying a neighbour whose preload timed out, in seconds; otherwise a
  /// dead server would keep the preload thread from the others repeatedly.
  func preloadRetryInterval(for location: MediaLocation) -> Double {
    location.isRemote ? .infinity : preloadRetryInterval
  }

  /// The time limit for reading a clip that was ready, in seconds.
  func stallDeadline(for location: MediaLocation) -> Double {
    location.isRemote ? remoteStallDeadline : stallDeadline
  }
}
