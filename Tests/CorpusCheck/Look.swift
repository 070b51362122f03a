import Models
import TestSupport

/// What the frames of a clip look like, as far as that can be told from single places of them.
enum Look {
  /// A grid that tells the frame's number.
  case grid(GridCode.Shape, Tolerance)
  /// A grid that changes its shape at some frames; what comes later lies within the first one.
  case mixed([Part])
  /// Green and red, then half of both, then nothing.
  case transparent
  /// A red square on nothing, ten pixels further with each frame.
  case movingSquare
  case color(UInt32, within: Int)
  case any

  /// From which frame on a grid has a shape, and its ratio of width to height, as parts of the
  /// clip's own.
  struct Part {
    var first: Int
    var shape: GridCode.Shape
    var region: FrameRegion
  }

  /// How far colours may be off, from 0 to 255.
  struct Tolerance {
    var color = 12
    var gray = 8
    var isGray = false
    /// High dynamic range: judged by what the manifest says in words.
    var isMapped = false

    /// Any readable colours.
    static let loose = Tolerance(color: 255, gray: 255)
  }

  /// The look of a clip of a manifest.
  init(of entry: Entry) {
    switch (entry.grid, entry.file) {
    case (.mixed, _):
      // 320 x 180, then 270 x 480, then 640 x 360.
      self = .mixed([
        Part(first: 0, shape: .landscape, region: .whole),
        Part(first: 30, shape: .portrait, region: Self.middle(0.5625 * 180 / 320)),
        Part(first: 60, shape: .landscape, region: .whole),
      ])
    case (_, "sar_change.ts"):
      // 16:9, then 4:3.
      self = .mixed([
        Part(first: 0, shape: .landscape, region: .whole),
        Part(first: 45, shape: .landscape, region: Self.middle(0.75)),
      ])
    case (.portrait, let file): self = .grid(.portrait, Self.tolerance(of: file, entry.group))
    case (.landscape, let file): self = .grid(.landscape, Self.tolerance(of: file, entry.group))
    case (.none, "alpha_transparent.gif"): self = .movingSquare
    case (.none, let file) where file.hasPrefix("alpha_"): self = .transparent
    case (.none, "sar_extreme_60_1.mp4"): self = .color(0x00_00FF, within: 30)
    case (.none, let file) where file.hasPrefix("dim_"): self = .color(0x00_A5FF, within: 12)
    case (.none, _): self = .any
    }
  }

  private static func middle(_ width: Double) -> FrameRegion {
    FrameRegion(x: (1 - width) / 2, y: 0, width: width, height: 1)
  }

  private static func tolerance(of file: String, _ group: String) -> Tolerance {
    switch file {
    case "col_hdr10_pq.mp4", "col_hlg.mp4": return Tolerance(isMapped: true)
    case "pix_gray_h264.mp4", "pix_gray16.mkv": return Tolerance(color: 24, gray: 12, isGray: true)
    case "dim_8192x16.mp4", "dim_16x8192.mp4": return Tolerance(color: 40, gray: 40)
    case "pix_mjpeg_yuvj422.avi": return Tolerance(color: 20, gray: 20)
    // The writers of these have few colours, or lose much.
    case "still.gif": return Tolerance(color: 40, gray: 40)
    case "col_bt2020_sdr10.mp4", "col_bt470bg_gamma28.mp4", "pix_yuv410_cinepak.avi":
      return Tolerance(color: 60, gray: 40)
    default:
      if group == "load" { return .loose }
      return group == "colour" ? Tolerance() : Tolerance(color: 24, gray: 16)
    }
  }

  /// Judges a frame.
  ///
  /// - Parameters:
  ///   - pixels: What was on the screen.
  ///   - numbers: The frames that may have been on the screen.
  /// - Returns: What is wrong; `nil` if nothing is.
  func fault(in pixels: PixelBuffer, numbers: ClosedRange<Int>) -> String? {
    switch self {
    case .grid(let shape, let tolerance):
      Self.gridFault(pixels, .whole, shape, tolerance, numbers)
    case .mixed(let parts):
      Self.mixedFault(pixels, parts, numbers)
    case .transparent:
      Self.colorFault(
        pixels,
        [
          (0.25, 0.15, 0x00_FF00), (0.75, 0.15, 0x00_00FF), (0.25, 0.5, 0x00_8000),
          (0.75, 0.5, 0x00_0080), (0.5, 0.85, 0),
        ], within: 40)
    case .movingSquare:
      Self.squareFault(pixels, numbers.lowerBound)
    case .color(let color, let tolerance):
      Self.colorFault(pixels, [(0.5, 0.5, color)], within: tolerance)
    case .any: nil
    }
  }

