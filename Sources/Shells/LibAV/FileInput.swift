import CLibAV
import Glibc
import MediaCore
import Models

/// A regular file's bytes as libav's I/O context.
///
/// The descriptor is our own and there is no protocol layer below the demuxer, so that no name in a
/// file or on the command line is ever taken for an address, a pattern or another file.
final class FileInput {
  let cancellation: CancellationToken
  /// Bytes in the file when it was opened.
  let byteCount: Int64
  private let descriptor: Int32
  private(set) var context: UnsafeMutablePointer<AVIOContext>?

  /// Opens a file.
  ///
  /// - Throws: `.notFound`, `.noPermission`, `.notRegularFile`, `.empty`, or the system's words.
  init(_ path: FilePath, cancellation: CancellationToken) throws(MediaError) {
    // Without O_NONBLOCK, opening a FIFO waits for a writer, where no token can reach; a terminal
    // must not become this process's own.
    let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    let descriptor = path.withCString { Glibc.open($0, flags) }
    guard descriptor >= 0 else { throw Self.openError(errno) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      let code = errno
      close(descriptor)
      throw Self.openError(code)
    }
    guard status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else {
      close(descriptor)
      throw status.st_mode & S_IFMT == S_IFREG ? .empty : .notRegularFile
    }
    self.descriptor = descriptor
    self.cancellation = cancellation
    byteCount = Int64(status.st_size)
    guard rewind() else { throw .tooLarge }
  }

  deinit {
    freeContext()
    close(descriptor)
  }

  /// Makes a fresh I/O context at the first byte. The old one must not be in use any more.
  ///
  /// - Returns: Whether there was memory for it.
  func rewind() -> Bool {
    freeContext()
    lseek(descriptor, 0, SEEK_SET)
    guard let buffer = av_malloc(Self.bufferSize) else { return false }
    // Unretained: the context is freed before this object is.
    context = avio_alloc_context(
      buffer.assumingMemoryBound(to: UInt8.self), Int32(Self.bufferSize), 0,
      Unmanaged.passUnretained(self).toOpaque(), readFromInput, nil, seekInInput)
    if context == nil { av_free(buffer) }
    return context != nil
  }

  fileprivate func read(into buffer: UnsafeMutablePointer<UInt8>, count: Int32) -> Int32 {
    if cancellation.shouldStop { return AVStatus.exit }
    while true {
      let result = Glibc.read(descriptor, buffer, Int(count))
      if result > 0 { return Int32(result) }
      if result == 0 { return AVStatus.endOfFile }
      if errno != EINTR { return -errno }
    }
  }

  fileprivate func seek(to offset: Int64, whence: Int32) -> Int64 {
    if whence & AVSEEK_SIZE != 0 {
      var status = stat()
      return fstat(descriptor, &status) == 0 ? Int64(status.st_size) : byteCount
    }
    let result = lseek(descriptor, Int(offset), whence & ~AVSEEK_FORCE)
    return result < 0 ? Int64(-errno) : Int64(result)
  }

  private func freeContext() {
    guard let old = context else { return }
    // The buffer may have been replaced since, so it is freed through the context.
    av_freep(&old.pointee.buffer)
    avio_context_free(&context)
  }

  private static let bufferSize = 32_768

  private static func openError(_ code: Int32) -> MediaError {
    switch code {
    case ENOENT, ENOTDIR: .notFound
    case EACCES, EPERM: .noPermission
    // A socket, or a device without its driver.
    case ENXIO, ENODEV: .notRegularFile
    default: .other(CleanText(String(cString: strerror(code))))
    }
  }
}

// File-scope functions: closures formed in a main-actor context would trap on libav's threads.
private func readFromInput(
  _ opaque: UnsafeMutableRawPointer?, _ buffer: UnsafeMutablePointer<UInt8>?, _ count: Int32
) -> Int32 {
  guard let opaque, let buffer else { return -EINVAL }
  return Unmanaged<FileInput>.fromOpaque(opaque).takeUnretainedValue()
    .read(into: buffer, count: count)
}

private func seekInInput(
  _ opaque: UnsafeMutableRawPointer?, _ offset: Int64, _ whence: Int32
) -> Int64 {
  guard let opaque else { return Int64(-EINVAL) }
  return Unmanaged<FileInput>.fromOpaque(opaque).takeUnretainedValue()
    .seek(to: offset, whence: whence)
}
