import Models

/// The content of a Gray-code grid: a frame of four by seven squares in known colours that carries
/// the frame's number.
///
/// In upright portrait, the first row is white, red, green, blue and the last black, cyan, magenta,
/// yellow. The four rows between hold 16 bits of the number's Gray code, the most significant
/// first, followed by their parity, a flash and two grays. In landscape, rows and columns are
/// swapped.
package struct GridCode: Hashable, Sendable {
  package enum Shape: Hashable, Sendable, CaseIterable {
    case portrait
    case landscape
  }

  /// How a frame is mirrored before it is read.
  package enum Mirror: Hashable, Sendable, CaseIterable {
    case none
    case across
    case down
    case both
  }

  /// The frame's number, from 0 to 65535; meaningless unless `isReadable`.
  package var number: Int
  /// Whether colours, parity and contrast are those of an upright grid.
  package var isReadable: Bool
  /// The largest error of a square with a known colour, from 0 to 255.
  package var colorError: Int
  /// The largest error of the two gray squares.
  package var grayError: Int

  /// Colours by row and column of the portrait grid.
  package static let colors: [Place: (red: Int, green: Int, blue: Int)] = [
    Place(0, 0): (255, 255, 255), Place(0, 1): (255, 0, 0), Place(0, 2): (0, 255, 0),
    Place(0, 3): (0, 0, 255), Place(5, 2): (128, 128, 128), Place(5, 3): (64, 64, 64),
    Place(6, 0): (0, 0, 0), Place(6, 1): (0, 255, 255), Place(6, 2): (255, 0, 255),
    Place(6, 3): (255, 255, 0),
  ]

  /// A square of the portrait grid.
  package struct Place: Hashable, Sendable {
    package var row: Int
    package var column: Int

    /// Creates a place.
    package init(_ row: Int, _ column: Int) {
      self.row = row
      self.column = column
    }
  }

  /// The square of each of the 16 bits, the most significant first.
  static let bits = (0..<16).map { Place(1 + $0 / 4, $0 % 4) }
  static let parity = Place(5, 0)

  /// Reads a frame.
  ///
  /// - Parameters:
  ///   - pixels: The frame.
  ///   - region: The part of it that contains the grid.
  ///   - shape: The grid's shape.
  ///   - mirror: How to mirror it first.
  ///   - isGray: Whether the frame has only the brightness of the grid, not its colours.
  package init(
    _ pixels: PixelBuffer, region: FrameRegion = .whole, shape: Shape, mirror: Mirror = .none,
    isGray: Bool = false
  ) {
    let squares = Squares(pixels, region: region, shape: shape, mirror: mirror)
    let white = squares.luma(Place(0, 0))
    let black = squares.luma(Place(6, 0))
    let threshold = (white + black) / 2
    var code = 0
    var margin = Int.max
    for bit in Self.bits {
      let luma = squares.luma(bit)
      code = code << 1 | (luma > threshold ? 1 : 0)
      margin = min(margin, abs(luma - threshold))
    }
    number = Self.binary(ofGray: code)
    let parity = squares.luma(Self.parity) > threshold
    let hasColors = isGray || squares.hasPrimaries
    isReadable =
      white > black + 40 && margin > 15 && parity == (number & 1 == 1) && hasColors
    var errors = (color: 0, gray: 0)
    for (place, color) in Self.colors {
      let error = squares.error(of: place, from: isGray ? Self.gray(color) : color)
      if place.row == 5 { errors.gray = max(errors.gray, error) }
      errors.color = max(errors.color, error)
    }
    (colorError, grayError) = errors
  }

  /// Determines how a rotated or mirrored frame is oriented.
  ///
  /// - Returns: The shape and mirroring in which it can be read; `nil` if there is none.
  package static func orientation(
    of pixels: PixelBuffer, region: FrameRegion = .whole
  ) -> (shape: Shape, mirror: Mirror)? {
    for shape in Shape.allCases {
      for mirror in Mirror.allCases
      where GridCode(pixels, region: region, shape: shape, mirror: mirror).isReadable {
        return (shape, mirror)
      }
    }
    return nil
  }

  private static func binary(ofGray code: Int) -> Int {
    var number = code
    var rest = code >> 1
    while rest != 0 {
      number ^= rest
      rest >>= 1
    }
    return number
  }

  private static func gray(
    _ color: (red: Int, green: Int, blue: Int)
  ) -> (red: Int, green: Int, blue: Int) {
    let luma = (299 * color.red + 587 * color.green + 114 * color.blue) / 1000
    return (luma, luma, luma)
  }
}

/// The centres of a grid's squares.
private struct Squares {
  private var pixels: [GridCode.Place: UInt32] = [:]

  init(
    _ buffer: PixelBuffer, region: FrameRegion, shape: GridCode.Shape, mirror: GridCode.Mirror
  ) {
    let size = buffer.size
    guard size.width > 0, size.height > 0 else { return }
    buffer.withPixels { source in
      for row in 0..<7 {
        for column in 0..<4 {
          let (minor, major) = ((Double(column) + 0.5) / 4, (Double(row) + 0.5) / 7)
          var (across, down) = shape == .portrait ? (minor, major) : (major, minor)
          if mirror == .across || mirror == .both { across = 1 - across }
          if mirror == .down || mirror == .both { down = 1 - down }
          let x = Int((region.x + across * region.width) * Double(size.width))
          let y = Int((region.y + down * region.height) * Double(size.height))
          pixels[GridCode.Place(row, column)] =
            source[min(max(y, 0), size.height - 1) * size.width + min(max(x, 0), size.width - 1)]
        }
      }
    }
  }

  func color(_ place: GridCode.Place) -> (red: Int, green: Int, blue: Int) {
    let pixel = pixels[place] ?? 0
    return (Int(pixel & 0xFF), Int(pixel >> 8 & 0xFF), Int(pixel >> 16 & 0xFF))
  }

  func luma(_ place: GridCode.Place) -> Int {
    let color = color(place)
    return (299 * color.red + 587 * color.green + 114 * color.blue) / 1000
  }

  func error(of place: GridCode.Place, from expected: (red: Int, green: Int, blue: Int)) -> Int {
    let found = color(place)
    return max(
      abs(found.red - expected.red), abs(found.green - expected.green),
      abs(found.blue - expected.blue))
  }

  /// Whether each coloured square has the right hue.
  var hasPrimaries: Bool {
    let least = 30
    return GridCode.colors.allSatisfy { place, expected in
      let wanted = [expected.red, expected.green, expected.blue]
      guard Set(wanted) == [0, 255] else { return true }
      let found = color(place)
      let parts = zip([found.red, found.green, found.blue], wanted)
      let strong = parts.filter { $0.1 == 255 }.map(\.0)
      let weak = parts.filter { $0.1 == 0 }.map(\.0)
      return (strong.min() ?? 0) > (weak.max() ?? 0) + least
    }
  }
}
