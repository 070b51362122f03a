import Glibc
import Models
import Platform
import TerminalCore

/// The terminal's device: its modes, its size, and two descriptors for it that only Flick uses.
///
/// They are opened separately, so they can be non-blocking without affecting the shell's
/// descriptors, and keys arrive even when standard input is a pipe.
final class TerminalDevice: Sendable {
  /// For reading, non-blocking.
  let input: Int32
  /// For writing, non-blocking.
  let output: Int32
  /// Records what is written; `nil` for none.
  let recorder: (any OutputRecorder)?
  /// The original modes.
  let originalModes: LineModes

  /// Opens the terminal.
  ///
  /// - Parameters:
  ///   - path: The device; `nil` for the controlling terminal or, without one, the device of the
  ///     standard descriptors.
  ///   - recorder: Records what is written.
  /// - Throws: `noTerminal` if there is none, `device` if it cannot be used.
  init(path: String?, recorder: (any OutputRecorder)? = nil) throws(TerminalError) {
    guard let path = path ?? Self.findPath() else { throw .noTerminal }
    let flags = O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    let input = open(path, O_RDONLY | flags)
    let output = open(path, O_WRONLY | flags)
    guard input >= 0, output >= 0, let modes = LineModes(of: output) else {
      let reason = CleanText(String(cString: strerror(errno)))
      if input >= 0 { close(input) }
      if output >= 0 { close(output) }
      throw .device(reason)
    }
    self.input = input
    self.output = output
    originalModes = modes
    self.recorder = recorder
  }

  deinit {
    close(input)
    close(output)
  }

  private static func findPath() -> String? {
    let controlling = open("/dev/tty", O_RDWR | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    if controlling >= 0 {
      close(controlling)
      return "/dev/tty"
    }
    for descriptor in [STDOUT_FILENO, STDIN_FILENO, STDERR_FILENO] {
      var name = [CChar](repeating: 0, count: Int(PATH_MAX))
      if ttyname_r(descriptor, &name, name.count) == 0 {
        return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      }
    }
    return nil
  }

  /// The size from the kernel, in cells and in pixels; unset values are zero.
  var windowSize: winsize {
    var size = winsize()
    _ = ioctl(output, UInt(TIOCGWINSZ), &size)
    return size
  }

  /// Passes every byte unchanged, in both directions.
  func setRawModes() {
    originalModes.raw.apply(to: output)
  }

  /// Whether the raw modes are still set.
  var hasRawModes: Bool { LineModes(of: output) == originalModes.raw }

  /// Restores the original modes, and drops unread keys and replies.
  func restoreModes() {
    tcflush(input, TCIFLUSH)
    originalModes.apply(to: output)
  }

  /// Drops output that the terminal has not taken.
  func discardOutput() {
    tcflush(output, TCOFLUSH)
  }

  /// Writes what the terminal accepts without waiting.
  ///
  /// - Returns: How many bytes were written; `nil` if the terminal is gone.
  func write(_ bytes: ArraySlice<UInt8>) -> Int? {
    var done = 0
    while done < bytes.count {
      let rest = bytes.dropFirst(done)
      let count = rest.withUnsafeBytes { bytes in
        let count = Glibc.write(output, bytes.baseAddress, bytes.count)
        if count > 0 {
          recorder?.wrote(UnsafeRawBufferPointer(rebasing: bytes[..<count]), at: HostTime.now)
        }
        return count
      }
      if count > 0 {
        done += count
      } else if count < 0, errno == EAGAIN {
        return done
      } else if count < 0, errno != EINTR {
        return nil
      }
    }
    return done
  }

  /// Writes a few essential bytes, waiting for a stuck terminal for a limited time.
  ///
  /// - Parameters:
  ///   - bytes: What to write.
  ///   - timeout: Seconds in total.
  /// - Returns: Whether everything was written.
  @discardableResult
  func writeAll(_ bytes: [UInt8], timeout: Double) -> Bool {
    var rest = bytes[...]
    var attempts = Int(timeout / 0.01)
    while !rest.isEmpty, let count = write(rest) {
      rest = rest.dropFirst(count)
      guard !rest.isEmpty, attempts > 0 else { return rest.isEmpty }
      attempts -= 1
      _ = waitForRoom(milliseconds: 10)
    }
    return rest.isEmpty
  }

  /// Waits until the terminal accepts bytes.
  ///
  /// - Returns: Whether it does.
  func waitForRoom(milliseconds: Int32) -> Bool {
    var writable = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
    return poll(&writable, 1, milliseconds) > 0
  }

  /// Returns as soon as there is input; waits at most 10 seconds.
  func waitForInput(seconds: Double) {
    var readable = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
    poll(&readable, 1, Int32(min(max(seconds, 0), 10) * 1000) + 1)
  }

  /// Reads the available input.
  ///
  /// - Returns: How many bytes were read, 0 if there are none now; `nil` at the end of input.
  func read(into buffer: inout [UInt8]) -> Int? {
    while true {
      let count = Glibc.read(input, &buffer, buffer.count)
      if count > 0 { return count }
      if count == 0 { return nil }
      switch errno {
      case EINTR: continue
      case EAGAIN: return 0
      default: return nil
      }
    }
  }
}
