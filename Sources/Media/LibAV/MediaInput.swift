import CLibAV
import Glibc
import MediaCore
import Models

/// Where a clip's bytes come from, as the demuxer sees it.
protocol MediaInput: AnyObject {
  var cancellation: CancellationToken { get }

  /// libav's I/O context; replaced by `rewind`.
  var context: UnsafeMutablePointer<AVIOContext>? { get }

  /// Bytes in the file; `nil` if nobody knows.
  var byteCount: Int64? { get }

  /// Bytes in the file just now; `nil` where it cannot grow.
  var presentByteCount: Int64? { get }

  /// Whether it goes on for as long as somebody sends it.
  var isLive: Bool { get }

  /// When the file was last written, in seconds since 1970; `nil` for what is none of this machine's.
  var modified: Double? { get }

  /// What is here already and has not been handed to libav; `nil` where nothing is waited for.
  var readAhead: ReadAhead? { get }

  /// Up to which second, counted from its beginning, it is here; `nil` unless it names its parts by
  /// their lengths.
  var reach: Double? { get }

  /// Whether more of it is fetched although nobody reads.
  var isFetching: Bool { get }

  /// Whether reading all of it, to learn how long it is, is a matter of moments.
  var isCheapToScan: Bool { get }

  /// Why reading failed, where a return code of libav does not say it.
  var failure: MediaError? { get }

  /// Makes a fresh I/O context at the first byte. The old one must not be in use any more.
  ///
  /// - Returns: Whether that was possible.
  func rewind() -> Bool
}

extension MediaInput {
  var presentByteCount: Int64? { nil }
  var isLive: Bool { false }
  var modified: Double? { nil }

  var readAhead: ReadAhead? { nil }
  var reach: Double? { nil }
  var isFetching: Bool { false }
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
