import CAllocations
import Graphics
import Models

/// What each glyph set costs, and how close it comes to the frame: all are compared on the raster
/// of 2 by 12 parts a cell that they all fit.
enum GlyphBench {
  private static let size = CellSize(columns: 160, rows: 48)
  private static let parts = PixelSize(width: 2, height: MosaicMask.rows)
  private static let frameCount = 30

  static func run(_ report: inout Report, clock: () -> Double) {
    let frames = (0..<frameCount).map(frame)
    for set in GlyphSet.allCases {
      let scaled = frames.map { $0.averaged(from: parts, to: set.raster, cells: size) }
      for lambda in [0, 2] {
        measure(set, lambda, scaled, frames, clock, &report)
      }
    }
  }

  private static func measure(
    _ set: GlyphSet, _ lambda: Int, _ frames: [PixelBuffer], _ originals: [PixelBuffer],
    _ clock: () -> Double, _ report: inout Report
  ) {
    var surface = Surface(size: size)
    surface.frameForm = .glyphs(set)
    var encoder = FrameEncoder(size: size, depth: .trueColor)
    encoder.glyphs = set
    encoder.lambda = Double(lambda)
    var output: [UInt8] = []
    var (drawing, encoding, bytes, error) = (0.0, 0.0, 0, 0.0)
    var allocations: UInt64 = 0
    for (index, frame) in frames.enumerated() {
      output.removeAll(keepingCapacity: true)
      let allocationsBefore = flick_allocation_count()
      let start = clock()
      surface.drawFrame(frame, in: surface.bounds)
      let drawn = clock()
      let count = encoder.encode(surface, masking: [], byteLimit: nil, into: &output)
      let encoded = clock()
      // The first frame is another matter: everything is unknown, and memory is found.
      guard index > 0 else { continue }
      allocations += flick_allocation_count() - allocationsBefore
      drawing += drawn - start
      encoding += encoded - drawn
      bytes += count
      error += squaredError(encoder, originals[index])
    }
    let frames = Double(frames.count - 1)
    let cells = frames * Double(size.columns * size.rows)
    let name = "glyphs.\(set).lambda\(lambda)"
    report.add("\(name).draw", drawing / cells * 1e9, "ns/cell")
    report.add("\(name).encode", encoding / cells * 1e9, "ns/cell")
    report.add("\(name).bytes", Double(bytes) / frames, "B")
    report.add("\(name).allocations", Double(allocations) / frames, "allocations")
    // Characters of text have no parts to compare.
    guard set != .ascii else { return }
    report.add("\(name).error", error / cells / Double(MosaicMask.partCount * 3), "squared levels")
  }

  private static func squaredError(_ encoder: FrameEncoder, _ original: PixelBuffer) -> Double {
    var sum = 0
    original.withPixels { pixels in
      for row in 0..<size.rows {
        for column in 0..<size.columns {
          guard let mosaic = encoder.shownCell(column: column, row: row)?.mosaic else { continue }
          for part in 0..<MosaicMask.partCount {
            let isFirst = mosaic.mask.rawValue >> UInt32(part) & 1 != 0
            let place =
              (row * parts.height + part / 2) * size.columns * 2 + column * 2 + part % 2
            sum += (isFirst ? mosaic.first : mosaic.second)
              .squaredDifference(to: Color(rawValue: pixels[place]))
          }
        }
      }
    }
    return Double(sum)
  }

  /// A drifting ground with a little grain, and discs with sharp edges that cross it.
  private static func frame(frame: Int) -> PixelBuffer {
    let pixels = PixelSize(
      width: size.columns * parts.width, height: size.rows * parts.height)
    var noise = UInt32(truncatingIfNeeded: frame) &* 2_654_435_761 | 1
    let wave = { (value: Int) in value & 511 < 256 ? value & 511 : 511 - value & 511 }
    return PixelBuffer(
      size: pixels,
      pixels: (0..<pixels.width * pixels.height).map { index in
        noise ^= noise << 13
        noise ^= noise >> 17
        noise ^= noise << 5
        let (x, y) = (index % pixels.width, index / pixels.width)
        let (discX, discY) = ((x + frame * 3) % 64 - 32, (y + frame) % 48 - 24)
        let isDisc = discX * discX + discY * discY < 300
        let grain = Int(noise & 3)
        return Color(
          red: UInt8(isDisc ? 230 : wave(x * 2 + y + frame) / 2 + grain),
          green: UInt8(wave(y - x + frame / 2) / 2 + 40 + grain),
          blue: UInt8(isDisc ? 40 : wave(x + y * 2) / 3 + 60 + grain)
        ).rawValue
      })
  }
}

extension PixelBuffer {
  /// The frame with fewer pixels a cell, each the mean of those it takes the place of.
  func averaged(
    from parts: PixelSize, to raster: PixelSize, cells: CellSize
  ) -> PixelBuffer {
    let target = PixelSize(
      width: cells.columns * raster.width, height: cells.rows * raster.height)
    /// The first line or column of a block.
    func start(_ block: Int, _ all: Int, _ blocks: Int) -> Int {
      (block * all + blocks - 1) / blocks
    }
    return withPixels { pixels in
      PixelBuffer(
        size: target,
        pixels: (0..<(target.width * target.height)).map { index in
          let (x, y) = (index % target.width, index / target.width)
          var sums: (UInt32, UInt32, UInt32, count: UInt32) = (0, 0, 0, 0)
          let top = y / raster.height * parts.height
          let left = x / raster.width * parts.width
          let (row, column) = (y % raster.height, x % raster.width)
          for line in start(
            row, parts.height, raster.height)..<start(
              row + 1, parts.height, raster.height)
          {
            for place in start(
              column, parts.width, raster.width)..<start(
                column + 1, parts.width, raster.width)
            {
              let pixel = pixels[(top + line) * size.width + left + place]
              sums.0 += pixel & 0xFF
              sums.1 += pixel >> 8 & 0xFF
              sums.2 += pixel >> 16 & 0xFF
              sums.count += 1
            }
          }
          let count = max(sums.count, 1)
          return sums.0 / count | (sums.1 / count) << 8 | (sums.2 / count) << 16
        })
    }
  }
}

extension Color {
  func squaredDifference(to other: Color) -> Int {
    let red = Int(red) - Int(other.red)
    let green = Int(green) - Int(other.green)
    let blue = Int(blue) - Int(other.blue)
    return red * red + green * green + blue * blue
  }
}

extension Benchmark {
  /// The glyph sets, on frames made here.
  static let glyphs = Benchmark(name: "glyphs") { report in
    GlyphBench.run(&report, clock: { ProcessorTime.ofThisProcess })
  }
}
