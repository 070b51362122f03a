import Models

/// The sizes and times the engine works with.
package struct PlaybackTuning: Hashable, Sendable {
  /// Frames scaled ahead of play: enough to hide the seek of a loop at 60 frames a second.
  var frameLookAhead = 4
  /// Frames scaled ahead after some were decoded in a row, and how many bytes they may take. Each
  /// decoded by itself costs a third more: code and data have left the caches since the last one.
  var frameBurst = 12
  var frameBurstBytes = 4 << 20
  /// Frames scaled ahead in a clip that waits to be played, besides the one that it shows: with
  /// that enough to start. Each further one is a frame more that its decoder holds.
  var warmFrames = 1
  /// Sound decoded ahead in a clip that waits to be played, in seconds.
  var warmSound = 0.3
  /// A local clip that takes longer to open, or then to give its first frame, has failed; in
  /// seconds.
  package var openDeadline = 2.0
  /// The same for a clip on a server.
  var remoteOpenDeadline = 8.0
  /// How long reading the clip on screen takes before that is said, in seconds.
  var stallNotice = 0.5
  /// A local clip that was ready and then cannot be read for so long has failed; in seconds.
  var stallDeadline = 10.0
  /// The same for a clip on a server.
  var remoteStallDeadline = 20.0
  /// How long a clip that has left the screen may still be read, in seconds.
  var leaveDeadline = 0.1
  /// An exact seek that takes longer shows the frame it has come to; in seconds.
  var hasteAfter = 0.4
  /// How often it is looked whether the file of a clip that has failed has changed, in seconds.
  var failureCheckInterval = 2.0
  /// How long a local neighbour that could not be got ready in time is left alone, in seconds.
  var preloadRetryInterval = 10.0
  /// How many first frames of clips are kept, and how many bytes they may take: 24 MB hold 64 at
  /// 480 x 200 pixels.
  var posterCount = 64
  var posterBytes = 24 << 20
  /// How long the decoder of stills waits for the next request, in seconds.
  var stillRest = 1.0
  /// A clip shorter than this starts again when it comes back, a longer one goes on; in seconds.
  var restartLimit = 60.0
  /// How long the last frame of a clip that was left stays in its mailbox, so that it does not
  /// change while it slides off the screen; in seconds.
  var posterGrace = 0.25
  /// How long the engine leaves the processors to the screen after a swipe, in seconds: decoding
  /// meanwhile delays the frame that is drawn, and whoever reads it.
  var drawingTime = 0.01
  /// How long swipes in a row may keep the preload thread from working, in seconds.
  var longestRest = 0.05
  /// How long the frame area must rest before a held frame is decoded anew for it; in seconds.
  var resizeRest = 0.1
  /// A frame is shown this much early rather than at the next wakeup; in seconds.
  var earliness = 0.002
  /// Frames later than this make the decoder leave out what no other frame needs; in seconds.
  var catchUpLateness = 1.0
  /// Frames later than this make it jump from keyframe to keyframe; in seconds. Not earlier: the
  /// frame stands still until the next keyframe, which may be the clip's first.
  var jumpLateness = 3.0
  /// How long after a start late frames do not count against the decoder; in seconds.
  var startingTime = 0.5
  /// How long a sound device that could not be opened is left alone; in seconds.
  var soundRetryInterval = 10.0
  /// How long frames wait for a sound device that does not answer, in seconds.
  var longestSilence = 1.0
  /// Pieces of sound decoded in one step, before a frame gets its turn.
  var soundPiecesPerStep = 8
  /// Silence that keeps a device from running dry while sound cannot be read; in seconds.
  var bridge = 0.1
  /// How long `shutDown` waits for the threads; in seconds.
  var shutDownDeadline = 2.0

  /// Creates the values Flick runs with.
  package init() {}

  /// How long a clip may take to open, in seconds.
  func openDeadline(for location: MediaLocation) -> Double {
    if case .remote = location { remoteOpenDeadline } else { openDeadline }
  }

  /// How long a neighbour that could not be got ready in time is left alone, in seconds: a dead
  /// server would keep the preload thread from the others again and again.
  func preloadRetryInterval(for location: MediaLocation) -> Double {
    if case .remote = location { .infinity } else { preloadRetryInterval }
  }

  /// How long a clip that was ready may take to be read, in seconds.
  func stallDeadline(for location: MediaLocation) -> Double {
    if case .remote = location { remoteStallDeadline } else { stallDeadline }
  }
}
