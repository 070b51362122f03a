import Models

/// A scaled frame and its time.
struct DecodedFrame {
  /// Stream time at which it is due.
  var due: Double
  /// How long it is shown, in seconds.
  var duration: Double
  /// Seconds since the clip's first frame.
  var time: Double
  var loopIndex: Int
  var pixels: PixelBuffer
  /// Whether frames right before it were skipped.
  var followsGap = false
}

/// The frame on screen, the frames waiting and some recent ones (docs/decisions/engine-threads.md).
struct FrameQueue {
  /// The limits on past frames, in number and bytes.
  static let pastLimit = 8
  static let pastBytes = 8 << 20

  /// The frames waiting, next one first.
  var ahead: [DecodedFrame] = []
  /// The frame on screen; `nil` before the first one.
  private(set) var shown: DecodedFrame?
  // Frames that were shown or skipped, latest last.
  private var past: [DecodedFrame] = []

  init() {
    ahead.reserveCapacity(16)
    past.reserveCapacity(Self.pastLimit + 1)
  }

  /// Advances to the frame to show at a position; the very first one is shown at once.
  ///
  /// - Returns: The frame, or `nil` if nothing new is due.
  mutating func take(at position: Double) -> DecodedFrame? {
    var count = ahead.prefix { $0.due <= position }.count
    if shown == nil { count = max(count, min(ahead.count, 1)) }
    guard count > 0 else { return nil }
    for _ in 0..<count { moveOn() }
    return shown
  }

  /// Advances by one frame of the same turn of the loop.
  ///
  /// - Returns: The frame, or `nil` if there is none.
  mutating func stepForward() -> DecodedFrame? {
    guard let shown, ahead.first?.loopIndex == shown.loopIndex else { return nil }
    moveOn()
    return self.shown
  }

  /// Goes back by one frame of the same turn of the loop.
  ///
  /// - Returns: The frame, or `nil` if it is not kept.
  mutating func stepBack() -> DecodedFrame? {
    guard let last = shown, !last.followsGap, past.last?.loopIndex == last.loopIndex,
      let before = past.popLast()
    else { return nil }
    ahead.insert(last, at: 0)
    shown = before
    return before
  }

  /// Replaces the pixels of the shown and the waiting frames; the others are dropped.
  mutating func redraw(_ draw: (DecodedFrame) -> PixelBuffer) {
    past.removeAll(keepingCapacity: true)
    for index in ahead.indices { ahead[index].pixels = draw(ahead[index]) }
    if let old = shown { shown?.pixels = draw(old) }
  }

  /// Drops the frames before the shown one.
  mutating func forgetPast() { past.removeAll(keepingCapacity: true) }

  mutating func removeAll() {
    ahead.removeAll(keepingCapacity: true)
    past.removeAll(keepingCapacity: true)
    shown = nil
  }

  private mutating func moveOn() {
    if let shown {
      past.append(shown)
      let bytes = max(shown.pixels.size.width * shown.pixels.size.height * 4, 1)
      let limit = min(Self.pastLimit, Self.pastBytes / bytes)
      if past.count > limit { past.removeFirst(past.count - limit) }
    }
    shown = ahead.removeFirst()
  }
}
