import CellGraphics
import Models
import TerminalCore

/// The characters of a line of chrome, laid out over the columns of its window: cut where it ends,
/// never through a wide character, and filled up with blanks.
struct ChromeRow: Sequence {
  /// A character in its place.
  struct Element: Hashable {
    var scalar: Unicode.Scalar
    var column: Int
    /// 1, or 2 for a wide character.
    var columns: Int
    var style: ChromeStyle
  }

  private let elements: [Element]

  /// Lays a line out.
  ///
  /// A cell shows one scalar, as on a `Surface`: marks that combine are left out, since terminals
  /// do not agree on their widths, and a flag shows as its two letters.
  init(_ line: ChromeLine, columns: Int) {
    var elements: [Element] = []
    var used = 0
    layout: for span in line.spans {
      for character in span.text.string {
        for scalar in Self.shown(character) {
          let width = Glyph(scalar).columns
          guard used + width <= columns else { break layout }
          guard width > 0 else { continue }
          elements.append(
            Element(scalar: scalar, column: used, columns: width, style: span.style))
          used += width
        }
      }
    }
    while used < columns {
      elements.append(Element(scalar: " ", column: used, columns: 1, style: []))
      used += 1
    }
    self.elements = elements
  }

  func makeIterator() -> [Element].Iterator { elements.makeIterator() }

  private static func shown(_ character: Character) -> [Unicode.Scalar] {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return [] }
    guard isRegionalIndicator(first) else { return [first] }
    // U+1F1E6 is the indicator of the letter A.
    return scalars.prefix(2).filter(isRegionalIndicator).compactMap {
      Unicode.Scalar($0.value - 0x1F1E6 + 0x41)
    }
  }

  private static func isRegionalIndicator(_ scalar: Unicode.Scalar) -> Bool {
    (0x1F1E6...0x1F1FF).contains(scalar.value)
  }
}
