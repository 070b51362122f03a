import MediaCore
import Platform

/// Sound on its way from the thread that decodes a clip to the thread that feeds the device.
final class SoundQueue: Sendable {
  /// Seconds kept after they were read: what a sound server holds at double speed.
  private static let history = 1.0

  private struct State {
    var buffer: PCMBuffer
    var isFinished = false
  }

  private let state: Lock<State>

  /// Creates an empty queue whose first frame belongs to a stream time.
  init(origin: Double) {
    state = Lock(State(buffer: PCMBuffer(origin: origin, history: Self.history)))
  }

  /// Seconds written but not read.
  var lookAhead: Double {
    Double(state.withLock { $0.buffer.lookAhead }) / Double(AudioFormat.standard.sampleRate)
  }

  /// Stream time of the next frame to be read.
  var readTime: Double { state.withLock { $0.buffer.readTime } }

  /// Whether nothing follows what was written, as far as is known.
  var isFinished: Bool { state.withLock { $0.isFinished } }

  /// Frames written since the origin.
  var writtenFrames: Int { state.withLock { $0.buffer.written } }

  /// Writes what there is room for and returns how many frames that was.
  func append(_ samples: ArraySlice<Int16>) -> Int { append { $0.append(samples) } }

  /// Writes silence where there is room and returns how many frames that was.
  func appendSilence(_ frames: Int) -> Int { append { $0.appendSilence(frames) } }

  /// Reads at most `frames` frames and returns how many there were.
  func read(_ frames: Int, appendingTo samples: inout [Int16]) -> Int {
    state.withLock { $0.buffer.read(frames, appendingTo: &samples) }
  }

  /// Says that nothing follows, until something is written after all.
  func finish() { state.withLock { $0.isFinished = true } }

  /// Goes on reading at a stream time.
  func rewind(to time: Double) { state.withLock { $0.buffer.rewind(to: time) } }

  private func append(_ body: (inout PCMBuffer) -> Int) -> Int {
    state.withLock { state in
      let frames = body(&state.buffer)
      if frames > 0 { state.isFinished = false }
      return frames
    }
  }
}
