import CSonic
import MediaCore

/// Changes the speed of sound without changing its pitch, with libsonic.
///
/// The library joins pieces of the waveform at its periods (PICOLA, Morita and Itakura 1986), by
/// the pitch it finds between 65 and 400 Hz: the output is off by a constant period or two.
package final class SonicSpeedChanger: SpeedChanger {
  private let stream: OpaquePointer
  private var buffer: [Int16]

  package var speed: Double {
    didSet { sonicSetSpeed(stream, Float(speed)) }
  }

  /// The speed is 1 at first; `nil` if there is no memory.
  package init?() {
    guard
      let stream = sonicCreateStream(Int32(AudioFormat.sampleRate), Int32(AudioFormat.channels))
    else { return nil }
    self.stream = stream
    speed = 1
    buffer = Array(repeating: 0, count: 4096 * AudioFormat.channels)
  }

  deinit {
    sonicDestroyStream(stream)
  }

  package func write(_ samples: [Int16]) {
    // The library takes a mutable pointer but does not modify the samples.
    var samples = samples
    let frames = samples.count / AudioFormat.channels
    sonicWriteShortToStream(stream, &samples, Int32(clamping: frames))
  }

  package func read(appendingTo samples: inout [Int16]) {
    let channels = AudioFormat.channels
    while true {
      let frames = sonicReadShortFromStream(stream, &buffer, Int32(buffer.count / channels))
      guard frames > 0 else { return }
      samples += buffer[..<(Int(frames) * channels)]
    }
  }

  package func flush() {
    sonicFlushStream(stream)
  }

  package func passThrough() {
    // At speed 1 all buffered sound is output by the next write, even an empty one.
    sonicSetSpeed(stream, 1)
    write([])
    sonicSetSpeed(stream, Float(speed))
  }
}
