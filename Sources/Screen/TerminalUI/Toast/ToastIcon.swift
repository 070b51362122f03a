import Models

/// An icon as a bitmap of a few pixels, each half a cell high.
struct ToastIcon: Hashable, Sendable {
  let size: PixelSize
  private let pixels: [Bool]

  /// Whether a pixel is set; outside there are none.
  func contains(_ column: Int, _ row: Int) -> Bool {
    (0..<size.width).contains(column) && (0..<size.height).contains(row)
      && pixels[row * size.width + column]
  }

  var doubled: ToastIcon {
    let (width, height) = (size.width * 2, size.height * 2)
    return ToastIcon(
      size: PixelSize(width: width, height: height),
      pixels: (0..<(width * height)).map { contains($0 % width / 2, $0 / width / 2) })
  }

  private var outline: ToastIcon {
    ToastIcon(
      size: size,
      pixels: pixels.indices.map { index in
        let (x, y) = (index % size.width, index / size.width)
        let isInside = [(-1, 0), (1, 0), (0, -1), (0, 1)].allSatisfy { contains(x + $0, y + $1) }
        return pixels[index] && !isInside
      })
  }

  static let heart = ToastIcon(
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

  /// For an unliked item.
  static let emptyHeart = heart.outline

  static let paused = ToastIcon(String(repeating: "####..####\n", count: 10))

  static let playing = ToastIcon(
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
}

extension ToastIcon {
  private init(_ drawing: String) {
    let rows = drawing.split(separator: "\n")
    self.init(
      size: PixelSize(width: rows[0].count, height: rows.count),
      pixels: rows.flatMap { $0.map { $0 == "#" } })
  }
}
