import CZlib
import Graphics
import Models

/// Compresses images row by row (zlib, RFC 1950), at the fastest level.
///
/// The zlib state is reused: 256 KB are allocated once.
@MainActor final class Deflater {
  private var output: [UInt8] = []
  /// A row of pixels, and its bytes.
  private var pixels: [UInt32] = []
  private var packed: [UInt8] = []
  private var stream: UnsafeMutablePointer<z_stream>
  /// Whether zlib has succeeded so far.
  private var isIntact: Bool

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

  /// Compresses an image, three bytes per pixel.
  ///
  /// - Returns: The output, until the next image; `nil` if zlib failed.
  func compress(_ reader: ImageReader) -> ArraySlice<UInt8>? {
    let size = reader.size
    if pixels.count != size.width {
      pixels = Array(repeating: 0, count: size.width)
      packed = Array(repeating: 0, count: size.width * 3)
    }
    output.removeAll(keepingCapacity: true)
    isIntact = isIntact && deflateReset(stream) == Z_OK
    for row in 0..<size.height {
      pixels.withUnsafeMutableBufferPointer { pixels in
        reader.read(row: row, columns: 0..<size.width, into: pixels)
        packed.withUnsafeMutableBufferPointer { packed in
          for index in 0..<size.width {
            let pixel = pixels[index]
            packed[index &* 3] = UInt8(truncatingIfNeeded: pixel)
            packed[index &* 3 &+ 1] = UInt8(truncatingIfNeeded: pixel >> 8)
            packed[index &* 3 &+ 2] = UInt8(truncatingIfNeeded: pixel >> 16)
          }
        }
      }
      run(&packed, flush: Z_NO_FLUSH)
    }
    var nothing: [UInt8] = []
    run(&nothing, flush: Z_FINISH)
    return isIntact ? output[...] : nil
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
