import Glibc
import Models
import Platform

/// A list of paths that is read as it grows: a pipe or a file. Several readers may read it, each
/// from the beginning, although a pipe gives its bytes only once.
///
/// Never blocks: it reads only what is there.
final class PathList: Sendable {
  /// The result of reading.
  enum Reading: Hashable {
    case path([UInt8])
    /// Nothing until there is more to read.
    case waiting
    case end
    /// Not a list of paths.
    case malformed
    /// The system's error number.
    case failed(Int32)
  }

  private struct State {
    /// What was read so far.
    var bytes: [UInt8] = []
    var isEnded = false
    var failure: Int32?
  }

  /// The descriptor to poll for reading.
  let descriptor: Int32
  private let separator: UInt8
  private let state = Lock(State())

  /// The longest path: no file system has longer ones, and endless input is not a list.
  private static let longestPath = 65_535
  private static let chunk = 65_536

  /// Creates a list.
  ///
  /// - Parameters:
  ///   - descriptor: An open file, which is closed with the list.
  ///   - isZeroSeparated: Whether paths end in zero bytes instead of line feeds.
  init(descriptor: Int32, isZeroSeparated: Bool) {
    self.descriptor = descriptor
    separator = isZeroSeparated ? 0 : 0x0A
  }

  deinit {
    close(descriptor)
  }

  /// The next path that is not empty.
  ///
  /// - Parameter offset: The reader's offset in the list; advanced.
  func read(from offset: inout Int) -> Reading {
    while true {
      let reading = state.withLock { state -> Reading? in
        let rest = state.bytes[offset...]
        guard let end = rest.firstIndex(of: separator) ?? (state.isEnded ? rest.endIndex : nil)
        else { return rest.count > Self.longestPath ? .malformed : .waiting }
        if rest.isEmpty { return state.failure.map { .failed($0) } ?? .end }
        let line = rest[..<end]
        offset = min(end + 1, state.bytes.count)
        if line.isEmpty { return nil }
        return line.count > Self.longestPath || line.contains(0) ? .malformed : .path(Array(line))
      }
      guard let reading else { continue }
      if reading == .waiting, fill() { continue }
      return reading
    }
  }

  /// Whether reading gives something: more paths, or the end.
  var isReadable: Bool { wait(timeout: 0) }

  /// Whether what was read names nothing.
  var isEmpty: Bool { state.withLock { $0.bytes.allSatisfy { $0 == separator } } }

  /// Reads more, if that does not block.
  ///
  /// - Returns: Whether there is more, or the end was reached.
  private func fill() -> Bool {
    guard isReadable else { return false }
    var failure: Int32?
    let chunk = [UInt8](unsafeUninitializedCapacity: Self.chunk) { buffer, count in
      let result = Glibc.read(descriptor, buffer.baseAddress, Self.chunk)
      if result < 0 { failure = errno }
      count = max(result, 0)
    }
    if let failure, failure == EINTR || failure == EAGAIN { return false }
    state.withLock { state in
      state.bytes += chunk
      state.failure = failure
      if chunk.isEmpty { state.isEnded = true }
    }
    return true
  }

  /// Waits until there is something to read, or for some seconds.
  ///
  /// - Returns: Whether there is.
  @discardableResult
  func wait(timeout: Double?) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, timeout.map { Int32($0 * 1e3) } ?? -1) > 0
  }
}
