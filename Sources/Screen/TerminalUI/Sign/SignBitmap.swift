import Models

/// A sign as a picture of a few pixels, each half a cell high.
struct SignBitmap: Hashable, Sendable {
  let size: PixelSize
  private let pixels: [Bool]

  /// Whether a pixel belongs to the sign; outside there are none.
  func contains(_ column: Int, _ row: Int) -> Bool {
    (0..<size.width).contains(column) && (0..<size.height).contains(row)
      && pixels[row * size.width + column]
  }

  /// The sign in twice its size.
  var doubled: SignBitmap {
    let (width, height) = (size.width * 2, size.height * 2)
    return SignBitmap(
      size: PixelSize(width: width, height: height),
      pixels: (0..<(width * height)).map { contains($0 % width / 2, $0 / width / 2) })
  }

  /// The sign's edge.
  private var outline: SignBitmap {
    SignBitmap(
      size: size,
      pixels: pixels.indices.map { index in
        let (x, y) = (index % size.width, index / size.width)
        let isInside = [(-1, 0), (1, 0), (0, -1), (0, 1)].allSatisfy { contains(x + $0, y + $1) }
        return pixels[index] && !isInside
      })
  }

  static let heart = SignBitmap(
    """
    ..####...####..
    .######.######.
    ###############
    ###############
    ###############
    ###############
    .#############.
    ..###########..
    ...#########...
    ....#######....
    .....#####.....
    ......###......
    .......#.......
    """)

  /// What is no longer liked.
  static let emptyHeart = heart.outline

  static let paused = SignBitmap(String(repeating: "####..####\n", count: 10))

  static let playing = SignBitmap(
    """
    ##........
    ####......
    ######....
    ########..
    ##########
    ##########
    ########..
    ######....
    ####......
    ##........
    """)

  private init(size: PixelSize, pixels: [Bool]) {
    self.size = size
    self.pixels = pixels
  }

  private init(_ drawing: String) {
    let rows = drawing.split(separator: "\n")
    self.init(
      size: PixelSize(width: rows[0].count, height: rows.count),
      pixels: rows.flatMap { $0.map { $0 == "#" } })
  }
}
