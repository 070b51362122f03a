import Models
import TestSupport

/// A clip that is told from over two hundred others by any part of its frame.
///
/// The frame is a board of squares of three kinds. The squares of a kind all have one tint, which
/// follows from the clip's number; neighbours differ in all three. Under the tints runs the test
/// frame, so that the clip costs what a clip costs.
struct CodedClip {
  /// From 0 to 215.
  let number: Int

  /// The kinds of squares.
  static let kinds = 3
  private static let columns = 8
  private static let rows = 5

  /// The tint of a kind of squares.
  func tint(_ kind: Int) -> Tint {
    let divisor = [Int.max, 6, 36][kind]
    // All different for number 0, which tells which cell belongs to which kind.
    return Tint.allCases[(number + number / divisor + 2 * kind) % Tint.allCases.count]
  }

  /// Makes clips of 1080p with 30 frames and a tone a second, four seconds each.
  ///
  /// - Returns: Their paths, by number.
  static func make(count: Int) throws -> [String] {
    try (0..<count).map { number in
      let name = number < 10 ? "00\(number)" : number < 100 ? "0\(number)" : "\(number)"
      return try ClipCache.clip("coded-\(name).mp4") { path in
        try CodedClip(number: number).write(
          to: path, size: PixelSize(width: 1_920, height: 1_080), duration: 4)
      }
    }
  }

  /// Makes clips of 640 x 360, two seconds each.
  static func makeSmall(count: Int) throws -> [String] {
    try (0..<count).map { number in
      try ClipCache.clip("coded-small-\(1_000 + number).mp4") { path in
        try CodedClip(number: number).write(
          to: path, size: PixelSize(width: 640, height: 360), duration: 2)
      }
    }
  }

  private func write(to path: String, size: PixelSize, duration: Int) throws {
    let folder = try ScratchFolder()
    let board = folder.file("board.ppm")
    try writeBoard(to: board)
    try FFmpegCommand.run([
      "-f", "lavfi", "-i", "testsrc2=s=\(size.width)x\(size.height):r=30",
      "-f", "lavfi", "-i", "sine=frequency=\(220 + 20 * number):sample_rate=48000",
      "-loop", "1", "-r", "30", "-i", board,
      "-filter_complex",
      "[0]format=gbrp,lutrgb=r=128+val/2:g=128+val/2:b=128+val/2[light];"
        + "[2]format=gbrp,scale=\(size.width):\(size.height):flags=neighbor[board];"
        + "[light][board]blend=all_mode=multiply[picture]",
      "-map", "[picture]", "-map", "1:a", "-t", "\(duration)", "-colorspace", "bt709",
      "-color_range", "tv",
      "-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p", "-g", "60", path,
    ])
  }

  /// Writes one pixel for each square, as a portable pixmap.
  private func writeBoard(to path: String) throws {
    var values = ""
    for row in 0..<Self.rows {
      for column in 0..<Self.columns {
        for isOn in tint((row + column) % Self.kinds).channels { values += isOn ? "255 " : "0 " }
      }
    }
    let header = "P3 \(Self.columns) \(Self.rows) 255"
    _ = try Command.run("printf", ["%s\n", header, values], standardOutput: path)
  }
}

/// Which of a terminal's cells show which squares of a coded clip.
struct CodedCells {
  private let cells: [(column: Int, row: Int, kind: Int)]

  /// Finds the squares of clip 0, which the screen shows now.
  init(_ model: TerminalModel) {
    let first = CodedClip(number: 0)
    var cells: [(column: Int, row: Int, kind: Int)] = []
    for row in 0..<model.size.rows {
      for column in 0..<model.size.columns {
        let kind = (0..<CodedClip.kinds).first {
          model.shows(first.tint($0), column: column, row: row)
        }
        if let kind { cells.append((column, row, kind)) }
      }
    }
    self.cells = cells
  }

  var count: Int { cells.count }

  /// The part of the frame that shows a clip, from 0 to 1.
  func part(of model: TerminalModel, showing clip: CodedClip) -> Double {
    let tints = (0..<CodedClip.kinds).map(clip.tint)
    let hits = cells.count { model.shows(tints[$0.kind], column: $0.column, row: $0.row) }
    return Double(hits) / Double(max(cells.count, 1))
  }
}
