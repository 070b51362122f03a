import Models
import TestSupport
import Testing

@testable import Graphics

@Suite struct KittyTests {
  @Test func placementCommandIsExact() {
    var output: [UInt8] = []
    KittyGraphics.place(
      id: 5, placement: 2, source: PixelRect(x: 10, y: 20, width: 30, height: 40),
      cells: CellRect(column: 1, row: 2, columns: 3, rows: 4), into: &output)
    KittyGraphics.delete(id: 5, placement: 3, into: &output)
    KittyGraphics.delete(id: 4, into: &output)
    #expect(
      String(decoding: output, as: UTF8.self) == """
        \u{1B}[3;2H\u{1B}_Ga=p,i=5,p=2,x=10,y=20,w=30,h=40,c=3,r=4,C=1,q=2\u{1B}\\\
        \u{1B}_Ga=d,d=i,i=5,p=3,q=2\u{1B}\\\u{1B}_Ga=d,d=I,i=4,q=2\u{1B}\\
        """)
  }

  @Test func sharedMemoryNameIsBase64() {
    var output: [UInt8] = []
    KittyGraphics.transmit(
      id: 7, size: PixelSize(width: 2, height: 3), sharedMemory: "/flick-1-2", into: &output)
    #expect(
      String(decoding: output, as: UTF8.self)
        == "\u{1B}_Ga=t,i=7,t=s,f=32,s=2,v=3,q=2;L2ZsaWNrLTEtMg==\u{1B}\\")
  }

  @Test(arguments: [0, 1, 2, 3, 3071, 3072, 3073, 6144, 10_000])
  func payloadsAreChunked(count: Int) throws {
    var generator = SeededGenerator(seed: UInt64(count))
    let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    var output: [UInt8] = []
    KittyGraphics.transmit(
      id: 9, size: PixelSize(width: 4, height: 5), compressed: bytes[...], into: &output)
    let commands = try #require(KittyCommand.all(in: output))
    #expect(commands.count == max((count + 3071) / 3072, 1))
    #expect(
      commands[0].keys.merging(["m": ""]) { $1 }
        == ["a": "t", "i": "9", "f": "24", "o": "z", "s": "4", "v": "5", "q": "2", "m": ""])
    #expect(commands.dropFirst().allSatisfy { Set($0.keys.keys) == ["m", "q"] })
    #expect(commands.dropLast().allSatisfy { $0.keys["m"] == "1" && $0.payloadLength == 4096 })
    #expect(commands.last?.keys["m"] == "0")
    #expect(commands.flatMap(\.payload) == bytes)
  }
}

