import Models
import Platform

/// How samples are laid out: interleaved signed 16-bit, in the machine's byte order. Every clip is
/// resampled to this, and every device opened with it.
package enum AudioFormat {
  /// Frames in a second, in hertz.
  package static let sampleRate = 48_000
  package static let channels = 2
  /// Frames in a second, to reckon with seconds.
  package static let rate = Double(sampleRate)
}

/// What an open device asks of its writer, in frames.
package struct AudioBuffering: Hashable, Sendable {
  /// How many frames the device holds.
  package var bufferFrames: Int
  /// How many frames it takes at a time.
  package var periodFrames: Int

  /// Creates a description.
  package init(bufferFrames: Int, periodFrames: Int) {
    self.bufferFrames = max(plausible(bufferFrames), 0)
    self.periodFrames = max(plausible(periodFrames), 0)
  }
}

/// What a device says of itself at one moment.
package struct AudioStatus: Hashable, Sendable {
  /// Frames written but not heard yet; may be wrong, see `ClockFilter`.
  package var delayFrames: Int
  /// Frames that can be written now.
  package var availableFrames: Int
  package var isRunning: Bool

  /// Creates a status.
  package init(delayFrames: Int, availableFrames: Int, isRunning: Bool) {
    self.delayFrames = plausible(delayFrames)
    self.availableFrames = plausible(availableFrames)
    self.isRunning = isRunning
  }
}

/// Half a year at 48 kHz: sums and products of such numbers fit.
private let mostFrames = 1 << 39

/// What the numbers that devices tell are held to.
private func plausible(_ frames: Int) -> Int { min(max(frames, -mostFrames), mostFrames) }

/// Why a device cannot be used.
package enum AudioError: Error, Hashable, Sendable {
  /// There is no such device, or none at all.
  case noDevice(CleanText)
  /// Another program has it.
  case busy
  /// It was there and has gone, or stopped working.
  case lost(CleanText)
}

/// A sound device. Used by the audio thread alone.
package protocol AudioSink: AnyObject {
  /// Opens the device for `AudioFormat`.
  func open() throws(AudioError) -> AudioBuffering

  /// Writes interleaved samples without waiting; an underrun is repaired, not reported.
  ///
  /// - Returns: How many frames were taken; 0 if the device is full.
  func write(_ samples: UnsafeBufferPointer<Int16>) throws(AudioError) -> Int

  /// Asks for delay, room and state in one call.
  func status() throws(AudioError) -> AudioStatus

  /// Throws away what has not been heard and makes the device ready for new samples.
  func drop() throws(AudioError)

  /// Takes back what was written last and has not been heard, so that something else is heard
  /// instead; the device plays on.
  ///
  /// - Parameter frames: How many frames shall stay, because they are about to be heard.
  /// - Returns: How many frames were taken back; 0 if the device cannot.
  func takeBack(keeping frames: Int) throws(AudioError) -> Int

  /// Waits until there is room for a period, until `wakeup` is signalled, or `timeout` seconds.
  func wait(for wakeup: Wakeup, timeout: Double)

  /// Closes the device without waiting for what is unheard. Closing twice does nothing.
  func close()
}
