import Glibc
import Platform

/// A program with pipes as its input, output and errors. None of these ever blocks.
///
/// Used by one thread only, which has all signals blocked: SIGPIPE, too.
final class SFTPPipes {
  let process: ChildProcess
  /// To write to, and to read from.
  let input: Int32
  let output: Int32
  let errors: Int32

  /// F_SETPIPE_SZ, missing from the overlay, and what is asked for, in bytes: what arrives while this
  /// thread works need not wait.
  private static let setSize: Int32 = 1_031
  private static let size: Int32 = 1 << 20

  /// Starts a program.
  ///
  /// - Throws: Why it could not be started.
  init(
    _ program: String, _ arguments: [String], _ environment: [String: String], asks: Bool
  ) throws(SystemError) {
    var ends: [Int32] = []
    do throws(SystemError) {
      for _ in 0..<3 {
        var pair: [Int32] = [-1, -1]
        guard pipe(&pair) == 0 else { throw SystemError() }
        ends += pair
      }
      process = try ChildProcess.start(
        program, arguments: arguments.map { Array($0.utf8) },
        in: .piped(input: ends[0], output: ends[3], errors: ends[5], asks: asks),
        environment: environment)
    } catch {
      for end in ends { Glibc.close(end) }
      throw error
    }
    for end in [ends[0], ends[3], ends[5]] { Glibc.close(end) }
    (input, output, errors) = (ends[1], ends[2], ends[4])
    for end in [input, output, errors] {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    _ = fcntl(output, Self.setSize, Self.size)
  }

  deinit {
    for end in [input, output, errors] { Glibc.close(end) }
  }

  /// Reads what is there, up to a limit.
  ///
  /// - Parameter body: Takes the bytes, which are invalid afterwards.
  /// - Returns: Whether the pipe is still open.
  func read<Failure: Error>(
    _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer,
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    if count > 0 { try body(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
    return count > 0 || count < 0 && (errno == EAGAIN || errno == EINTR)
  }

  /// Writes the first bytes, as many as there is room for, and removes them.
  ///
  /// - Returns: Whether the pipe is still open.
  func write(_ bytes: inout [UInt8]) -> Bool {
    guard !bytes.isEmpty else { return true }
    let count = bytes.withUnsafeBytes { Glibc.write(input, $0.baseAddress, $0.count) }
    guard count > 0 else { return errno == EAGAIN || errno == EINTR }
    bytes.removeFirst(count)
    return true
  }
}
