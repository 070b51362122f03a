import Graphics
import Models
import TerminalCore

// Pictures as images of the terminal's own.
extension NcursesTerminal {
  /// Settles how pictures are drawn from now on.
  ///
  /// - Returns: Whether that has changed.
  @discardableResult
  func choosePictureForm() -> Bool {
    let means =
      capabilities.colorDepth.isFew
      ? .cells : PictureMeans.chosen(for: wantedOutput, answers: answers, isLocal: isLocal)
    let form = means.form(size: size, cell: capabilities.cellPixels, glyphs: glyphForm)
    let used = form == glyphForm ? .cells : means
    guard form != capabilities.pictureForm || used != images.means else { return false }
    capabilities.pictureForm = form
    capabilities.movesImages = if case .kitty = used { true } else { false }
    if used != images.means {
      images.use(used)
      armCrashRestore()
      if case .sixel(let registers) = used {
        questions += ControlBytes.beginSixel
        if registers < 252, !hasAskedForColors { questions += ProbeQuestions.moreColors }
        hasAskedForColors = true
      }
    }
    redraw()
    return true
  }
}
