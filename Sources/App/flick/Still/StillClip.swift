import Foundation
import LibAV
import MediaCore
import Models
import Platform
import Playback

/// A clip opened for a frame or two.
struct StillClip {
  private let source: any MediaSource

  /// How long opening and decoding may take, in seconds: a later preview is useless.
  private static let patience = 20.0

  /// Threads that decode a group of frames. Each holds some of them.
  private static var threadCount: Int { min(ProcessInfo.processInfo.activeProcessorCount, 4) }

  /// Opens a clip.
  ///
  /// - Parameter isExact: Whether a frame between keyframes is wanted, which needs all frames since
  ///   the last keyframe.
  /// - Throws: Why it has no frame.
  init(_ location: MediaLocation, isExact: Bool) throws(MediaError) {
    let cancellation = CancellationToken()
    cancellation.setDeadline(HostTime.now + Self.patience)
    let opener = WaveformOpener(
      opener: LibAVOpener(
        threadCount: isExact ? Self.threadCount : 1, web: WebAccess.source))
    source = try opener.open(location, cancellation: cancellation)
    guard source.info.displaySize != nil else { throw .noStreams }
  }

  /// The frames' shape in square pixels.
  var shape: PixelSize { source.info.displaySize ?? PixelSize(width: 1, height: 1) }

  /// Makes a frame.
  ///
  /// - Parameters:
  ///   - time: The frame shown at that time; `nil` for a representative one.
  ///   - size: The frame's size; `nil` for the clip's own.
  /// - Throws: Why there is none.
  func frame(at time: StillTime?, size: PixelSize?) throws(MediaError) -> PixelBuffer {
    switch time {
    case .seconds(let seconds):
      return try make(at: seconds, .exact, size)
    case .fraction(let part):
      return try make(at: part * (source.info.duration ?? 0), .exact, size)
    case nil: return try reportingFrame(size)
    }
  }

  /// Where to look for a representative frame, as fractions of the clip. Keyframes cost little; a
  /// clip whose only keyframe is at its black beginning is so short that the last look costs
  /// little, too.
  private static let looks: [(part: Double, precision: SeekPrecision)] = [
    (0.1, .keyframe), (0.3, .keyframe), (0.6, .keyframe), (0.3, .exact),
  ]

  private func reportingFrame(_ size: PixelSize?) throws(MediaError) -> PixelBuffer {
    guard !source.info.isStill, let duration = source.info.duration, duration > 0 else {
      return try make(at: 0, .keyframe, size)
    }
    var frame: PixelBuffer?
    for look in Self.looks {
      // A truncated clip is intact at its beginning.
      guard let next = try? make(at: look.part * duration, look.precision, size) else { break }
      if !next.isFlat { return next }
      frame = frame ?? next
    }
    if let frame { return frame }
    return try make(at: 0, .keyframe, size)
  }

  private func make(
    at time: Double, _ precision: SeekPrecision, _ size: PixelSize?
  ) throws(MediaError) -> PixelBuffer {
    try FrameGrab.make(of: source, at: time, precision) { (size ?? $0, .whole) }
  }
}

extension PixelBuffer {
  /// A frame is taken for black, white, or a fade below this standard deviation of the luma, in
  /// levels of 255. Noise in the dark has 1 to 3, a night scene 10.
  private static let flatness = 5.0

  /// Whether it shows nothing. Samples some thousand pixels.
  fileprivate var isFlat: Bool {
    withPixels { pixels in
      let step = max(pixels.count / 4_001, 1) | 1
      var (count, sum, squares) = (0, 0, 0)
      for index in stride(from: 0, to: pixels.count, by: step) {
        let pixel = Int(pixels[index])
        // Approximate luma of ITU-R BT.601.
        let luma =
          ((pixel & 0xFF) * 77 + (pixel >> 8 & 0xFF) * 150 + (pixel >> 16 & 0xFF) * 29) >> 8
        count += 1
        sum += luma
        squares += luma * luma
      }
      guard count > 0 else { return true }
      let mean = Double(sum) / Double(count)
      return Double(squares) / Double(count) - mean * mean < Self.flatness * Self.flatness
    }
  }
}
