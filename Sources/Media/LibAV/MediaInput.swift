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

  private var inputContext: InputContext?

  init(_ cancellation: CancellationToken, modified: Double? = nil) {
    self.cancellation = cancellation
    self.modified = modified
  }

  /// libav's I/O context; replaced by `rewind`.
  var context: UnsafeMutablePointer<AVIOContext>? { inputContext?.pointer }

  /// Bytes in the file; `nil` if nobody knows.
  var byteCount: Int64? { nil }

  /// Bytes in the file just now; `nil` where it cannot grow.
  var presentByteCount: Int64? { nil }

  /// Whether it goes on for as long as somebody sends it.
  var isLive: Bool { false }

  /// What is here already and has not been handed to libav; `nil` where nothing is waited for.
  var readAhead: ReadAhead? { nil }

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

  /// Makes a fresh I/O context over a source, which has to live longer.
  func open(_ source: any ByteSource, isSeekable: Bool = true) -> Bool {
    inputContext = InputContext(source, isSeekable: isSeekable)
    return inputContext != nil
  }
}

extension ByteSource where Self: MediaInput {
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
}

/// What was fetched ahead of its reader.
struct ReadAhead {
  var bytes: Int64
  /// Whether nothing is missing up to the end of the file.
  var isToEnd: Bool
}

/// Bytes that libav reads through an `InputContext`.
protocol ByteSource: AnyObject {
  /// Reads the next bytes.
  ///
  /// - Returns: How many there were, or an error code of libav.
  func read(into buffer: UnsafeMutablePointer<UInt8>, count: Int32) -> Int32

  /// Moves the place of the next read, or tells the size, as libav's `seek` callback does.
  func seek(to offset: Int64, whence: Int32) -> Int64
}

extension ByteSource {
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
}

/// libav's I/O context over a `ByteSource`, which has to live longer.
final class InputContext {
  let pointer: UnsafeMutablePointer<AVIOContext>
  private unowned let source: any ByteSource

  private static let bufferSize = 32_768

  /// - Parameter isSeekable: Whether `seek` does more than tell the size.
  /// - Returns: `nil` if there is no memory for it.
  init?(_ source: any ByteSource, isSeekable: Bool = true) {
    self.source = source
    guard let buffer = av_malloc(Self.bufferSize) else { return nil }
    let context = avio_alloc_context(
      buffer.assumingMemoryBound(to: UInt8.self), Int32(Self.bufferSize), 0, nil, readFromInput,
      nil, seekInInput)
    guard let context else {
      av_free(buffer)
      return nil
    }
    pointer = context
    // Unretained: the context is freed with this object.
    context.pointee.opaque = Unmanaged.passUnretained(self).toOpaque()
    context.pointee.seekable = isSeekable ? AVIO_SEEKABLE_NORMAL : 0
  }

  deinit {
    // The buffer may have been replaced since, so it is freed through the context.
    av_freep(&pointer.pointee.buffer)
    var context: UnsafeMutablePointer<AVIOContext>? = pointer
    avio_context_free(&context)
  }

  fileprivate func read(into buffer: UnsafeMutablePointer<UInt8>, count: Int32) -> Int32 {
    source.read(into: buffer, count: count)
  }

  fileprivate func seek(to offset: Int64, whence: Int32) -> Int64 {
    source.seek(to: offset, whence: whence)
  }
}

// File-scope functions: closures formed in a main-actor context would trap on libav's threads.
private func readFromInput(
  _ opaque: UnsafeMutableRawPointer?, _ buffer: UnsafeMutablePointer<UInt8>?, _ count: Int32
) -> Int32 {
  guard let opaque, let buffer, count > 0 else { return -EINVAL }
  return Unmanaged<InputContext>.fromOpaque(opaque).takeUnretainedValue()
    .read(into: buffer, count: count)
}

private func seekInInput(
  _ opaque: UnsafeMutableRawPointer?, _ offset: Int64, _ whence: Int32
) -> Int64 {
  guard let opaque else { return Int64(-EINVAL) }
  return Unmanaged<InputContext>.fromOpaque(opaque).takeUnretainedValue()
    .seek(to: offset, whence: whence)
}
