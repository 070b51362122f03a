import CLibAV
import Models

/// A scaled frame as 10-bit luma and chroma, each at full size, and its conversion to RGB.
///
/// libav scales into such planes with vector instructions, but into RGB with full chroma pixel by
/// pixel, which takes as long as everything else.
final class PlanarFrame {
  let size: PixelSize
  /// The stride of a plane in samples.
  private let stride: Int
  private let samples: UnsafeMutablePointer<UInt16>

  /// Rows are aligned for vector stores, and have room for a whole last vector.
  private static let grain = 32

  /// The content is undefined.
  init(size: PixelSize) {
    self.size = size
    stride = (size.width + Self.grain - 1) / Self.grain * Self.grain
    let raw = UnsafeMutableRawPointer.allocate(
      byteCount: 3 * stride * size.height * 2 + 2 * Self.grain, alignment: 2 * Self.grain)
    samples = raw.assumingMemoryBound(to: UInt16.self)
  }

  deinit {
    UnsafeMutableRawPointer(samples).deallocate()
  }

  /// Whether this gives the same result for a pixel format: luma and chroma in planes, and no
  /// alpha.
  static func suits(_ format: AVPixelFormat) -> Bool {
    guard let description = av_pix_fmt_desc_get(format)?.pointee else { return false }
    let others = AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_ALPHA | AV_PIX_FMT_FLAG_PAL
    let flags = Int32(truncatingIfNeeded: description.flags)
    return flags & AV_PIX_FMT_FLAG_PLANAR != 0 && flags & others == 0
      && description.nb_components == 3
  }

  /// The planes as libav expects them: it reads four, whatever the format.
  var planes: [UnsafeMutablePointer<UInt8>?] {
    (0..<3).map { plane in
      UnsafeMutableRawPointer(samples + plane * stride * size.height)
        .assumingMemoryBound(to: UInt8.self)
    } + [nil]
  }

  /// The stride of each plane in bytes.
  var lineSizes: [Int32] { [Int32](repeating: Int32(stride * 2), count: 3) + [0] }

  /// Writes the frame as 32-bit RGB, with 0 in the most significant byte of each pixel.
  ///
  /// - Parameters:
  ///   - color: The colour properties of its samples.
  ///   - target: Receives rows of `size.width` pixels.
  ///   - targetStride: The stride of `target` in pixels.
  func write(
    color: FrameColor, to target: UnsafeMutablePointer<UInt32>, stride targetStride: Int
  ) {
    let matrix = Matrix(color)
    let plane = stride * size.height
    for row in 0..<size.height {
      let luma = samples + row * stride
      let pixels = target + row * targetStride
      matrix.convert(
        luma, luma + plane, luma + 2 * plane, to: pixels, count: size.width)
    }
  }
}

/// The weights of luma and chroma in red, green and blue, in 8192ths.
private struct Matrix {
  private let black: Int16
  private let luma: Int16
  private let redOfV: Int16
  private let greenOfU: Int16
  private let greenOfV: Int16
  private let blueOfU: Int16

  /// Samples have two bits more than channels, weights thirteen.
  private static let shift: Int32 = 15

  /// Takes libav's weights, which are in 65 536ths and for chroma from 16 to 240.
  init(_ color: FrameColor) {
    let weights = sws_getCoefficients(color.matrix)
    func weight(_ index: Int) -> Int16 {
      let whole = Double(weights?[index] ?? 0) / 8
      return Int16((color.isFullRange ? whole * 224 / 255 : whole).rounded())
    }
    black = color.isFullRange ? 0 : 16 * 4
    luma = Int16((color.isFullRange ? 8192 : 8192.0 * 255 / 219).rounded())
    (redOfV, blueOfU, greenOfU, greenOfV) = (weight(0), weight(1), weight(2), weight(3))
  }

  /// Converts a row. With products of 16 bits by 16 and no branches, the compiler vectorises it.
  @inline(__always)
  func convert(
    _ lumas: UnsafePointer<UInt16>, _ us: UnsafePointer<UInt16>, _ vs: UnsafePointer<UInt16>,
    to pixels: UnsafeMutablePointer<UInt32>, count: Int
  ) {
    // In debug builds, a range would take longer than the arithmetic.
    var index = 0
    while index < count {
      let luma = Int16(truncatingIfNeeded: lumas[index]) &- black
      let u = Int16(truncatingIfNeeded: us[index]) &- 512
      let v = Int16(truncatingIfNeeded: vs[index]) &- 512
      let base = product(luma, self.luma) &+ (1 &<< (Self.shift &- 1))
      let red = channel(base &+ product(v, redOfV))
      let green = channel(base &- product(u, greenOfU) &- product(v, greenOfV))
      let blue = channel(base &+ product(u, blueOfU))
      pixels[index] = UInt32(bitPattern: red | green &<< 8 | blue &<< 16)
      index &+= 1
    }
  }

  @inline(__always)
  private func product(_ first: Int16, _ second: Int16) -> Int32 {
    Int32(first) &* Int32(second)
  }

  @inline(__always)
  private func channel(_ sum: Int32) -> Int32 {
    let level = sum &>> Self.shift
    let positive = level < 0 ? 0 : level
    return positive > 255 ? 255 : positive
  }
}
