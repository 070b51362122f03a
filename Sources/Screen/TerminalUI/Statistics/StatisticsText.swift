import Graphics
import Models
import Platform

/// Statistics as lines over the frame.
package struct StatisticsText: Hashable, Sendable {
  /// A name and its values; the last ones are dropped if there is no room.
  struct Line: Hashable, Sendable {
    var name: CleanText
    var parts: [String]
    /// Lines of higher weight stay longer as the screen gets smaller.
    var weight: Int

    init(_ name: CleanText, _ weight: Int, _ parts: String?..., runs: [String] = []) {
      self.name = name
      self.weight = weight
      self.parts = parts.compactMap(\.self).filter { !$0.isEmpty } + runs
    }
  }

  let lines: [Line]

  /// The default width of names with the space after them, and its maximum.
  private static let nameColumns = 9
  private static let maxNameColumns = 14
  /// Anything wider would cover half of the frame.
  private static let maxColumns = 58
  /// With fewer columns or rows there is only the frame.
  private static let least = CellSize(columns: 20, rows: 4)

  /// Lines without any value are left out.
  package init(_ sample: StatisticsSample, formats: LocalFormats = .plain) {
    let (frames, link, server) = (sample.frames, sample.link, sample.server)
    lines =
      Self.clipLines(sample, formats)
      + [
        Line(
          .localized("Shown"), 13,
          localizedPlural(
            sample.shown, "%s frame", "%s frames", formats.count(sample.shown)),
          localized("%s fps", formats.tenths(sample.shownPerSecond))),
        Line(
          .localized("Dropped"), 12,
          localized("%s late", formats.count(frames.late)),
          localized("%s link too slow", formats.count(sample.droppedByLink)),
          localized("%s skipped", formats.count(frames.unasked))),
        Line(
          .localized("Bytes"), 11,
          link.bytesPerFrame.map { localized("%s/frame", formats.bytes($0)) },
          localized("%s/s", formats.bytes(link.bytesPerSecond))),
        Line(
          .localized("Quality"), 5,
          localized("colour error ≤ %s", formats.tenths(link.frameTolerance)),
          link.byteLimit.map { localized("at most %s/frame", formats.bytes($0)) }
            ?? localized("no limit")),
        Line(
          .localized("A-V"), 8,
          frames.offset.map { formats.signedMilliseconds($0) },
          frames.lead >= 0.000_5
            ? localized("sent %s early", formats.milliseconds(frames.lead)) : nil),
        Line(
          .localized("Swipe"), 7,
          sample.swipes.last.map(formats.milliseconds),
          sample.swipes.median.map {
            localized(
              "median %1$s of %2$s", formats.milliseconds($0), formats.count(sample.swipes.count))
          }),
        Line(
          .localized("Link"), 10,
          link.roundTrip.map { localized("%s round trip", formats.milliseconds($0)) }
            ?? (link.isAcknowledging == false ? localized("no acknowledgements") : nil),
          link.rate.map { localized("%s/s", formats.bytes($0)) },
          link.roundTrip.map { _ in
            localized("queued %s", formats.milliseconds(link.queueingDelay))
          }),
        Line(
          .localized("Server"), 9, runs: server.map(formats.connection) ?? []),
        Line(.localized("Memory"), 4, sample.memory.map(formats.bytes)),
        Line(.localized("Ready"), 6, runs: formats.window(sample.neighbours)),
      ].filter { !$0.parts.isEmpty }
  }

  private static func clipLines(_ sample: StatisticsSample, _ formats: LocalFormats) -> [Line] {
    guard let details = sample.clip?.details else { return [] }
    return [
      Line(
        .localized("File"), 1,
        details.container.string, details.byteCount.map(formats.bytes),
        details.bitRate.map(formats.bitRate)),
      Line(
        .localized("Video"), 3,
        details.videoCodec.string,
        details.displaySize.map { "\($0.width)×\($0.height)" },
        details.frameRate.map { localized("%s fps", formats.decimal($0)) }),
      Line(.localized("Sound"), 2, details.soundFormat.string),
    ].filter { !$0.parts.isEmpty }
  }

  /// Lays out lines in the upper left corner of an area: those of highest weight that fit.
  package func layout(in area: CellRect) -> StatisticsLayout {
    guard area.columns >= Self.least.columns, area.rows >= Self.least.rows else {
      return StatisticsLayout(area: area, nameColumns: 0, rows: [])
    }
    let kept = lines.map(\.weight).sorted(by: >).prefix(area.rows - 2)
    let widest = lines.map { $0.name.displayWidth + 1 }.max() ?? 0
    let nameColumns = min(max(widest, Self.nameColumns), Self.maxNameColumns)
    let room = min(area.columns - 4, Self.maxColumns) - nameColumns
    return StatisticsLayout(
      area: area, nameColumns: nameColumns,
      rows: lines.filter { kept.contains($0.weight) }.map { line in
        var parts = line.parts
        while parts.count > 1, CleanText(parts.joined(separator: ", ")).displayWidth > room {
          parts.removeLast()
        }
        let value = CleanText(parts.joined(separator: ", ")).fitted(toColumns: room)
        return StatisticsLayout.Row(
          name: line.name.fitted(toColumns: nameColumns - 1), value: value)
      })
  }
}
