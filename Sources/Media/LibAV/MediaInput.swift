import CLibAV
import Glibc
import MediaCore
import Models

/// Where a clip's bytes come from, as the demuxer sees it.
class MediaInput {
  let cancellation: CancellationToken

  /// When the file was last written, in seconds since 1970; `nil` for what is none of this machine's.
  let modified: Double?

  /// Why reading failed, where a return code of libav does not say it.
  var failure: MediaError?

  private var ownContext: UnsafeMutablePointer<AVIOContext>?

  private static let bufferSize = 32_768

  init(_ cancellation: CancellationToken, modified: Double? = nil) {
    self.cancellation = cancellation
    self.modified = modified
  }

  deinit {
    closeContext()
  }

  /// libav's I/O context; replaced by `rewind`.
  var context: UnsafeMutablePointer<AVIOContext>? { ownContext }

  /// Bytes in the file; `nil` if nobody knows.
  var byteCount: Int64? { nil }

  /// Bytes in the file just now; `nil` where it cannot grow.
  var presentByteCount: Int64? { nil }

  /// Whether it goes on for as long as somebody sends it.
  var isLive: Bool { false }

  /// The bytes that are here already and have not been handed to libav, and whether nothing is
  /// missing behind them; `nil` where nothing is waited for.
  var readAhead: (bytes: Int64, isToEnd: Bool)? { nil }

  /// Up to which second, counted from its beginning, it is here; `nil` unless it names its parts by
  /// their lengths.
  var reach: Double? { nil }

  /// Whether more of it is fetched although nobody reads.
  var isFetching: Bool { false }

  /// Whether reading all of it, to learn how long it is, is a matter of moments.
  var isCheapToScan: Bool { false }

  /// Makes a fresh I/O context at the first byte. The old one must not be in use any more.
  ///
  /// - Returns: Whether that was possible.
  func rewind() -> Bool { false }

  /// Makes a fresh I/O context where the next byte is read.
  ///
  /// - Parameter isSeekable: Whether `move` does anything.
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
  /// - Returns: How many there were, or an error code of libav.
  func read(into buffer: UnsafeMutablePointer<UInt8>, count: Int32) -> Int32 { -ENOSYS }

  /// Moves the place of the next read.
  ///
  /// - Parameter offset: From the first byte; neither negative nor beyond 1 EiB.
  /// - Returns: The same, or an error code of libav.
  func move(to offset: Int64) -> Int64 { Int64(-ENOSYS) }

  /// Reads at most so many of the next bytes.
  ///
  /// - Returns: They, and their number or an error code of libav.
  func read(_ limit: Int) -> (bytes: [UInt8], code: Int32) {
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      if let base = buffer.baseAddress { code = read(into: base, count: Int32(limit)) }
      count = Int(max(code, 0))
    }
    return (bytes, code)
  }

  /// Reads all that follows.
  ///
  /// - Parameter limit: Bytes it may hold.
  /// - Throws: What reading has failed with, or `.tooLarge` if there is more.
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

  /// Moves the place of the next read, or tells the size, as libav's `seek` callback does: libav reckons
  /// from the beginning.
  fileprivate func seek(to offset: Int64, whence: Int32) -> Int64 {
    if whence & AVSEEK_SIZE != 0 { return presentByteCount ?? byteCount ?? Int64(-ENOSYS) }
    guard whence & ~AVSEEK_FORCE == SEEK_SET, 0...(1 << 60) ~= offset else { return Int64(-EINVAL) }
    return move(to: offset)
  }

  private func closeContext() {
    // The buffer may have been replaced since, so it is freed through the context.
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