@Suite struct KittyScreenTests {
  @Test func newFrameIsPlacedBeforeTheOldIsDeleted() {
    var stage = ClipLayout()
    #expect(
      stage.show(stage.frames[0]) == [
        .transmit(id: 4207, imageIndex: 0), .place(id: 4207, placement: 1, stage.all),
      ])
    #expect(
      stage.show(stage.frames[1]) == [
        .transmit(id: 4208, imageIndex: 0), .place(id: 4208, placement: 1, stage.all),
        .delete(id: 4207),
      ])
    #expect(
      stage.show(stage.frames[2]) == [
        .transmit(id: 4207, imageIndex: 0), .place(id: 4207, placement: 1, stage.all),
        .delete(id: 4208),
      ])
  }

  @Test func unchangedFrameIsNotResent() {
    var stage = ClipLayout()
    _ = stage.show(stage.frames[0])
    #expect(stage.show(stage.frames[0]) == [])
    // A line of text over it: what is seen is above, at both sides, and below.
    #expect(
      stage.show(stage.frames[0], text: CellRect(column: 2, row: 1, columns: 4, rows: 1)) == [
        .place(id: 4207, placement: 1, CellRect(column: 0, row: 0, columns: 8, rows: 1)),
        .place(id: 4207, placement: 2, CellRect(column: 0, row: 1, columns: 2, rows: 1)),
        .place(id: 4207, placement: 3, CellRect(column: 6, row: 1, columns: 2, rows: 1)),
        .place(id: 4207, placement: 4, CellRect(column: 0, row: 2, columns: 8, rows: 2)),
      ])
    #expect(
      stage.show(stage.frames[0]) == [
        .place(id: 4207, placement: 1, stage.all), .deletePlacement(id: 4207, placement: 2),
        .deletePlacement(id: 4207, placement: 3), .deletePlacement(id: 4207, placement: 4),
      ])
  }

  @Test func withoutAFrameImagesAreDeleted() {
    var stage = ClipLayout()
    _ = stage.show(stage.frames[0])
    #expect(stage.show(nil) == [.delete(id: 4207)])
    #expect(stage.screen.isEmpty)
  }

  @Test func movedFrameIsNotResent() {
    var stage = ClipLayout()
    _ = stage.show(stage.frames[0])
    var surface = Surface(size: stage.size)
    surface.frameForm = .pixels(cell: stage.cell)
    surface.drawFrame(
      stage.frames[0], in: CellRect(column: 0, row: -1, columns: 8, rows: 4))
    surface.drawFrame(stage.frames[1], in: CellRect(column: 0, row: 3, columns: 8, rows: 4))
    #expect(
      stage.show(surface) == [
        .place(
          id: 4207, placement: 1, source: PixelRect(x: 0, y: 4, width: 16, height: 12),
          cells: CellRect(column: 0, row: 0, columns: 8, rows: 3)),
        .transmit(id: 4208, imageIndex: 1),
        .place(
          id: 4208, placement: 1, source: PixelRect(x: 0, y: 0, width: 16, height: 4),
          cells: CellRect(column: 0, row: 3, columns: 8, rows: 1)),
      ])
  }

  @Test func slidingPageIsSentOnce() {
    var stage = ClipLayout()
    let (old, new) = (stage.surface(stage.frames[0]), stage.surface(stage.frames[1]))
    _ = stage.show(old)
    var screen = old
    let steps = [3, 2, 1, 0].flatMap { offset in
      screen.copyRows((4 - offset)..<4, of: old, to: 0)
      screen.copyRows(0..<(4 - offset), of: new, to: offset)
      return stage.show(screen)
    }
    #expect(steps.count { if case .transmit = $0 { true } else { false } } == 1)
    #expect(steps.count { if case .place = $0 { true } else { false } } == 7)
    #expect(steps.last == .delete(id: 4207))
    #expect(stage.show(new) == [])
  }

  @Test func onlyChangedSixelsAreDrawn() {
    let stage = ClipLayout()
    var screen = SixelScreen()
    var overCount = 0
    func show(_ frame: PixelBuffer, text: CellRect? = nil) -> [CellRect] {
      let surface = stage.surface(frame, text: text)
      var pieces: [SixelScreen.Piece] = []
      screen.show(surface, parts: stage.parts(of: surface), reduction: 1, into: &pieces)
      overCount = pieces.count(where: \.isShown)
      return pieces.map(\.cells)
    }
    let line = CellRect(column: 0, row: 1, columns: 8, rows: 1)
    let above = CellRect(column: 0, row: 0, columns: 8, rows: 1)
    let below = CellRect(column: 0, row: 2, columns: 8, rows: 2)
    #expect(show(stage.frames[0], text: line) == [above, below])
    #expect(show(stage.frames[0], text: line) == [])
    #expect(overCount == 0)
    #expect(show(stage.frames[1], text: line) == [above, below])
    #expect(overCount == 2)
    #expect(show(stage.frames[1]) == [stage.all])
    #expect(overCount == 0)
    screen.forget()
    #expect(show(stage.frames[1]) == [stage.all])
    #expect(overCount == 0)
  }

  @Test func sixelsAreSplitAtTheTerminalsLimit() {
    var surface = Surface(size: CellSize(columns: 200, rows: 60))
    let cell = PixelSize(width: 9, height: 20)
    surface.frameForm = .pixels(cell: cell)
    surface.drawFrame(
      PixelBuffer(size: PixelSize(width: 1800, height: 1200)), in: surface.bounds)
    var screen = SixelScreen()
    var pieces: [SixelScreen.Piece] = []
    screen.show(surface, parts: [[surface.bounds]], reduction: 1, into: &pieces)
    var isCovered = Set<[Int]>()
    for piece in pieces {
      #expect(piece.cells.columns * cell.width <= 1000 && piece.cells.rows * cell.height <= 1000)
      for row in 0..<piece.cells.rows {
        for column in 0..<piece.cells.columns {
          let place = [piece.cells.column + column, piece.cells.row + row]
          #expect(isCovered.insert(place).inserted)
        }
      }
    }
    #expect(isCovered.count == 200 * 60)
  }
}

extension KittyScreen.Step {
  /// Places a part of an image of 2 x 4 pixels a cell that fills the screen.
  fileprivate static func place(id: UInt32, placement: Int, _ cells: CellRect) -> Self {
    .place(
      id: id, placement: placement,
      source: PixelRect(
        x: cells.column * 2, y: cells.row * 4, width: cells.columns * 2, height: cells.rows * 4),
      cells: cells)
  }
}

/// A screen of 8 x 4 cells, and frames that fill it.
private struct ClipLayout {
  let size = CellSize(columns: 8, rows: 4)
  let cell = PixelSize(width: 2, height: 4)
  let all = CellRect(column: 0, row: 0, columns: 8, rows: 4)
  let frames = (0..<3).map { _ in PixelBuffer(size: PixelSize(width: 16, height: 16)) }
  var screen = KittyScreen()

  func surface(_ frame: PixelBuffer?, text: CellRect? = nil) -> Surface {
    var surface = Surface(size: size)
    surface.frameForm = .pixels(cell: cell)
    if let frame { surface.drawFrame(frame, in: all) }
    if let text { surface.fill(text, with: .blank) }
    return surface
  }

  func parts(of surface: Surface) -> [[CellRect]] {
    surface.images.indices.map { index in
      var rects: [CellRect] = []
      surface.appendSeenParts(ofImage: index, under: [], to: &rects)
      return rects
    }
  }

  mutating func show(_ frame: PixelBuffer?, text: CellRect? = nil) -> [KittyScreen.Step] {
    show(surface(frame, text: text))
  }

  mutating func show(_ surface: Surface) -> [KittyScreen.Step] {
    var steps: [KittyScreen.Step] = []
    screen.show(surface, parts: parts(of: surface), reduction: 1, into: &steps)
    return steps
  }
}
