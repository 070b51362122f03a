import CellGraphics
import Models

/// Statistics as lines over the picture.
package struct StatisticsText: Hashable, Sendable {
  /// A name and what there is to say, in parts of which the last ones are left out where there is no
  /// room.
  struct Line: Hashable, Sendable {
    var name: CleanText
    var parts: [String]
    /// The higher, the longer it stays as the screen gets smaller.
    var weight: Int

    init(_ name: CleanText, _ weight: Int, _ parts: [String?]) {
      self.name = name
      self.weight = weight
      self.parts = parts.compactMap(\.self).filter { !$0.isEmpty }
    }
  }

  let lines: [Line]

  /// Columns for the names and the space behind them.
  private static let nameColumns = 9
  /// Wider than this, the picture would be half gone.
  private static let mostColumns = 58
  /// With fewer columns or rows there is only the picture.
  private static let least = CellSize(columns: 20, rows: 4)

  /// Makes the lines of a sample.
  package init(_ sample: StatisticsSample) {
    let (pictures, link) = (sample.pictures, sample.link)
    lines =
      Self.clipLines(sample)
      + [
        Line(
          "shown", 12,
          ["\(sample.shown) pictures", "\(Self.tenths(sample.shownPerSecond)) a second"]),
        Line(
          "dropped", 11,
          [
            "\(pictures.late) late", "\(sample.overtaken) link",
            "\(pictures.unasked) not asked for",
          ]),
        Line(
          "bytes", 10,
          [
            link.bytesPerFrame.map { "\(Self.bytes($0)) a frame" },
            "\(Self.bytes(link.bytesPerSecond))/s",
          ]),
        Line(
          "quality", 5,
          [
            "tolerance \(Self.tenths(link.frameTolerance))",
            link.byteLimit.map { "at most \(NumberText.bytes($0))" } ?? "any size",
          ]),
        Line(
          "A-V", 8,
          [
            pictures.offset.map { Self.signedMilliseconds($0) },
            pictures.lead >= 0.000_5 ? "leaves \(Self.milliseconds(pictures.lead)) early" : nil,
          ]),
        Line(
          "swipe", 7,
          [
            sample.swipes.last.map(Self.milliseconds),
            sample.swipes.median.map {
              "median \(Self.milliseconds($0)) of \(NumberText.count(sample.swipes.count))"
            },
          ]),
        Line(
          "link", 9,
          [
            link.roundTrip.map { "\(Self.milliseconds($0)) round trip" }
              ?? (link.isAcknowledging == false ? "no answers" : nil),
            link.rate.map { "\(Self.bytes($0))/s" },
            link.roundTrip.map { _ in "queue \(Self.milliseconds(link.queueingDelay))" },
          ]),
        Line("memory", 4, [sample.memory.map(NumberText.bytes)]),
        Line("ready", 6, Self.window(sample.neighbours)),
      ].filter { !$0.parts.isEmpty }
  }

  private static func clipLines(_ sample: StatisticsSample) -> [Line] {
    guard let details = sample.clip?.details else { return [] }
    return [
      Line(
        "file", 1,
        [
          details.container.string, details.byteCount.map(NumberText.bytes),
          details.bitRate.map(NumberText.bitRate),
        ]),
      Line(
        "picture", 3,
        [
          details.pictureCodec.string,
          details.displaySize.map { "\($0.width)x\($0.height)" },
          details.frameRate.map { "\(NumberText.decimal($0)) a second" },
        ]),
      Line("sound", 2, [details.soundFormat.string]),
    ].filter { !$0.parts.isEmpty }
  }

  /// Lays out the lines in the upper left corner of an area: those that fit, the weightiest of them.
  package func layout(in area: CellRect) -> StatisticsLayout {
    guard area.columns >= Self.least.columns, area.rows >= Self.least.rows else {
      return StatisticsLayout(area: area, nameColumns: 0, rows: [])
    }
    let kept = lines.map(\.weight).sorted(by: >).prefix(area.rows - 2)
    let room = min(area.columns - 4, Self.mostColumns) - Self.nameColumns
    return StatisticsLayout(
      area: area, nameColumns: Self.nameColumns,
      rows: lines.filter { kept.contains($0.weight) }.map { line in
        var parts = line.parts
        while parts.count > 1, CleanText(parts.joined(separator: ", ")).displayWidth > room {
          parts.removeLast()
        }
        let value = CleanText(parts.joined(separator: ", ")).fitted(toColumns: room)
        return StatisticsLayout.Row(name: line.name, value: value)
      })
  }

  // MARK: Words

  private static func bytes(_ number: Double) -> String {
    guard number.isFinite, abs(number) < 1e15 else { return "?" }
    return NumberText.bytes(Int(number))
  }

  private static func tenths(_ number: Double) -> String {
    guard number.isFinite, abs(number) < 1e9 else { return "?" }
    let tenths = Int((number * 10).rounded())
    return "\(tenths / 10).\(tenths.magnitude % 10)"
  }

  private static func milliseconds(_ seconds: Double) -> String {
    guard seconds.isFinite, abs(seconds) < 1e6 else { return "?" }
    return "\(Int((seconds * 1_000).rounded())) ms"
  }

  private static func signedMilliseconds(_ seconds: Double) -> String {
    seconds > 0 ? "+\(milliseconds(seconds))" : milliseconds(seconds)
  }

  /// The neighbours, those side by side of one stage together.
  private static func window(_ neighbours: [StatisticsSample.Neighbour]) -> [String] {
    var runs: [(first: Int, last: Int, stage: PreloadStage?)] = []
    for neighbour in neighbours {
      let distance = neighbour.distance
      if let run = runs.last, run.stage == neighbour.stage, run.last + 1 == distance {
        runs[runs.count - 1].last = distance
      } else {
        runs.append((distance, distance, neighbour.stage))
      }
    }
    func place(_ distance: Int) -> String { distance > 0 ? "+\(distance)" : "\(distance)" }
    return runs.map { run in
      let places =
        run.first == run.last ? place(run.first) : "\(place(run.first))..\(place(run.last))"
      return "\(places) \(run.stage?.word ?? "broken")"
    }
  }
}

extension PreloadStage {
  /// The stage in a word.
  fileprivate var word: String {
    switch self {
    case .closed: "closed"
    case .probed: "known"
    case .poster: "poster"
    case .opened: "open"
    case .warm: "ready"
    }
  }
}
