import MediaCore
import Platform

/// Sound on its way from the thread that decodes a clip to the thread that feeds the device.
final class SoundQueue: Sendable {
  private let buffer: Lock<PCMBuffer>

  /// Creates an empty queue whose first frame belongs to a stream time.
  init(origin: Double) {
    buffer = Lock(PCMBuffer(origin: origin))
  }

  /// Seconds written but not read.
  var lookAhead: Double {
    Double(buffer.withLock { $0.lookAhead }) / Double(AudioFormat.standard.sampleRate)
  }

  /// Frames written but not read.
  var waitingFrames: Int { buffer.withLock { $0.lookAhead } }

  /// Stream time of the next frame to be read.
  var readTime: Double { buffer.withLock { $0.readTime } }

  /// Frames written since the origin.
  var writtenFrames: Int { buffer.withLock { $0.written } }

  /// Writes what there is room for and returns how many frames that was.
  func append(_ samples: ArraySlice<Int16>) -> Int { buffer.withLock { $0.append(samples) } }

  /// Writes silence where there is room and returns how many frames that was.
  func appendSilence(_ frames: Int) -> Int { buffer.withLock { $0.appendSilence(frames) } }

  /// Reads at most `frames` frames and returns how many there were.
  func read(_ frames: Int, appendingTo samples: inout [Int16]) -> Int {
    buffer.withLock { $0.read(frames, appendingTo: &samples) }
  }

  /// Takes back the last frames read.
  func unread(_ frames: Int) { buffer.withLock { $0.unread(frames) } }

  /// Goes on reading at a stream time.
  func rewind(to time: Double) { buffer.withLock { $0.rewind(to: time) } }
}
