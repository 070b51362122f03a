import Glibc
import Models

/// Why a pseudo-terminal or a process in it could not be created: the failed call and its error.
package struct PtyError: Error, CustomStringConvertible {
  package let call: String
  package let number: Int32

  /// Creates an error from a call's name and `errno`.
  package init(call: String, number: Int32) {
    self.call = call
    self.number = number
  }

  package var description: String { "\(call): \(String(cString: strerror(number)))" }
}

/// A pseudo-terminal, seen from its controlling side: the program reads as keys what is written
/// here, and what the program writes is read here.
///
/// Thread-safe; the descriptor never changes and closes with the last reference.
package final class Pty: Sendable {
  /// The controlling side: non-blocking, close-on-exec.
  package let fileDescriptor: Int32
  /// The terminal's own path, such as `/dev/pts/3`.
  package let devicePath: String

  // Linux's TIOCSPTLCK and TIOCGPTN, macros that Swift does not import.
  private static let setLock: UInt = 0x4004_5431
  private static let getNumber: UInt = 0x8004_5430

  /// The result of waiting for output.
  package enum Output: Equatable, Sendable {
    /// Output: at least one byte.
    case bytes([UInt8])
    /// Nothing within the time.
    case nothing
    /// The last program that had the terminal open has exited, and all of its output was read.
    case hangup
  }

  /// Opens a pseudo-terminal.
  ///
  /// - Parameters:
  ///   - size: Its size in cells.
  ///   - cellPixels: The size of a cell in pixels for `TIOCGWINSZ`; `nil` gives zero, like
  ///     terminals that do not report it.
  /// - Throws: `PtyError` if the system has none left.
  package init(size: CellSize, cellPixels: PixelSize? = nil) throws(PtyError) {
    // Opened with O_CLOEXEC from the start, unlike with openpty: a process that another test starts
    // at the same time must not keep this terminal open.
    let descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw PtyError(call: "open /dev/ptmx", number: errno) }
    var unlocked: Int32 = 0
    var number: Int32 = 0
    guard ioctl(descriptor, Self.setLock, &unlocked) == 0,
      ioctl(descriptor, Self.getNumber, &number) == 0
    else {
      let failure = errno
      close(descriptor)
      throw PtyError(call: "ioctl /dev/ptmx", number: failure)
    }
    fileDescriptor = descriptor
    devicePath = "/dev/pts/\(number)"
    resize(size, cellPixels: cellPixels)
  }

  deinit {
    close(fileDescriptor)
  }

  /// Opens the program's side in this process, without making it the controlling terminal.
  ///
  /// - Returns: A descriptor for the caller to close, or -1.
  package func openDevice() -> Int32 {
    open(devicePath, O_RDWR | O_NOCTTY | O_CLOEXEC)
  }

  /// Waits for output and reads it.
  ///
  /// - Parameters:
  ///   - timeout: Seconds to wait; zero only polls.
  ///   - limit: The maximum number of bytes.
  /// - Returns: The bytes, or why there are none.
  package func read(timeout: Double, limit: Int = 65_536) -> Output {
    guard wait(for: POLLIN, timeout: timeout) else { return .nothing }
    var isHungUp = false
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      let result = Glibc.read(fileDescriptor, buffer.baseAddress, buffer.count)
      count = max(result, 0)
      isHungUp = result < 0 && errno == EIO
    }
    if isHungUp { return .hangup }
    return bytes.isEmpty ? .nothing : .bytes(bytes)
  }

  /// Writes input for the program.
  ///
  /// - Parameters:
  ///   - bytes: The input.
  ///   - timeout: Seconds to wait for room.
  /// - Returns: Whether all of it was written.
  @discardableResult
  package func write(_ bytes: some Collection<UInt8>, timeout: Double = 5) -> Bool {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(fileDescriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        guard wait(for: POLLOUT, timeout: timeout) else { return false }
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }

  /// Changes the size; the foreground program receives SIGWINCH.
  package func resize(_ size: CellSize, cellPixels: PixelSize? = nil) {
    var window = winsize()
    window.ws_col = UInt16(clamping: size.columns)
    window.ws_row = UInt16(clamping: size.rows)
    window.ws_xpixel = UInt16(clamping: size.columns * (cellPixels?.width ?? 0))
    window.ws_ypixel = UInt16(clamping: size.rows * (cellPixels?.height ?? 0))
    _ = ioctl(fileDescriptor, UInt(TIOCSWINSZ), &window)
  }

  /// The terminal's current modes.
  package var modes: TerminalModes { TerminalModes(of: fileDescriptor) }

  private func wait(for event: Int32, timeout: Double) -> Bool {
    var wanted = pollfd(fd: fileDescriptor, events: Int16(event), revents: 0)
    // Rounded up: a positive wait must not become a busy loop.
    let milliseconds = Int32(max(0, min(timeout, 3_600)) * 1_000 + 0.999)
    return poll(&wanted, 1, milliseconds) > 0
  }
}

/// A terminal's modes, to check that a program has restored them.
package struct TerminalModes: Equatable, Sendable {
  package let inputFlags: UInt32
  package let outputFlags: UInt32
  package let controlFlags: UInt32
  package let localFlags: UInt32
  package let controlCharacters: [UInt8]

  /// Reads the modes of the terminal behind a descriptor; all zero if it is not a terminal.
  package init(of fileDescriptor: Int32) {
    var modes = termios()
    tcgetattr(fileDescriptor, &modes)
    inputFlags = modes.c_iflag
    outputFlags = modes.c_oflag
    controlFlags = modes.c_cflag
    localFlags = modes.c_lflag
    controlCharacters = withUnsafeBytes(of: modes.c_cc) { Array($0) }
  }

  /// Whether the terminal echoes keys and delivers whole lines, as under a shell.
  package var isCooked: Bool {
    localFlags & UInt32(ICANON) != 0 && localFlags & UInt32(ECHO) != 0
  }
}
