import CLibAV
import Glibc
import MediaCore
import Models
import Platform

/// A file on a web server, as libav's I/O context.
final class RemoteInput: MediaInput {
  /// Whether opening it again soon may show what is read now; not of a list that grows.
  var isLasting = true
  /// Whether what is fetched is a file that is read where it is wanted, and no piece of a stream.
  private let isWholeFile: Bool
  private let address: RemoteAddress
  private let files: RemoteFiles
  private let fetch: RemoteFetch
  /// Seconds waited since `progress` bytes had been read.
  private var waited = 0.0
  private var progress: Int64 = 0
  private var position: Int64 = 0
  private var signalled: Int64 = 0

  /// A server that sends less than this within the stall limit, while somebody waits, is gone.
  private static let leastProgress: Int64 = 16_384
  /// How often the cancellation is looked at, in seconds.
  private static let patience = 0.01
  /// Files up to this size are read through to learn how long they are.
  private static let scanBytes: Int64 = 1 << 20

  /// Begins to fetch a file.
  init(_ request: RemoteFetch.Request, files: RemoteFiles, cancellation: CancellationToken) {
    self.files = files
    address = request.address
    isWholeFile = request.part == nil && !request.isWhole
    let known = isWholeFile ? files.take(address) : nil
    fetch = RemoteFetch(request, known: known, files: files)
    super.init(cancellation)
    fetch.go()
  }

  /// Waits until the server has answered.
  ///
  /// - Throws: `.notFound`, `.noPermission`, `.empty`, `.refused`, `.unreachable`, `.timedOut` or
  ///   `.cancelled`.
  func awaitAnswer() throws(MediaError) {
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

  /// Where the file was found, redirects followed.
  var finalAddress: RemoteAddress { fetch.state.withLock { $0.address } }

  /// Whether the server it comes from is one of the public web.
  var isPublic: Bool { fetch.state.withLock { $0.isPublic } }

  /// `nil` if the server does not say.
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

  /// The part of it, from 0 to 1, up to which nothing is missing behind the place of reading; 0 while
  /// its length is not known.
  var share: Double {
    guard let length = byteCount, length > 0 else { return 0 }
    return Double(bytesHere) / Double(length)
  }

  /// Bytes up to the first one behind the place of reading that is missing; 0 while its length is not known.
  var bytesHere: Int64 {
    fetch.state.withLock { state in
      state.length.map { state.cache.firstGap(from: state.reader, to: $0) } ?? 0
    }
  }

  /// Whether the place of reading can be moved: the server sends parts, or all of it fits in here.
  var isSeekable: Bool {
    fetch.state.withLock { state in
      guard let length = state.length else { return false }
      return state.sendsParts == true || length <= Int64(state.cache.limit)
    }
  }

  override func rewind() -> Bool {
    // A second try may find the server well again.
    failure = nil
    move(to: 0)
    return open(isSeekable: isSeekable)
  }

  /// Whether the file begins with some bytes.
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

  /// Copies what is here; `nil` if nothing is and more may come.
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
      // What is missing here is wanted now.
      if result == nil { fetch.go() }
      return result
    }
    position += Int64(result)
    progress += Int64(result)
    if progress >= Self.leastProgress {
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
    position = target
    signalled = target
    fetch.state.withLock { state in
      state.reader = target
      if state.cache.bytes(at: target).isEmpty { state.consumed = 0 }
    }
    fetch.go()
    return target
  }

  private func pause() throws(MediaError) {
    fetch.supply.wait(timeout: Self.patience)
    if let interruption = AVStatus.interruption(of: cancellation) { throw interruption }
  }
}
