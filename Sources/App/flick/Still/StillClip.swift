import FeedCore
import FeedSources
import Foundation
import LibAV
import MediaCore
import Models
import Network
import Platform
import Playback

/// A clip opened for a frame or two.
struct StillClip {
  private let source: any MediaSource
  private let cancellation = CancellationToken()

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
    cancellation.setDeadline(HostTime.now + Self.patience)
    let opener = WaveformOpener(
      opener: LibAVOpener(
        threadCount: isExact ? Self.threadCount : 1, web: WebAccess.source))
    source = try opener.open(location, cancellation: cancellation)
    guard source.info.displaySize != nil else { throw .noStreams }
  }

  /// Its length in seconds; `nil` if unknown, and for a still.
  var duration: Double? { source.info.isStill ? nil : source.info.duration }

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
    case nil:
      return try RepresentativeFrame.make(of: source, placing: { (size ?? $0, .whole) }).frame
    }
  }

  /// Makes frames at even distances.
  ///
  /// - Throws: Why there is none.
  func storyboard(count: Int, size: PixelSize) throws(MediaError) -> [Storyboard.Part] {
    cancellation.setDeadline(HostTime.now + Self.patience * Double(count))
    return try Storyboard.make(of: source, count: count, .exact) { _ in (size, .whole) }
  }

  private func make(
    at time: Double, _ precision: SeekPrecision, _ size: PixelSize?
  ) throws(MediaError) -> PixelBuffer {
    try FrameGrab.make(of: source, at: time, precision) { (size ?? $0, .whole) }
  }
}

extension StillClip {
  /// Reads where a clip is, from a command line, and connects to its machine.
  ///
  /// - Throws: `Failure` for an address that is not supported, or a machine that is not reached.
  static func location(_ bytes: [UInt8]) throws(Failure) -> MediaLocation {
    switch NamedPlace(TypedPath.path(bytes).bytes, .libcurl.readingSFTP(of: nil)) {
    case .path(let path): return .file(FilePath(bytes: path))
    case .remote(let address):
      try WebAccess.connect(to: [address])
      return .remote(address)
    case .malformed, .other:
      throw Failure(
        localized("%s: not a supported address", CleanText(bytes: bytes)),
        status: ExitStatus.noInput)
    }
  }
}

extension MediaError {
  /// The exit status for this error.
  var status: Int32 {
    switch self {
    case .cancelled, .other: ExitStatus.software
    default: ExitStatus.noInput
    }
  }
}
