import Graphics
import Models
import TerminalCore
import Testing

@Suite struct OutputMethodTests {
  @Test func onlyRepliesCount() {
    var support = TerminalAnswers()
    let replies: [TerminalReply] = [
      .applicationProgram(Array("Gi=4202;ENOENT:no such file".utf8)),
      .applicationProgram(Array("Gi=1;OK".utf8)), .graphics([1, 3, 0]),
      .graphics([2, 0, 800, 600]),
      .window([6, 0, 9]), .window([4, 100, 100]), .attributes([1, 4]), .deviceStatus(0),
    ]
    for reply in replies { support.note(reply) }
    #expect(!support.hasKittyGraphics && !support.sharesMemory && !support.hasSixel)
    #expect(support.colorRegisters == 16)
    #expect(support.cellPixels == nil)
    support.note(.applicationProgram(Array("Gi=4201;OK".utf8)))
    support.note(.applicationProgram(Array("Gi=4202;OK".utf8)))
    support.note(.graphics([1, 0, 1024]))
    support.note(.window([6, 20, 9]))
    support.note(.attributes([62, 4, 22]))
    support.note(.secondaryAttributes([41, 379, 0]))
    #expect(support.hasKittyGraphics && support.sharesMemory && support.hasSixel)
    #expect(support.colorRegisters == 1024)
    #expect(support.cellPixels == PixelSize(width: 9, height: 20))
  }

  @Test func overSSHNothingIsChosenAutomatically() {
    var support = TerminalAnswers()
    for hasKitty in [false, true] {
      for hasSixel in [false, true] {
        support.hasKittyGraphics = hasKitty
        support.sharesMemory = hasKitty
        support.hasSixel = hasSixel
        #expect(OutputMethod.chosen(for: nil, answers: support, isLocal: false) == .cells)
        let sixel: OutputMethod = hasSixel ? .sixel(registers: 16) : .cells
        #expect(
          OutputMethod.chosen(for: nil, answers: support, isLocal: true)
            == (hasKitty ? .kitty(isShared: true) : sixel))
        for isLocal in [false, true] {
          #expect(OutputMethod.chosen(for: .cells, answers: support, isLocal: isLocal) == .cells)
          #expect(OutputMethod.chosen(for: .sixel, answers: support, isLocal: isLocal) == sixel)
          #expect(
            OutputMethod.chosen(for: .kitty, answers: support, isLocal: isLocal)
              == (hasKitty ? .kitty(isShared: isLocal) : .cells))
        }
      }
    }
  }

  @Test func imagePixelsAreBounded() {
    let size = CellSize(columns: 100, rows: 40)
    let cell = PixelSize(width: 10, height: 20)
    let glyphs = FrameForm.glyphs(.half)
    func form(_ means: OutputMethod, _ size: CellSize, _ cell: PixelSize?) -> FrameForm {
      means.form(size: size, cell: cell, glyphs: glyphs)
    }
    #expect(form(.kitty(isShared: true), size, cell) == .pixels(cell: cell))
    #expect(form(.sixel(registers: 256), size, cell) == .pixels(cell: cell))
    #expect(
      form(.kitty(isShared: false), size, cell) == .pixels(cell: PixelSize(width: 5, height: 10)))
    #expect(form(.cells, size, cell) == glyphs)
    #expect(form(.kitty(isShared: true), size, nil) == glyphs)
    #expect(form(.kitty(isShared: true), CellSize(columns: 100, rows: 5), cell) == glyphs)
  }
}
