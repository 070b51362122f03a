import Graphics
import Models

extension FrameEncoder {
  /// Sums up the errors of what the screen shows of a frame in half blocks; cells with unknown
  /// content count for none.
  ///
  /// - Parameters:
  ///   - surface: The frame.
  ///   - measure: The error of a half.
  package func error(
    against surface: Surface, by measure: (_ shown: Color, _ wanted: Color) -> Int
  ) -> Int {
    var sum = 0
    for row in 0..<surface.size.rows {
      for column in 0..<surface.size.columns {
        guard let shown = shownCell(column: column, row: row)?.halves,
          let wanted = surface[column, row].halves
        else { continue }
        sum += measure(shown.top, wanted.top) + measure(shown.bottom, wanted.bottom)
      }
    }
    return sum
  }

  /// Sums up the squared errors of red, green and blue with equal weights, as in a signal-to-noise
  /// ratio.
  package func squaredError(against surface: Surface) -> Int {
    error(against: surface) { shown, wanted in
      let red = Int(shown.red) - Int(wanted.red)
      let green = Int(shown.green) - Int(wanted.green)
      let blue = Int(shown.blue) - Int(wanted.blue)
      return red * red + green * green + blue * blue
    }
  }
}
