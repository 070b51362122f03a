import CLibAV
import Glibc
import MediaCore
import Models

/// The source of a clip's bytes, as seen by the demuxer.
class MediaInput {
  let cancellation: CancellationToken

  /// Why reading failed, if a libav return code does not say so.
  var failure: MediaError?

  private var ownContext: UnsafeMutablePointer<AVIOContext>?

  private static let bufferSize = 32_768

  init(_ cancellation: CancellationToken) {
    self.cancellation = cancellation
  }

  deinit {
    closeContext()
  }

  /// libav's I/O context; replaced by `rewind`.
  var context: UnsafeMutablePointer<AVIOContext>? { ownContext }

  /// The version of the file when it was opened; `nil` if unknown.
  var fileVersion: FileVersion? { nil }

  /// The file size in bytes; `nil` if unknown.
  var byteCount: Int64? { nil }

  /// The current file size in bytes; `nil` if it cannot grow.
  var presentByteCount: Int64? { nil }

  /// Whether it is a live transmission without a fixed end.
  var isLive: Bool { false }

  /// The buffered bytes not yet passed to libav, and whether they reach the end; `nil` if reading
  /// never waits.
  var readAhead: (bytes: Int64, isToEnd: Bool)? { nil }

  /// The time up to which it is buffered, in seconds from its beginning; `nil` unless its parts
  /// have known durations.
  var reach: Double? { nil }

  /// Whether more is being fetched even while nothing is read.
  var isFetching: Bool { false }

  /// Whether it can be scanned completely, to find its duration, in moments.
  var isCheapToScan: Bool { false }

  /// Creates a new I/O context at the first byte. The old one must no longer be in use.
  ///
  /// - Returns: Whether that was possible.
  func rewind() -> Bool { false }

  /// Creates a new I/O context at the next byte to read.
  ///
  /// - Parameter isSeekable: Whether `move` is supported.
  /// - Returns: Whether there was memory for it.
  func open(isSeekable: Bool = true) -> Bool {
    closeContext()
    guard let buffer = av_malloc(Self.bufferSize) else { return false }
    let context = avio_alloc_context(
      buffer.assumingMemoryBound(to: UInt8.self), Int32(Self.bufferSize), 0, nil, readFromInput,
      nil, seekInInput)
    guard let context else {
      av_free(buffer)
      return false
    }
    ownContext = context
    // Unretained: the context is freed with this object.
    context.pointee.opaque = Unmanaged.passUnretained(self).toOpaque()
    context.pointee.seekable = isSeekable ? AVIO_SEEKABLE_NORMAL : 0
    return true
  }

  /// Reads the next bytes.
  ///
  /// - Returns: Their number, or a libav error code.
  func read(into buffer: UnsafeMutablePointer<UInt8>, count: Int32) -> Int32 { -ENOSYS }

  /// Moves the read position.
  ///
  /// - Parameter offset: From the first byte; neither negative nor beyond 1 EiB.
  /// - Returns: The same, or a libav error code.
  func move(to offset: Int64) -> Int64 { Int64(-ENOSYS) }

  /// Reads at most `limit` of the next bytes.
  ///
  /// - Returns: The bytes, and their number or a libav error code.
  func read(_ limit: Int) -> (bytes: [UInt8], code: Int32) {
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      if let base = buffer.baseAddress { code = read(into: base, count: Int32(limit)) }
      count = Int(max(code, 0))
    }
    return (bytes, code)
  }

  /// Reads everything that follows.
  ///
  /// - Parameter limit: The maximum number of bytes.
  /// - Throws: The failure of reading, or `.tooLarge` if there is more.
  func readAll(limit: Int) throws(MediaError) -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let (piece, code) = read(1 << 15)
      if code == AVStatus.endOfFile { return bytes }
      if code < 0 { throw AVStatus.interruption(of: cancellation) ?? failure ?? .damaged }
      bytes += piece
      if bytes.count > limit { throw .tooLarge }
    }
  }

  /// Moves the read position, or returns the size, like libav's `seek` callback; libav uses
  /// absolute offsets.
  fileprivate func seek(to offset: Int64, whence: Int32) -> Int64 {
    if whence & AVSEEK_SIZE != 0 { return presentByteCount ?? byteCount ?? Int64(-ENOSYS) }
    guard whence & ~AVSEEK_FORCE == SEEK_SET, 0...(1 << 60) ~= offset else { return Int64(-EINVAL) }
    return move(to: offset)
  }

  private func closeContext() {
    // The buffer may have been replaced, so it is freed through the context.
    if let ownContext { av_freep(&ownContext.pointee.buffer) }
    avio_context_free(&ownContext)
  }
}

// File-scope functions: closures formed in a main-actor context would trap on libav's threads.
private func readFromInput(
  _ opaque: UnsafeMutableRawPointer?, _ buffer: UnsafeMutablePointer<UInt8>?, _ count: Int32
) -> Int32 {
  guard let opaque, let buffer, count > 0 else { return -EINVAL }
  return Unmanaged<MediaInput>.fromOpaque(opaque).takeUnretainedValue()
    .read(into: buffer, count: count)
}

private func seekInInput(
  _ opaque: UnsafeMutableRawPointer?, _ offset: Int64, _ whence: Int32
) -> Int64 {
  guard let opaque else { return Int64(-EINVAL) }
  return Unmanaged<MediaInput>.fromOpaque(opaque).takeUnretainedValue()
    .seek(to: offset, whence: whence)
}
