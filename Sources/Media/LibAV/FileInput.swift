import CLibAV
import Glibc
import MediaCore
import Models
import Platform

/// A regular file as libav's I/O context (docs/decisions/engine-files.md).
///
/// The descriptor is our own and there is no protocol layer below the demuxer, so that no name in a
/// file or on the command line is ever taken for an address, a pattern or another file.
final class FileInput: MediaInput {
  private let opened: FileVersion
  private let descriptor: Int32

  /// Opens a file.
  ///
  /// - Throws: `.notFound`, `.noPermission`, `.noEntry`, `.notRegularFile`, `.empty`, or the
  ///   system's message.
  init(_ path: FilePath, cancellation: CancellationToken) throws(MediaError) {
    // Without O_NONBLOCK, opening a FIFO blocks until there is a writer, and cannot be cancelled; a
    // terminal must not become this process's controlling terminal.
    let descriptor: Int32
    do throws(FileError) {
      descriptor = try path.open(O_RDONLY | O_NONBLOCK | O_NOCTTY)
    } catch {
      if error.number == EACCES, let folder = path.closedFolder {
        throw .noEntry(CleanText("\(folder)"))
      }
      throw FileInput.openError(error.number)
    }
    let status: FileStatus
    do throws(SystemError) {
      status = try FileStatus(descriptor: descriptor)
    } catch {
      close(descriptor)
      throw FileInput.openError(error.number)
    }
    guard status.kind == .file, status.size > 0 else {
      close(descriptor)
      throw status.kind == .file ? .empty : .notRegularFile
    }
    self.descriptor = descriptor
    opened = FileVersion(status)
    super.init(cancellation)
    guard rewind() else { throw .tooLarge }
  }

  deinit {
    close(descriptor)
  }

  override var fileVersion: FileVersion? { opened }

  override var byteCount: Int64? { Int64(opened.size) }

  override var presentByteCount: Int64? {
    (try? FileStatus(descriptor: descriptor)).map { Int64($0.size) }
  }

  override var isCheapToScan: Bool { opened.size <= DecodeLimits.scanBytes }

  override func rewind() -> Bool {
    lseek(descriptor, 0, SEEK_SET)
    return open()
  }

  override func read(into buffer: UnsafeMutablePointer<UInt8>, count: Int32) -> Int32 {
    if cancellation.shouldStop { return AVStatus.exit }
    while true {
      let result = Glibc.read(descriptor, buffer, Int(count))
      if result > 0 { return Int32(result) }
      if result == 0 { return AVStatus.endOfFile }
      let code = errno
      if code == EINTR { continue }
      // libav treats many other conditions as input errors, too.
      failure = Self.openError(code)
      return -code
    }
  }

  override func move(to offset: Int64) -> Int64 {
    let result = lseek(descriptor, Int(offset), SEEK_SET)
    return result < 0 ? Int64(-errno) : Int64(result)
  }

  private static func openError(_ code: Int32) -> MediaError {
    switch code {
    case ENOENT, ENOTDIR: .notFound
    case EACCES, EPERM: .noPermission
    // A socket, or a device without a driver.
    case ENXIO, ENODEV: .notRegularFile
    default: .other(CleanText(String(cString: strerror(code))))
    }
  }
}
