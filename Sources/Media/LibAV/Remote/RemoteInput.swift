import CLibAV
import Glibc
import MediaCore
import Models
import Platform

/// A file on a web server, as libav's I/O context.
final class RemoteInput: MediaInput {
  /// Whether the data may be reused when it is opened again soon; not for a growing playlist.
  var isLasting = true
  /// Whether it is a file with random access, rather than a segment of a stream.
  private let isWholeFile: Bool
  private let address: RemoteAddress
  private let files: RemoteFiles
  private let fetch: RemoteFetch
  /// Seconds waited since `progress` was last updated.
  private var waited = 0.0
  private var progress: Int64 = 0
  private var position: Int64 = 0
  private var signalled: Int64 = 0

  /// A server that sends less than this within the stall limit, while a reader waits, is considered
  /// gone.
  private static let minProgress: Int64 = 16_384
  /// The interval for checking the cancellation token, in seconds.
  private static let patience = 0.01
  /// After a jump to what is missing, as if this much had been read in sequence, in bytes: from the
  /// keyframe to the frame sought may be more than the first window.
  private static let keptSequence: Int64 = 1 << 20
  /// Files up to this size are scanned completely to find their duration.
  private static let scanBytes: Int64 = 1 << 20

  /// Starts fetching a file.
  init(_ request: RemoteFetch.Request, files: RemoteFiles, cancellation: CancellationToken) {
    self.files = files
    address = request.address
    isWholeFile = request.part == nil && !request.isWhole
    let known = isWholeFile ? files.take(address) : nil
    fetch = RemoteFetch(request, known: known, files: files)
    super.init(cancellation)
    fetch.go()
  }

  /// Waits for the server's response.
  ///
  /// - Throws: `.notFound`, `.noPermission`, `.empty`, `.refused`, `.unreachable`, `.timedOut` or
  ///   `.cancelled`.
  func awaitResponse() throws(MediaError) {
    let deadline = HostTime.now + files.stallLimit
    while fetch.state.withLock({ $0.sendsParts == nil && $0.failure == nil }) {
      try pause()
      if HostTime.now > deadline { throw .timedOut }
    }
    if let failure { throw failure }
  }

  deinit {
    fetch.stop()
    guard isLasting, isWholeFile, let state = fetch.state.withLock({ $0 }).kept else { return }
    files.put(state, for: address)
  }

  override var failure: MediaError? {
    get { fetch.state.withLock { $0.failure } }
    set { fetch.state.withLock { $0.failure = newValue } }
  }

  /// The address of the file, after redirects.
  var finalAddress: RemoteAddress { fetch.state.withLock { $0.address } }

  /// Whether its server is public.
  var isPublic: Bool { fetch.state.withLock { $0.isPublic } }

  override var fileVersion: FileVersion? { fetch.state.withLock { $0.fileVersion } }

  /// `nil` if the server does not report it.
  override var byteCount: Int64? { fetch.state.withLock { $0.length } }

  override var isCheapToScan: Bool { byteCount.map { $0 <= Self.scanBytes } ?? false }

  override var readAhead: (bytes: Int64, isToEnd: Bool)? {
    fetch.state.withLock { state in
      let end = min(state.length ?? .max, state.reader + Int64(state.cache.limit))
      let gap = state.cache.firstGap(from: state.reader, to: end)
      return (gap - state.reader, gap == state.length)
    }
  }

  override var isFetching: Bool { fetch.state.withLock { $0.isFetching } }

  /// The fraction of the file, from 0 to 1, up to which nothing is missing after the read position;
  /// 0 while its size is unknown.
  var share: Double {
    guard let length = byteCount, length > 0 else { return 0 }
    return Double(bytesHere) / Double(length)
  }

  /// Bytes up to the first missing one after the read position; 0 while the size is unknown.
  var bytesHere: Int64 {
    fetch.state.withLock { state in
      state.length.map { state.cache.firstGap(from: state.reader, to: $0) } ?? 0
    }
  }

  /// Whether seeking is possible: the server supports range requests, or all of it fits into
  /// memory.
  var isSeekable: Bool {
    fetch.state.withLock { state in
      guard let length = state.length else { return false }
      return state.sendsParts == true || length <= Int64(state.cache.limit)
    }
  }

  override func rewind() -> Bool {
    // The server may have recovered at the next attempt.
    failure = nil
    move(to: 0)
    return open(isSeekable: isSeekable)
  }

  /// Whether the file begins with certain bytes.
  func starts(with prefix: [UInt8]) -> Bool {
    defer { move(to: 0) }
    var found: [UInt8] = []
    while found.count < prefix.count {
      let (bytes, code) = read(prefix.count - found.count)
      found += bytes
      if code <= 0 || !prefix.starts(with: found) { return false }
    }
    return true
  }

  override func read(into buffer: UnsafeMutablePointer<UInt8>, count: Int32) -> Int32 {
    while true {
      if cancellation.shouldStop { return AVStatus.exit }
      let result = take(into: buffer, count: Int(count))
      if let result { return result }
      let before = HostTime.now
      do throws(MediaError) { try pause() } catch { return AVStatus.exit }
      waited += HostTime.now - before
      if waited > files.stallLimit {
        fetch.state.withLock { $0.failure = $0.failure ?? .timedOut }
      }
    }
  }

  /// Copies buffered data; `nil` if there is none but more may come.
  private func take(into buffer: UnsafeMutablePointer<UInt8>, count: Int) -> Int32? {
    let result: Int32? = fetch.state.withLock { state in
      let bytes = state.cache.bytes(at: state.reader).prefix(count)
      if !bytes.isEmpty {
        _ = UnsafeMutableBufferPointer(start: buffer, count: bytes.count)
          .update(fromContentsOf: bytes)
        state.reader += Int64(bytes.count)
        state.consumed += Int64(bytes.count)
        return Int32(bytes.count)
      }
      if let length = state.length, state.reader >= length { return AVStatus.endOfFile }
      return state.failure == nil ? nil : -EIO
    }
    guard let result, result > 0 else {
      // Missing data is now needed.
      if result == nil { fetch.go(isUrgent: true) }
      return result
    }
    position += Int64(result)
    progress += Int64(result)
    if progress >= Self.minProgress {
      progress = 0
      waited = 0
    }
    if abs(position - signalled) >= BlockCache.blockSize * 4 {
      signalled = position
      fetch.go()
    }
    return result
  }

  @discardableResult
  override func move(to target: Int64) -> Int64 {
    guard target != position else { return target }
    let isBack = target < position
    position = target
    signalled = target
    fetch.state.withLock { state in
      state.reader = target
      if isBack, target < state.cache.head {
        // One that has left the screen waits at its beginning, and one that loops goes on from there.
        state.consumed = min(state.consumed, Self.keptSequence / 2)
      } else if state.cache.bytes(at: target).isEmpty {
        state.consumed = min(state.consumed, Self.keptSequence)
      }
    }
    fetch.go()
    return target
  }

  private func pause() throws(MediaError) {
    fetch.supply.wait(timeout: Self.patience)
    if let interruption = AVStatus.interruption(of: cancellation) { throw interruption }
  }
}
