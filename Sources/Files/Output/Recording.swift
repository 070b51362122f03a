import Glibc
import Models
import Platform
import TerminalCore

/// Records the output to the terminal in a file, as an asciicast (docs/decisions/files-outputs.md).
///
/// The terminal's writer only copies bytes into memory; a separate thread writes them to the file.
/// If the disk cannot keep up, the recording ends, not the playback: what has been written so far
/// is a valid recording.
package final class Recording: OutputRecorder {
  private struct Event {
    enum Kind {
      /// Bytes up to this offset.
      case output(end: Int)
      case size(CellSize)
    }

    var time: Double
    var kind: Kind
  }

  private struct Queue {
    var bytes: [UInt8] = []
    var events: [Event] = []
    var isOver = false
    var isWritten = false
    /// Why recording has stopped.
    var problem: String?
  }

  /// The most bytes in memory: some seconds of a fast terminal.
  private static let limit = 16 << 20
  /// How long events are collected, in seconds: writing each frame alone would keep waking the
  /// disk.
  private static let interval = 0.1

  private let path: FilePath
  private let byteLimit: Int
  private let queue = Lock(Queue())
  private let arrival = Wakeup()
  private let ending = Wakeup()
  private let done = Wakeup()

  /// Creates the file and starts recording.
  ///
  /// - Parameters:
  ///   - path: A file that does not exist yet.
  ///   - environment: The process environment, of which `TERM` and `SHELL` are recorded.
  ///   - byteLimit: The most bytes in memory.
  /// - Throws: Why the file cannot be created; an existing one is never overwritten.
  package convenience init(
    path: FilePath, environment: [String: String], byteLimit: Int = Recording.limit
  ) throws(FileError) {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
    let descriptor = try path.open(flags, mode: 0o644)
    self.init(
      path: path, descriptor: descriptor, environment: environment, byteLimit: byteLimit)
  }

  /// Records to an open descriptor, and closes it at the end.
  init(path: FilePath, descriptor: Int32, environment: [String: String], byteLimit: Int) {
    self.path = path
    self.byteLimit = byteLimit
    _ = WorkerThread(name: "recording", niceness: 10) { [self] in
      run(descriptor, environment: environment)
    }
  }

  package func wrote(_ bytes: UnsafeRawBufferPointer, at time: Double) {
    add { queue in
      guard queue.bytes.count + bytes.count <= byteLimit else {
        queue.problem = localized("the disk is too slow")
        return
      }
      queue.bytes.append(contentsOf: bytes)
      queue.events.append(Event(time: time, kind: .output(end: queue.bytes.count)))
    }
  }

  package func resized(to size: CellSize, at time: Double) {
    add { $0.events.append(Event(time: time, kind: .size(size))) }
  }

  /// Ends the recording and waits until it is written.
  ///
  /// - Parameter deadline: The host time at which to give up.
  /// - Returns: Why it is incomplete; `nil` if it is complete.
  package func finish(until deadline: Double) -> String? {
    queue.withLock { $0.isOver = true }
    arrival.signal()
    ending.signal()
    while true {
      let (isWritten, problem) = queue.withLock { ($0.isWritten, $0.problem) }
      if isWritten { return problem.map { "\(path): \($0)" } }
      let rest = deadline - HostTime.now
      guard rest > 0 else { return localized("%s: the disk does not respond", path) }
      done.wait(timeout: rest)
    }
  }

  private func add(_ change: (inout Queue) -> Void) {
    let isFirst = queue.withLock { queue in
      guard !queue.isOver, queue.problem == nil else { return false }
      let isFirst = queue.events.isEmpty
      change(&queue)
      return isFirst
    }
    if isFirst { arrival.signal() }
  }

  // MARK: The thread

  private func run(_ descriptor: Int32, environment: [String: String]) {
    var cast: Asciicast?
    var start = 0.0
    var size: CellSize?
    var isOver = false
    var length = off_t(0)
    // Two buffers are swapped, so that neither is reallocated.
    var taken = Queue()
    while !isOver {
      arrival.wait(timeout: nil)
      ending.wait(timeout: Self.interval)
      queue.withLock { queue in
        isOver = queue.isOver || queue.problem != nil
        swap(&queue.bytes, &taken.bytes)
        swap(&queue.events, &taken.events)
      }
      var begin = 0
      for event in taken.events {
        switch event.kind {
        case .size(let newSize):
          if cast == nil {
            start = event.time
            cast = Asciicast(
              size: newSize, date: Int(WallClock.now),
              environment: ["TERM": environment["TERM"], "SHELL": environment["SHELL"]])
          } else if newSize != size {
            cast?.resize(to: newSize, at: event.time - start)
          }
          size = newSize
        case .output(let end):
          cast?.output(taken.bytes[begin..<end], at: event.time - start)
          begin = end
        }
      }
      if isOver, let last = taken.events.last { cast?.finish(at: last.time - start) }
      taken.bytes.removeAll(keepingCapacity: true)
      taken.events.removeAll(keepingCapacity: true)
      guard let lines = cast?.lines, !lines.isEmpty else { continue }
      cast?.lines.removeAll(keepingCapacity: true)
      do throws(SystemError) {
        try Descriptor.write(lines, to: descriptor)
      } catch {
        // A partial line would make the recording invalid.
        ftruncate(descriptor, length)
        queue.withLock { $0.problem = $0.problem ?? "\(error)" }
        break
      }
      length += off_t(lines.count)
    }
    close(descriptor)
    queue.withLock { $0.isWritten = true }
    done.signal()
  }
}