  /// The number that a frame carries; `nil` if it cannot be read.
  func number(in pixels: PixelBuffer) -> Int? {
    switch self {
    case .grid(let shape, let tolerance):
      let code = GridCode(pixels, shape: shape, isGray: tolerance.isGray)
      return code.isReadable ? code.number : nil
    case .mixed(let parts):
      for part in parts {
        let code = GridCode(pixels, region: part.region, shape: part.shape)
        if code.isReadable { return code.number }
      }
      return nil
    default: return nil
    }
  }

  private static func gridFault(
    _ pixels: PixelBuffer, _ region: FrameRegion, _ shape: GridCode.Shape,
    _ tolerance: Tolerance, _ numbers: ClosedRange<Int>
  ) -> String? {
    let code = GridCode(pixels, region: region, shape: shape, isGray: tolerance.isGray)
    guard code.isReadable else {
      if let turned = GridCode.orientation(of: pixels, region: region) {
        return "upright \(shape), got \(turned.shape) mirrored \(turned.mirror)"
      }
      return "a grid, got none that can be read (colours off by \(code.colorError))"
    }
    guard numbers.contains(code.number) else {
      return numbers.count == 1
        ? "frame \(numbers.lowerBound), got \(code.number)" : "frame \(numbers), got \(code.number)"
    }
    if tolerance.isMapped { return mappedFault(pixels, shape) }
    guard code.colorError <= tolerance.color, code.grayError <= tolerance.gray else {
      return "colours within \(tolerance.color) and grays within \(tolerance.gray), "
        + "got \(code.colorError) and \(code.grayError)"
    }
    return nil
  }

  // White brighter than 200, gray 128 between 90 and 170, red clearly red.
  private static func mappedFault(_ pixels: PixelBuffer, _ shape: GridCode.Shape) -> String? {
    func square(_ row: Int, _ column: Int) -> (red: Int, green: Int, blue: Int) {
      let (minor, major) = ((Double(column) + 0.5) / 4, (Double(row) + 0.5) / 7)
      return shape == .portrait ? color(pixels, minor, major) : color(pixels, major, minor)
    }
    let (white, red, gray) = (square(0, 0), square(0, 1), square(5, 2))
    guard min(white.red, white.green, white.blue) > 200, (90...170).contains(gray.green),
      red.red - red.green > 100
    else { return "white, red and gray of an ordinary range, got \(white), \(red), \(gray)" }
    return nil
  }

  private static func mixedFault(
    _ pixels: PixelBuffer, _ parts: [Part], _ numbers: ClosedRange<Int>
  ) -> String? {
    guard let part = parts.last(where: { $0.first <= numbers.lowerBound }) else { return nil }
    return gridFault(
      pixels, part.region, part.shape, Tolerance(color: 24, gray: 16), numbers)
  }

  private static func squareFault(_ pixels: PixelBuffer, _ number: Int) -> String? {
    let middle = Double(10 * number + 30) / 270
    let height = 230.0 / 480
    var places: [(Double, Double, UInt32)] = [
      (middle, height, 0x00_00FF), (0.5, 0.2, 0), (0.5, 0.8, 0),
    ]
    if number >= 6 { places.append((Double(10 * number - 30) / 270, height, 0)) }
    return colorFault(pixels, places, within: 40)
  }

  private static func colorFault(
    _ pixels: PixelBuffer, _ places: [(Double, Double, UInt32)], within tolerance: Int
  ) -> String? {
    for (across, down, expected) in places {
      let found = color(pixels, across, down)
      let wanted = (Int(expected & 0xFF), Int(expected >> 8 & 0xFF), Int(expected >> 16 & 0xFF))
      let error = max(
        abs(found.red - wanted.0), abs(found.green - wanted.1), abs(found.blue - wanted.2))
      if error > tolerance { return "\(wanted) at \(across), \(down), got \(found)" }
    }
    return nil
  }

  private static func color(
    _ pixels: PixelBuffer, _ across: Double, _ down: Double
  ) -> (red: Int, green: Int, blue: Int) {
    let size = pixels.size
    let x = min(max(Int(across * Double(size.width)), 0), size.width - 1)
    let y = min(max(Int(down * Double(size.height)), 0), size.height - 1)
    let pixel = pixels.withPixels { $0[y * size.width + x] }
    return (Int(pixel & 0xFF), Int(pixel >> 8 & 0xFF), Int(pixel >> 16 & 0xFF))
  }
}
