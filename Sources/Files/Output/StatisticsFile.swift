import FeedCore
import Glibc
import Models
import Platform

/// Appends statistics to a file, a line of JSON a sample; see docs/statistics.md.
///
/// Nobody waits for the file: a thread of its own writes the newest sample, and what it does not get
/// rid of is lost. Into a pipe a line goes as a whole or not at all, whoever reads it and whenever.
package final class StatisticsFile: Sendable {
  private struct Slot {
    var sample: StatisticsSample?
    var isOver = false
    var isWritten = false
  }

  private let slot = Lock(Slot())
  private let arrival = Wakeup()
  private let done = Wakeup()

  /// Opens the file, or makes it.
  ///
  /// - Parameter path: A regular file, which is appended to, a pipe, or a device such as `/dev/null`.
  /// - Throws: Why it cannot be written.
  package init(path: FilePath) throws(OutputFileError) {
    let first = Self.open(path)
    // A pipe that nobody reads yet is looked at again with each line.
    guard first >= 0 || errno == ENXIO else { throw OutputFileError(path: path, number: errno) }
    _ = WorkerThread(name: "statistics", niceness: 10) { [slot, arrival, done] in
      var descriptor = first
      while let sample = Self.take(slot, arrival) {
        if descriptor < 0 { descriptor = Self.open(path) }
        guard descriptor >= 0 else { continue }
        let line = Array((sample.json.line + "\n").utf8)
        if !Self.append(line, to: descriptor) {
          close(descriptor)
          descriptor = -1
        }
      }
      if descriptor >= 0 { close(descriptor) }
      slot.withLock { $0.isWritten = true }
      done.signal()
    }
  }

  deinit {
    slot.withLock { $0.isOver = true }
    arrival.signal()
  }

  /// Hands a sample over; an older one that still waits is lost.
  package func record(_ sample: StatisticsSample) {
    slot.withLock { if !$0.isOver { $0.sample = sample } }
    arrival.signal()
  }

  /// Takes no more samples, and waits until the last one is written: who ends the process meanwhile
  /// may tear its line.
  ///
  /// - Parameter deadline: The host time at which to give up.
  package func finish(until deadline: Double) {
    slot.withLock { $0.isOver = true }
    arrival.signal()
    while !slot.withLock({ $0.isWritten }) {
      let rest = deadline - HostTime.now
      guard rest > 0 else { return }
      done.wait(timeout: rest)
    }
  }

  /// Waits for a sample; `nil` at the end.
  private static func take(_ slot: Lock<Slot>, _ arrival: Wakeup) -> StatisticsSample? {
    while true {
      let (sample, isOver) = slot.withLock { slot in
        defer { slot.sample = nil }
        return (slot.sample, slot.isOver)
      }
      if let sample { return sample }
      if isOver { return nil }
      arrival.wait(timeout: nil)
    }
  }

  private static func open(_ path: FilePath) -> Int32 {
    path.withCString {
      Glibc.open($0, O_WRONLY | O_CREAT | O_APPEND | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0o644)
    }
  }

  /// Appends a line as a whole.
  ///
  /// - Returns: Whether the file is still worth writing to: a pipe's reader may have gone.
  private static func append(_ line: [UInt8], to descriptor: Int32) -> Bool {
    let count = line.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    guard count < line.count else { return true }
    if count < 0 { return errno != EPIPE }
    // A full disk may have taken a part, which is of no use to anybody.
    var status = stat()
    if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
      ftruncate(descriptor, status.st_size - off_t(count))
    }
    return true
  }
}
