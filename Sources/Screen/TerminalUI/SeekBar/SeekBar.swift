import AppFeature
import Graphics
import Models
import Platform
import TerminalCore

/// The row that shows the position, to half a cell, or an eighth of one if it is thick; in clips of
/// a few seconds, where a tick is a cell or more, to a cell.
package struct SeekBar {
  package var time: PlaybackTime
  package var isPlaying: Bool
  /// Whether the bar is as high as its row, as under the pointer.
  package var isThick = false
  package var symbols = SymbolSet.unicode
  package var chapters: [Chapter] = []
  /// The film that the clip is a piece of.
  package var film: Film?
  /// Whether the clip is a film that plays on from its piece.
  package var isFilm = false
  /// The name of the key that plays it; `nil` if there is none.
  package var filmKey: String?
  /// Where the excerpts of the film begin, in seconds.
  package var excerptStarts: [Double] = []
  /// Marks the part that matters.
  package var review = Review()
  /// How much of the bar is filled, in steps, if different from the time.
  package var head: Int?
  /// How many of its cells are shown as buffered, likewise.
  package var reach: Int?
  /// What follows the clip's duration, if there is room.
  package var states = SeekBarStates()
  /// The time of day of a recording; `nil` if unknown, or not worth its room.
  package var timeOfDay: String?
  package var formats = LocalFormats.plain

  /// How often the bar reads the player, in seconds. A bar of 80 cells has 640 steps: five reads a
  /// second are finer than that for clips of up to two minutes, and cost nothing.
  package static let interval = 0.2

  /// A narrower bar is useless.
  private static let minColumns = 4
  /// In fewer columns, the time of day leaves too little.
  private static let roomyColumns = 60
  /// The columns that text beside it leaves to the bar.
  private static let comfortableColumns = 12

  /// Lays out the row: time played, bar, duration or live, and unusual states.
  package func line(columns: Int) -> ChromeLine {
    let left = left(columns: columns)
    let right = right(columns: columns)
    let bar = barColumns(in: columns, right: right)
    guard bar.count >= Self.minColumns else {
      return [ChromeSpan(CleanText(left).fitted(toColumns: columns), [])]
    }
    return [ChromeSpan(CleanText(left))] + cells(bar.count) + right
  }

  /// The part of the clip at a column of the row, from 0 to 1.
  ///
  /// - Parameters:
  ///   - column: Counted from the start of the row.
  ///   - columns: How many the row has.
  ///   - isHeld: Whether columns beside the bar map to its ends.
  /// - Returns: `nil` beside the bar, and if the clip's duration is unknown.
  package func fraction(atColumn column: Int, columns: Int, isHeld: Bool = false) -> Double? {
    let bar = barColumns(in: columns)
    guard bar.count >= Self.minColumns, let duration = time.duration, duration.isFinite,
      duration > 0
    else { return nil }
    if isHeld, column < bar.lowerBound { return 0 }
    if isHeld, column >= bar.upperBound { return 1 }
    guard bar.contains(column) else { return nil }
    return (Double(column - bar.lowerBound) + 0.5) / Double(bar.count)
  }

  /// The column of the row for a part of the clip.
  func column(atFraction fraction: Double, columns: Int) -> Int {
    let bar = barColumns(in: columns)
    let offset = Int(saturating: (min(max(fraction, 0), 1) * Double(bar.count)).rounded(.down))
    return bar.lowerBound + min(offset, max(bar.count - 1, 0))
  }

  /// The columns of the bar itself in a row.
  private func barColumns(in columns: Int, right: [ChromeSpan]? = nil) -> Range<Int> {
    let start = CleanText(left(columns: columns)).displayWidth
    let end = columns - (right ?? self.right(columns: columns)).displayWidth
    return start..<max(start, end)
  }

  /// Whether the time is shown to the frame.
  private var isExact: Bool { !isPlaying && time.frame != nil }

  /// The time as wide as the duration, so that the bar does not move.
  private func left(columns: Int) -> String {
    let clock = isExact ? formats.exactClock : formats.clock
    let position = clock(time.position)
    let width = time.duration.map { clock($0).count } ?? 0
    let gap = CleanText.blanks(width - position.count)
    let sign = isPlaying ? symbols.playing : symbols.paused
    let isRoomy = columns >= Self.roomyColumns
    let time = timeOfDay.flatMap { isRoomy ? "\($0) " : nil } ?? ""
    return " \(sign) \(gap.string)\(position) \(time)"
  }

  private func right(columns: Int) -> [ChromeSpan] {
    let end =
      time.isLive
      ? ChromeSpan(CleanText(" \(localized("live")) "), .accent)
      : ChromeSpan(CleanText(time.duration.map { " \(formats.clock($0)) " } ?? " "))
    let used = CleanText(left(columns: columns)).displayWidth + end.text.displayWidth
    let room = columns - used - Self.comfortableColumns
    var texts: [ChromeSpan] = []
    for text in [filmSpan, frameSpan].compactMap(\.self)
    where texts.displayWidth + text.text.displayWidth <= room {
      texts.append(text)
    }
    return [end] + texts
      + states.spans(columns: room - texts.displayWidth, formats: formats)
  }

  /// That there is a film, and how long it is; on the film, the way back.
  private var filmSpan: ChromeSpan? {
    if isFilm {
      return filmKey.map { ChromeSpan(CleanText("\(localized("%s goes back", $0)) "), .dim) }
    }
    return film.map { film in
      let length = film.duration.map { ": \(formats.clock($0))" } ?? ""
      let words = filmKey.map { localized("%s whole film", $0) } ?? localized("whole film")
      return ChromeSpan(CleanText("\(words)\(length) "), .dim)
    }
  }

  /// The number of the frame, as wide as that of the last one.
  private var frameSpan: ChromeSpan? {
    guard isExact, let frame = time.frame else { return nil }
    let number = formats.count(frame.number)
    let width = formats.count(frame.last ?? frame.number).count
    return ChromeSpan(
      CleanText(
        "\(localized("frame %s", CleanText.blanks(width - number.count).string + number)) "),
      .dim)
  }

  // MARK: The bar

  /// How many steps of the bar are filled, and how many make up a cell.
  package func steps(columns: Int) -> (filled: Int, perCell: Int) {
    steps(of: barColumns(in: columns).count)
  }

  /// How many cells of a row's bar are buffered, from its start.
  func reachedCells(columns: Int) -> Int {
    reachedCells(of: barColumns(in: columns).count)
  }

  private func reachedCells(of count: Int) -> Int {
    time.buffered.map { cell(at: $0.upperBound, of: count) } ?? 0
  }

  private func steps(of count: Int) -> (filled: Int, perCell: Int) {
    // If each tick moves the bar by whole cells, partial ones would only cost bytes.
    let stride = Double(count) * Self.interval / (time.duration ?? .infinity)
    let perCell = stride >= 1 ? 1 : filling.partials.count
    let filled = Int((time.progress * Double(count * perCell)).rounded(.down))
    return (min(head ?? filled, count * perCell), perCell)
  }

  private var filling: SymbolSet.Filling { isThick ? symbols.block : symbols.line }

  private func cells(_ count: Int) -> [ChromeSpan] {
    let (filled, perCell) = steps(of: count)
    let played = filled / perCell
    let partial = filling.partials[filled % perCell]
    let buffered = reach ?? reachedCells(of: count)
    let starts = excerptStarts.isEmpty ? chapters.map(\.start) : excerptStarts
    let ticks = Set(starts.lazy.filter { $0 > 0 }.map { cell(at: $0, of: count) })
    let part = partCells(of: count)
    let glyphs = (0..<count).map { index -> (String, ChromeStyle) in
      let ground: ChromeStyle = !isThick ? .dim : index < buffered ? .buffered : .track
      if let mark = index == part.end
        ? symbols.partEnd : index == part.start ? symbols.partStart : nil
      {
        guard isThick else { return (mark, .accent) }
        return (mark, (index < played ? ChromeStyle.filled : ground).union(.mark))
      }
      if index == played, !partial.isEmpty {
        return (partial, isThick ? ground.union(.accent) : .accent)
      }
      if ticks.contains(index) {
        guard isThick else { return (symbols.tick, index < played ? .accent : []) }
        return (symbols.tick, (index < played ? ChromeStyle.filled : ground).union(.mark))
      }
      if index < played { return (filling.full, isThick ? .filled : .accent) }
      return (index < buffered ? symbols.buffered : symbols.rest, ground)
    }
    return runs(glyphs).map { ChromeSpan($0, $1) }
  }

  /// The cells of the ends of the marked part, if they are marked: different ones.
  private func partCells(of count: Int) -> (start: Int?, end: Int?) {
    guard time.duration != nil else { return (nil, nil) }
    let start = review.inPoint.map { min(cell(at: $0, of: count), count - 1) }
    let end = review.outPoint.map { min(cell(at: $0, of: count), count - 1) }
    guard let start, start == end else { return (start, end) }
    return start + 1 < count ? (start, start + 1) : (start - 1, start)
  }

  /// The cell of a bar for a time; `count` for the clip's end.
  private func cell(at time: Double, of count: Int) -> Int {
    let progress = PlaybackTime(position: time, duration: self.time.duration).progress
    return Int((progress * Double(count)).rounded(.down))
  }
}
