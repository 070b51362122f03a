import CLibAV
import MediaCore
import Models

/// The pictures a reader holds: the current one, those decoded beyond it, and blank frames to
/// decode into, which are used again and again.
final class DecodedPictures {
  /// The picture shown last; blank before the first.
  private(set) var current: UnsafeMutablePointer<AVFrame>
  private var ahead: [(frame: UnsafeMutablePointer<AVFrame>, time: Double)] = []
  private var spare: [UnsafeMutablePointer<AVFrame>] = []

  init() throws(MediaError) {
    guard let frame = av_frame_alloc() else { throw .tooLarge }
    current = frame
  }

  deinit {
    for frame in [current] + ahead.map(\.frame) + spare {
      var frame: UnsafeMutablePointer<AVFrame>? = frame
      av_frame_free(&frame)
    }
  }

  /// Whether nothing is decoded beyond the current picture.
  var isEmpty: Bool { ahead.isEmpty }

  /// The time of the picture that is next in turn.
  var nextTime: Double? { ahead.first?.time }

  /// The picture that is next in turn, or the current one.
  var next: UnsafeMutablePointer<AVFrame> { ahead.first?.frame ?? current }

  /// A blank frame to decode into; `keep` makes a picture of it.
  func blank() throws(MediaError) -> UnsafeMutablePointer<AVFrame> {
    if let frame = spare.last { return frame }
    guard let frame = av_frame_alloc() else { throw .tooLarge }
    spare.append(frame)
    return frame
  }

  /// Keeps what was decoded into the blank frame, to be last in turn.
  ///
  /// - Parameters:
  ///   - time: When it is shown.
  ///   - insteadOfOthers: Whether those decoded ahead before are not wanted any more.
  func keep(_ time: Double, insteadOfOthers: Bool = false) {
    guard let frame = spare.popLast() else { return }
    if insteadOfOthers { forgetAhead() }
    ahead.append((frame, time))
  }

  /// Makes the next picture the current one and returns its time; `nil` if there is none.
  func advance() -> Double? {
    guard !ahead.isEmpty else { return nil }
    let (frame, time) = ahead.removeFirst()
    recycle(current)
    current = frame
    return time
  }

  /// Forgets what is decoded beyond the current picture.
  func forgetAhead() {
    for (frame, _) in ahead { recycle(frame) }
    ahead.removeAll(keepingCapacity: true)
  }

  private func recycle(_ frame: UnsafeMutablePointer<AVFrame>) {
    av_frame_unref(frame)
    spare.append(frame)
  }
}
