import Models
import Platform

/// The sample format: interleaved signed 16-bit, in native byte order. Every clip is resampled to
/// it, and every device is opened with it.
package enum AudioFormat {
  /// In hertz.
  package static let sampleRate = 48_000
  package static let channels = 2
  /// Frames per second, for calculations in seconds.
  package static let rate = Double(sampleRate)
}

extension [Int16] {
  /// Appends silence. Here, where debug builds are optimised, too: each buffer of sound takes it.
  ///
  /// - Parameter count: How many samples, of all channels.
  package mutating func appendSilence(_ count: Int) {
    append(contentsOf: repeatElement(0, count: count))
  }
}

/// The buffer sizes of an open device, in frames.
package struct AudioBuffering: Hashable, Sendable {
  /// The number of frames the device holds.
  package var bufferFrames: Int
  /// The number of frames it takes at a time.
  package var periodFrames: Int

  package init(bufferFrames: Int, periodFrames: Int) {
    self.bufferFrames = max(plausible(bufferFrames), 0)
    self.periodFrames = max(plausible(periodFrames), 0)
  }
}

/// The status a device reports at one moment.
package struct AudioStatus: Hashable, Sendable {
  /// Frames written but not yet audible; may be wrong, see `ClockFilter`.
  package var delayFrames: Int
  /// Frames that can currently be written.
  package var availableFrames: Int
  package var isRunning: Bool

  package init(delayFrames: Int, availableFrames: Int, isRunning: Bool) {
    self.delayFrames = plausible(delayFrames)
    self.availableFrames = plausible(availableFrames)
    self.isRunning = isRunning
  }
}

/// About half a year at 48 kHz; sums and products of such numbers do not overflow.
private let maxFrames = 1 << 39

/// Clamps the numbers that devices report.
private func plausible(_ frames: Int) -> Int { min(max(frames, -maxFrames), maxFrames) }

/// Why a device cannot be used.
package enum AudioError: Error, Hashable, Sendable {
  /// There is no such device, or no device at all.
  case noDevice(CleanText)
  /// Another program uses it.
  case busy
  /// It disappeared or stopped working.
  case lost(CleanText)
}

/// A sound device. Used only by the audio thread.
package protocol AudioSink: AnyObject {
  /// Opens the device for `AudioFormat`.
  func open() throws(AudioError) -> AudioBuffering

  /// Writes interleaved samples without blocking; an underrun is recovered, not reported.
  ///
  /// - Returns: The number of frames taken; 0 if the device is full.
  func write(_ samples: UnsafeBufferPointer<Int16>) throws(AudioError) -> Int

  /// Queries delay, room and state in one call.
  func status() throws(AudioError) -> AudioStatus

  /// Discards what has not been heard and prepares the device for new samples.
  func drop() throws(AudioError)

  /// Rewinds the most recent unheard frames, so that others can replace them; the device keeps
  /// playing.
  ///
  /// - Parameter frames: The number of frames to keep, because they are about to be heard.
  /// - Returns: The number of frames rewound; 0 if the device does not support it.
  func takeBack(keeping frames: Int) throws(AudioError) -> Int

  /// Waits until there is room for a period, `wakeup` is signalled, or `timeout` seconds have
  /// passed.
  func wait(for wakeup: Wakeup, timeout: Double)

  /// Closes the device without draining it. Closing twice does nothing.
  func close()
}
