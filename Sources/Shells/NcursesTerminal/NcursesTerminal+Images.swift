import CellGraphics
import Models
import PixelGraphics
import TerminalCore

// Pictures as images of the terminal's own.
extension NcursesTerminal {
  /// Asks what images the terminal can show, with the next frame, if the user wants some.
  func askForImages() {
    guard let output = options.output, output != .cells, !isDrawnByCurses else { return }
    var name: String?
    if output == .kitty, isLocal {
      name = images.shared.make(byteCount: 3) { $0.initializeMemory(as: UInt8.self, repeating: 0) }
    }
    var encoded: [UInt8] = []
    if let name { Base64.append(Array(name.utf8)[...], to: &encoded) }
    questions += PixelSupport.questions(
      about: output, sharedMemory: name.map { _ in String(decoding: encoded, as: UTF8.self) })
  }

  /// Takes an answer that may be about images.
  func note(_ reply: TerminalReply) {
    let known = support
    support.note(reply)
    guard support != known else { return }
    if support.isAnswered, !known.isAnswered {
      // A terminal that has not taken the pixel by now does not know shared memory.
      images.shared.discard()
      let chosen = PictureMeans.chosen(for: options.output, support: support, isLocal: isLocal)
      if let output = options.output, output != .cells, chosen == .cells {
        onMissingOutput?(output)
      }
    }
    guard choosePictureForm() else { return }
    onEvent?(.capabilitiesChanged)
  }

  /// Settles how pictures are drawn from now on.
  ///
  /// - Returns: Whether that has changed.
  @discardableResult
  func choosePictureForm() -> Bool {
    // All answers come before the last one; some of them make no choice.
    let means =
      support.isAnswered && !isDrawnByCurses
      ? PictureMeans.chosen(for: options.output, support: support, isLocal: isLocal) : .cells
    let form = means.form(size: size, cell: capabilities.cellPixels, glyphs: glyphForm)
    let used = form == glyphForm ? .cells : means
    guard form != capabilities.pictureForm || used != images.means else { return false }
    capabilities.pictureForm = form
    if used != images.means {
      images.use(used)
      armCrashRestore()
      if case .sixel(let registers) = used {
        questions += ControlBytes.beginSixel
        if registers < 252, !hasAskedForColors { questions += PixelSupport.moreColors }
        hasAskedForColors = true
      }
    }
    redraw()
    return true
  }

  /// Takes over the size of a cell.
  func measureCell(columns: Int, rows: Int, pixelWidth: Int, pixelHeight: Int) {
    // Whole pixels: some terminals count a border or a scroll bar in.
    let measured = PixelSupport.cell(
      width: pixelWidth / max(columns, 1), height: pixelHeight / max(rows, 1))
    let isOther = measured != measuredCell
    measuredCell = measured
    if isOther, support.cellPixels != nil {
      // The answer was for another size.
      support.cellPixels = nil
      questions += Array("\u{1B}[16t".utf8)
    }
    capabilities.cellPixels = support.cellPixels ?? measured
  }
}
