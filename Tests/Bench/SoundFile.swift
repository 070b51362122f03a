import Glibc
import MediaCore
import Platform

/// A program's sound as a file, watched while it grows: a clock of the sound that the program plays.
///
/// The program writes ahead of what it takes to be heard, always by as much, and ALSA's file device
/// keeps back as much again. Both are found once by a program whose terminal is at hand.
final class SoundFile {
  /// What `--audio-device` takes.
  let device: String
  private let isOver = Lock(false)
  private let offset = Lock(-Double.infinity)
  private let watcher: WorkerThread

  /// Watches a file that need not be there yet.
  init(path: String) {
    device = "file:\(path),raw"
    let bytesPerSecond = Double(AudioFormat.sampleRate * AudioFormat.channels * 2)
    watcher = WorkerThread(name: "sound") { [isOver, offset] in
      while !isOver.withLock({ $0 }) {
        var status = stat()
        let now = HostTime.now
        if stat(path, &status) == 0, status.st_size > 0 {
          // Right after a write the file is as far ahead as it ever is.
          let ahead = Double(status.st_size) / bytesPerSecond - now
          offset.withLock { $0 = max($0, ahead) }
        }
        usleep(500)
      }
    }
  }

  deinit {
    isOver.withLock { $0 = true }
    watcher.join()
  }

  /// The host time at which the first sample was written, as far as the pace of the others tells;
  /// `nil` if none was.
  var start: Double? {
    let value = offset.withLock { $0 }
    return value.isFinite ? -value : nil
  }
}
