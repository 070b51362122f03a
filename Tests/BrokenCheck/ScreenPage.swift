import Models
import TestSupport

/// What the page on screen shows, read off the terminal's cells.
enum ScreenPage: Equatable {
  /// Neither a frame nor words yet.
  case waiting
  case still
  /// The frame of the clip before and behind an entry.
  case goodFrame
  /// The card of a clip that cannot be played, with its last paragraph: the reason.
  case card(reason: String)
  /// Any other words: a notice, or a clip that has only sound.
  case words(String)

  /// The rows below the frame: the cue and the seek bar.
  private static let chromeRows = 2

  init(_ model: TerminalModel) {
    let rows = (0..<model.size.rows - Self.chromeRows).map { model.text(row: $0) }
    let words = rows.map { row in row.filter { !"▀▄█\u{A0}".contains($0) } }
      .map { $0.split(separator: " ").joined(separator: " ") }
    if let title = words.firstIndex(of: "Cannot play this clip") {
      let paragraphs = words[title...].split(separator: "").map { $0.joined(separator: " ") }
      self = .card(reason: paragraphs.count > 2 ? paragraphs[paragraphs.count - 1] : "")
      return
    }
    if let frame = Self.frame(model) {
      self = frame
      return
    }
    // The spinner is one character.
    let text = words.filter { $0.count > 1 }.joined(separator: " ")
    self = text.isEmpty ? .waiting : .words(text)
  }

  /// The number of the page in the feed, as the cue says it, or the text beside a portrait.
  static func number(_ model: TerminalModel) -> Int? {
    for row in (0..<model.size.rows).reversed() {
      let places = model.text(row: row).matches(of: /\b([0-9]+) of [0-9]+/)
      if let place = places.last { return Int(place.output.1) }
    }
    return nil
  }

  /// The colour of all of the good clip, as 0xRRGGBB.
  static let goodColor: UInt32 = 0xC02890

  /// Tells the frames apart if there is one: half a row's worth of cells that are not black.
  private static func frame(_ model: TerminalModel) -> ScreenPage? {
    var count = 0
    var goodCount = 0
    for row in 0..<model.size.rows - chromeRows {
      for column in 0..<model.size.columns {
        guard let halves = model.cell(column: column, row: row).halves,
          let top = halves.top, let bottom = halves.bottom, top | bottom != 0
        else { continue }
        count += 1
        goodCount += isGood(top) ? 1 : 0
      }
    }
    if count < model.size.columns / 2 {
      // All black: the position moves on only where there is something to play.
      let bar = model.text(row: model.size.rows - 1)
      return bar.contains(/\b0:0[1-9]\b/) ? .still : nil
    }
    return goodCount * 10 > count * 9 ? .goodFrame : .still
  }

  private static func isGood(_ color: UInt32) -> Bool {
    [0, 8, 16].allSatisfy { shift in
      abs(Int(color >> shift & 0xFF) - Int(goodColor >> shift & 0xFF)) < 16
    }
  }
}

extension ScreenPage: CustomStringConvertible {
  var description: String {
    switch self {
    case .waiting: "nothing"
    case .still: "picture"
    case .goodFrame: "the picture of the clip before"
    case .card(let reason): "card: \(reason)"
    case .words(let words): "words: \(words)"
    }
  }
}
