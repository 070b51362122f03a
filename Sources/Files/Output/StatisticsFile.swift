import FeedCore
import Glibc
import Models
import Platform

/// Appends statistics to a file, one line of JSON per sample; see docs/statistics.md
/// (docs/decisions/screen-statistics.md).
///
/// Nothing waits for the file: a separate thread writes the newest sample, and samples it cannot
/// write in time are lost. A line is written to a pipe as a whole or not at all, however the pipe
/// is read.
package final class StatisticsFile: Sendable {
  private let queue = WorkQueue<StatisticsSample>(limit: 1, keepsNewest: true)

  /// Opens or creates the file.
  ///
  /// - Parameter path: A regular file, which is appended to, a pipe, or a device such as
  ///   `/dev/null`.
  /// - Throws: Why it cannot be written.
  package init(path: FilePath) throws(FileError) {
    let first = Self.open(path)
    // A pipe without a reader is tried again with each line.
    guard first >= 0 || errno == ENXIO else { throw FileError(path) }
    _ = WorkerThread(name: "statistics", niceness: 10) { [queue] in
      var descriptor = first
      while let sample = queue.take()?.last {
        if descriptor < 0 { descriptor = Self.open(path) }
        guard descriptor >= 0 else { continue }
        let line = Array((sample.json.line + "\n").utf8)
        if !Self.append(line, to: descriptor) {
          close(descriptor)
          descriptor = -1
        }
      }
      if descriptor >= 0 { close(descriptor) }
    }
  }

  deinit {
    queue.stop()
  }

  /// Submits a sample; replaces an older one that is still waiting.
  package func record(_ sample: StatisticsSample) { queue.add(sample) }

  /// Stops taking samples, and waits until the last one is written: ending the process meanwhile
  /// could tear its line.
  ///
  /// - Parameter deadline: The host time at which to give up.
  package func finish(until deadline: Double) {
    queue.stop()
    queue.flush(until: deadline)
  }

  private static func open(_ path: FilePath) -> Int32 {
    path.withCString {
      Glibc.open($0, O_WRONLY | O_CREAT | O_APPEND | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0o644)
    }
  }

  /// Appends a whole line.
  ///
  /// - Returns: Whether the file is still worth writing to: a pipe's reader may have gone.
  private static func append(_ line: [UInt8], to descriptor: Int32) -> Bool {
    let count = line.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    guard count < line.count else { return true }
    if count < 0 { return errno != EPIPE }
    // A full disk may have taken a part, which is of no use.
    if let status = try? FileStatus(descriptor: descriptor), status.kind == .file {
      ftruncate(descriptor, off_t(status.size - count))
    }
    return true
  }
}
