import CZlib

/// Compresses images row by row (zlib, RFC 1950), at the fastest level.
///
/// The zlib state is reused: 256 KB are allocated once.
@MainActor final class Deflater {
  /// The output for the image so far.
  private(set) var output: [UInt8] = []
  private var stream: UnsafeMutablePointer<z_stream>
  /// Whether zlib has succeeded so far.
  private(set) var isIntact: Bool

  /// Creates a compressor.
  init() {
    // zlib keeps a pointer to its stream, so it must not move.
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    isIntact = flick_deflate_init(stream, 1) == Z_OK
  }

  isolated deinit {
    deflateEnd(stream)
    stream.deallocate()
  }

  /// Starts an image.
  func begin() {
    output.removeAll(keepingCapacity: true)
    isIntact = isIntact && deflateReset(stream) == Z_OK
  }

  /// Adds a row.
  func append(_ row: inout [UInt8]) {
    run(&row, flush: Z_NO_FLUSH)
  }

  /// Finishes the image; `output` is then complete.
  func finish() {
    var nothing: [UInt8] = []
    run(&nothing, flush: Z_FINISH)
  }

  private func run(_ input: inout [UInt8], flush: Int32) {
    guard isIntact else { return }
    let block = 1 << 16
    input.withUnsafeMutableBufferPointer { input in
      stream.pointee.next_in = input.baseAddress
      stream.pointee.avail_in = uInt(input.count)
      repeat {
        let start = output.count
        output.append(contentsOf: repeatElement(0, count: block))
        let result = output.withUnsafeMutableBufferPointer { output in
          stream.pointee.next_out = output.baseAddress.map { $0 + start }
          stream.pointee.avail_out = uInt(block)
          return deflate(stream, flush)
        }
        output.removeLast(Int(stream.pointee.avail_out))
        isIntact = result == Z_OK || result == Z_STREAM_END || result == Z_BUF_ERROR
      } while isIntact && stream.pointee.avail_out == 0
      stream.pointee.next_in = nil
      stream.pointee.avail_in = 0
    }
  }
}
