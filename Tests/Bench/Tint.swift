import Models
import TestSupport

/// A colour all of a clip's pixels have, by which its frame is told from any other one's while
/// its brightness still moves.
enum Tint: Int, CaseIterable {
  case red
  case green
  case blue
  case yellow
  case magenta
  case cyan

  /// Which of red, green and blue it has.
  var channels: [Bool] {
    switch self {
    case .red: [true, false, false]
    case .green: [false, true, false]
    case .blue: [false, false, true]
    case .yellow: [true, true, false]
    case .magenta: [true, false, true]
    case .cyan: [false, true, true]
    }
  }

  /// The filter that gives a clip this colour: its channels from 128 to 255, the others 0.
  var filter: String {
    let tables = zip(["r", "g", "b"], channels).map { "\($0)=\($1 ? "128+val/2" : "0")" }
    return "lutrgb=\(tables.joined(separator: ":"))"
  }

  /// Whether a pixel is of a clip of this colour, after coding and scaling.
  func matches(_ pixel: UInt32) -> Bool {
    zip([16, 8, 0] as [UInt32], channels).allSatisfy { shift, isOn in
      let value = pixel >> shift & 0xFF
      return isOn ? value > 100 : value < 72
    }
  }

  /// Makes clips of all colours, named `0.mp4` and so on.
  static func makeClips(in folder: ScratchFolder, size: PixelSize, duration: Double) throws
    -> [String]
  {
    try allCases.map { tint in
      let path = folder.file("\(tint.rawValue).mp4")
      try FFmpegCommand.makeClip(
        path, filter: "format=gbrp,\(tint.filter)", size: size, duration: duration)
      return path
    }
  }
}

/// Which of a terminal's cells are the frame, and whether all of them show a clip.
struct FrameCells {
  private let cells: [(column: Int, row: Int)]

  /// Finds the cells that show a clip of a colour now.
  init(_ model: TerminalModel, tint: Tint) {
    var cells: [(column: Int, row: Int)] = []
    for row in 0..<model.size.rows {
      for column in 0..<model.size.columns where model.shows(tint, column: column, row: row) {
        cells.append((column, row))
      }
    }
    self.cells = cells
  }

  var count: Int { cells.count }

  /// The part of the frame that shows a clip of this colour, from 0 to 1.
  func part(of model: TerminalModel, showing tint: Tint) -> Double {
    let hits = cells.count { model.shows(tint, column: $0.column, row: $0.row) }
    return Double(hits) / Double(max(cells.count, 1))
  }

}

extension TerminalModel {
  /// Whether a cell shows a clip of a colour.
  func shows(_ tint: Tint, column: Int, row: Int) -> Bool {
    guard let halves = cell(column: column, row: row).halves,
      let top = halves.top, let bottom = halves.bottom
    else { return false }
    // One half may be a bar beside the frame, or another square of it.
    return tint.matches(top) || tint.matches(bottom)
  }
}

/// When a clip's frame stood on the screen, in a recording.
struct FrameTimes {
  /// Its first rows: a twentieth of the frame.
  var first: Double?
  /// The whole frame, but for what a cue may cover.
  var whole: Double?

  /// A cue over the frame may cover this much of it.
  private static let wholePart = 0.97

  /// Plays a recording through a model that shows what came before it.
  ///
  /// - Parameters:
  ///   - pieces: The recording.
  ///   - model: Is fed all of it.
  ///   - cells: The frame's place.
  ///   - tint: The clip's colour.
  init(
    _ pieces: some Sequence<TerminalCapture.Piece>, model: TerminalModel, cells: FrameCells,
    tint: Tint
  ) {
    for piece in pieces {
      model.feed(piece.bytes)
      _ = model.takeReplies()
      guard whole == nil else { continue }
      let part = cells.part(of: model, showing: tint)
      if first == nil, part >= 0.05 { first = piece.time }
      if part >= Self.wholePart { whole = piece.time }
    }
  }
}
