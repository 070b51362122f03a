import CellGraphics
import Models

extension CleanText {
  /// Returns the text broken into lines of at most a number of columns, at spaces where it can be.
  func wrapped(toColumns columns: Int) -> [CleanText] {
    guard columns > 0 else { return [] }
    var lines: [String] = []
    var line = ""
    var lineWidth = 0
    for word in string.split(separator: " ") {
      for piece in CleanText(String(word)).pieces(ofColumns: columns) {
        let width = CleanText(piece).displayWidth
        let separator = line.isEmpty ? 0 : 1
        if lineWidth + separator + width > columns, !line.isEmpty {
          lines.append(line)
          line = ""
          lineWidth = 0
        }
        if !line.isEmpty {
          line += " "
          lineWidth += 1
        }
        line += piece
        lineWidth += width
      }
    }
    if !line.isEmpty { lines.append(line) }
    return lines.map { CleanText($0) }
  }

  /// The text in pieces of at most a number of columns each.
  private func pieces(ofColumns columns: Int) -> [String] {
    var pieces: [String] = []
    var piece = ""
    var pieceWidth = 0
    for character in string {
      let width = CleanText(String(character)).displayWidth
      if pieceWidth + width > columns, !piece.isEmpty {
        pieces.append(piece)
        piece = ""
        pieceWidth = 0
      }
      piece.append(character)
      pieceWidth += width
    }
    if !piece.isEmpty { pieces.append(piece) }
    return pieces
  }
}
