import Models
import TestSupport
import Testing

@testable import Graphics

/// A surface as lines of text, for pipes and previews.
@Suite struct SurfaceLinesTests {
  private static let size = CellSize(columns: 23, rows: 7)

  private func surface(_ glyphs: GlyphSet, seed: UInt64) -> Surface {
    var random = SeededGenerator(seed: seed)
    let raster = glyphs.raster
    let pixels = PixelSize(
      width: Self.size.columns * raster.width, height: Self.size.rows * raster.height)
    // Patches of one colour, too: they are written as spaces.
    var color: UInt32 = 0
    let frame = PixelBuffer(
      size: pixels,
      pixels: (0..<(pixels.width * pixels.height)).map { _ in
        if Int.random(in: 0..<3, using: &random) == 0 {
          color = .random(in: 0...0xFF_FFFF, using: &random)
        }
        return color
      })
    var surface = Surface(size: Self.size)
    surface.frameForm = .glyphs(glyphs)
    surface.drawFrame(frame, in: surface.bounds)
    return surface
  }

  /// What of the lines is no text: parameters of SGR, or something else.
  private func sequences(_ lines: [UInt8]) -> [String] {
    String(decoding: lines, as: UTF8.self).split(separator: "\u{1B}").dropFirst().map { part in
      String(part.prefix { !$0.isLetter } + part.drop { !$0.isLetter }.prefix(1))
    }
  }

  @Test(arguments: [GlyphSet.half, .space, .quadrant, .sextant, .octant])
  func everyCellIsWritten(_ glyphs: GlyphSet) throws {
    for seed in UInt64(1)...8 {
      let surface = surface(glyphs, seed: seed)
      let lines = surface.lines(depth: .trueColor, glyphs: glyphs, hasUnicode: true)
      let size = CellSize(columns: Self.size.columns + 1, rows: Self.size.rows + 1)
      let model = try #require(TerminalModel(size: size))
      model.feed(lines.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] })
      for row in 0..<Self.size.rows {
        for column in 0..<Self.size.columns {
          #expect(
            model.cell(column: column, row: row).shows(surface[column, row]),
            "seed \(seed), \(column), \(row)")
        }
      }
    }
  }

  @Test(arguments: ColorDepth.allCases)
  func linesAreCompleteAndSetOnlyColors(_ depth: ColorDepth) {
    for glyphs in GlyphSet.allCases {
      for hasUnicode in [true, false] {
        let lines = surface(glyphs, seed: 3).lines(
          depth: depth, glyphs: glyphs, hasUnicode: hasUnicode)
        let text = String(decoding: lines, as: UTF8.self)
        let rows = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(rows.count == Self.size.rows + 1)
        #expect(rows.last == "")
        #expect(rows.dropLast().allSatisfy { $0.hasSuffix("\u{1B}[0m") })
        #expect(sequences(lines).allSatisfy { $0.hasPrefix("[") && $0.hasSuffix("m") })
        #expect(hasUnicode || lines.allSatisfy { $0 < 0x80 })
      }
    }
  }

  @Test func linesAreIndependent() {
    let surface = surface(.half, seed: 5)
    let lines = surface.lines(depth: .palette256, glyphs: .half, hasUnicode: true)
    var last = Surface(size: CellSize(columns: Self.size.columns, rows: 1))
    for column in 0..<Self.size.columns { last[column, 0] = surface[column, Self.size.rows - 1] }
    let alone = last.lines(depth: .palette256, glyphs: .half, hasUnicode: true)
    #expect(lines.suffix(alone.count) == alone[...])
  }

  @Test func emptySurfaceGivesNoLines() {
    let surface = Surface(size: CellSize(columns: 4, rows: 0))
    #expect(surface.lines(depth: .trueColor, glyphs: .half, hasUnicode: true).isEmpty)
  }
}
