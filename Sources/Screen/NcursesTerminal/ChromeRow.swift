import Graphics
import Models
import TerminalCore

/// The characters of a line of chrome, laid out over the columns of its window: clipped at its end,
/// never within a wide character, and padded with blanks.
struct ChromeRow: Hashable {
  /// A character and its position.
  struct Element: Hashable {
    var scalar: Unicode.Scalar
    var column: Int
    /// 1, or 2 for a wide character.
    var columns: Int
    var style: ChromeStyle
  }

  let elements: [Element]

  /// Lays a line out.
  ///
  /// A cell shows one scalar, as on a `Surface`; see `CleanText.shownScalars`.
  init(_ line: ChromeLine, columns: Int) {
    var elements: [Element] = []
    elements.reserveCapacity(columns)
    var used = 0
    layout: for span in line {
      if span.text.isOneColumnEach {
        for scalar in span.text.string.unicodeScalars {
          guard used < columns else { break layout }
          elements.append(Element(scalar: scalar, column: used, columns: 1, style: span.style))
          used += 1
        }
        continue
      }
      for scalar in span.text.shownScalars {
        let width = Glyph(scalar).columns
        guard used + width <= columns else { break layout }
        elements.append(
          Element(scalar: scalar, column: used, columns: width, style: span.style))
        used += width
      }
    }
    while used < columns {
      elements.append(Element(scalar: " ", column: used, columns: 1, style: []))
      used += 1
    }
    self.elements = elements
  }

  /// The characters that differ from another row of the same width.
  func cells(differingFrom other: ChromeRow?) -> [Element] {
    guard let other else { return elements }
    var rest = other.elements[...]
    return elements.filter { element in
      rest = rest.drop { $0.column < element.column }
      return rest.first != element
    }
  }
}

extension CleanText {
  /// Whether each scalar is known to take one column and not to combine: ASCII, lines, blocks and
  /// most geometric shapes, which make up the seek bar at every tick. Others may be as well.
  fileprivate var isOneColumnEach: Bool {
    string.unicodeScalars.allSatisfy {
      0x20..<0x7F ~= $0.value || 0x2500..<0x25FD ~= $0.value
    }
  }
}
