import Graphics
import Models
import TestSupport
import Testing

@testable import TerminalUI

/// Where the frame and what is told of it stand.
@Suite struct ClipLayoutTests {
  private func stage(
    _ columns: Int, _ rows: Int, shape: (Int, Int) = (9, 16), fit: FrameFit = .fit,
    form: FrameForm = .glyphs(.half)
  ) -> ClipLayout {
    let layout = ScreenLayout(size: CellSize(columns: columns, rows: rows), form: form)
    let shape = PixelSize(width: shape.0, height: shape.1)
    return layout.stage(frameSize: layout.frameArea(.fit).placing(shape).size, fit: fit)
  }

  @Test func portraitHasSidePanels() {
    let stage = stage(120, 40)
    #expect(stage.frame == CellRect(column: 38, row: 0, columns: 43, rows: 38))
    #expect(stage.text == CellRect(column: 2, row: 1, columns: 34, rows: 36))
    #expect(stage.posters == CellRect(column: 83, row: 1, columns: 34, rows: 36))
  }

  @Test func sideTextStaysNearTheFrame() {
    let stage = stage(300, 60)
    #expect(stage.text?.columns == 44)
    let end: Int? = stage.text.map { $0.column + $0.columns }
    #expect(end == stage.frame.column - 3)
  }

  @Test func landscapeHasNoSidePanels() {
    #expect(stage(120, 40, shape: (16, 9)).text == nil)
    #expect(stage(120, 40, shape: (4, 3)).text == nil)
    #expect(stage(120, 40, fit: .fill).text == nil)
    #expect(stage(60, 24).text == nil)
    // Eighteen columns would break most names.
    #expect(stage(200, 60, shape: (4, 3)).text == nil)
    #expect(stage(80, 24).text?.columns == 23)
    let layout = ScreenLayout(size: CellSize(columns: 120, rows: 40))
    #expect(layout.stage(frameSize: nil, fit: .fit) == ClipLayout(frame: layout.frame))
  }

  @Test("Nothing overlaps or leaves the screen at any size")
  func allSizes() {
    var wrong: [String] = []
    var written: Set<CellSize> = []
    let forms = [FrameForm.glyphs(.half), .pixels(cell: PixelSize(width: 10, height: 21))]
    for columns in 0...260 {
      for rows in 0...80 {
        let shape = [(9, 16), (16, 9), (1, 1), (1, 40), (3, 4)][(columns + rows) % 5]
        let form = forms[(columns / 5 + rows) % 2]
        let stage = stage(columns, rows, shape: shape, form: form)
        let layout = ScreenLayout(size: CellSize(columns: columns, rows: rows))
        let screen = CellRect(column: 0, row: 0, columns: columns, rows: rows)
        let rects = [stage.frame, stage.text, stage.posters, layout.titleBar, layout.seekBar]
          .compactMap(\.self)
        for (index, rect) in rects.enumerated() where !rect.isEmpty {
          if rect.intersection(screen) != rect { wrong.append("\(columns)x\(rows): \(rect)") }
          for other in rects[..<index] where !rect.intersection(other).isEmpty {
            wrong.append("\(columns)x\(rows): \(rect) and \(other)")
          }
        }
        guard let text = stage.text, let posters = stage.posters else { continue }
        let size = CellSize(columns: text.columns, rows: text.rows)
        if written.insert(size).inserted, !areLinesInside(size) {
          wrong.append("\(columns)x\(rows): lines")
        }
        if !arePostersInside(posters, layout: layout) {
          wrong.append("\(columns)x\(rows): posters")
        }
      }
    }
    #expect(wrong == [])
  }

  private func areLinesInside(_ size: CellSize) -> Bool {
    SideText(.hostile, size: size).lines.allSatisfy { line in
      let end: Int = line.column + line.text.displayWidth
      return (0..<size.rows).contains(line.row) && end <= size.columns
    }
  }

  private func arePostersInside(_ posters: CellRect, layout: ScreenLayout) -> Bool {
    var isInside = true
    let neighbour = Scene.Neighbour(
      title: "漢字の題名とても長い long name", frameSize: PixelSize(width: 43, height: 76))
    let column = PosterColumn(in: posters, previous: neighbour, next: neighbour, layout: layout)
    var last = posters.row - 1
    for poster in [column.previous, column.next].compactMap(\.self) {
      if let frame = poster.frame {
        isInside =
          isInside && frame.intersection(posters) == frame && frame.row > last
          && poster.labelRow == frame.row + frame.rows
      }
      isInside =
        isInside && poster.labelRow > last && poster.labelRow < posters.row + posters.rows
        && poster.label.displayWidth <= posters.columns
      last = poster.labelRow
    }
    return isInside
  }

  @Test("A frame suits only the area it was scaled for")
  func suits() {
    var generator = SeededGenerator(seed: Fuzz.seed)
    for _ in 0..<2_000 {
      func size(_ most: Int) -> PixelSize {
        PixelSize(width: generator.int(1..<most), height: generator.int(1..<most))
      }
      var area = FrameArea(size: size(300), pixelAspect: 1)
      let shape = size(4_000)
      #expect(area.suits(area.placing(shape).size), "\(area) \(shape)")
      area.fit = .fill
      #expect(area.suits(area.placing(shape).size), "\(area) \(shape)")
      area.fit = .fit
      let fitted = area.placing(shape).size
      area.size.width += 1
      area.size.height += 1
      #expect(!area.suits(fitted))
    }
  }
}

extension SideContent {
  /// Long and wide texts, as they may come from outside.
  fileprivate static let hostile: SideContent = {
    var facts = ItemFacts()
    facts.author = CleanText(String(repeating: "漢", count: 90))
    facts.summary = [
      CleanText(String(repeating: "word 語 ", count: 400)), "second", "third",
    ]
    let clip = Clip(
      location: .file(FilePath("/a")), title: CleanText(String(repeating: "title題", count: 200)))
    return SideContent(
      ScreenModel.ClipPage(playerID: PlayerID(rawValue: 1), clip: clip, facts: facts),
      place: "123 456 of 9 876 543+ (of 99 999 999+)", isLiked: true)
  }()
}
