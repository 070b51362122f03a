import Models

@testable import Graphics

extension FrameEncoder {
  /// What a part of a frame looks like: dithered in few colours.
  func shown(_ color: Color, column: Int, halfRow: Int) -> Color {
    func shown(_ coding: some ColorCoding) -> Color {
      let target = coding.target(color.rawValue, column: column, halfRow: halfRow)
      return Color(rawValue: coding.color(of: coding.code(for: target)))
    }
    guard let matcher = palette?.matcher else { return color }
    return depth == .palette256
      ? shown(Palette256Coding(matcher: matcher, isStriped: blocksHaveGaps))
      : shown(Palette16Coding(matcher: matcher, isStriped: blocksHaveGaps))
  }

  /// What text looks like.
  func nearest(to color: Color) -> Color {
    guard let matcher = palette?.matcher else { return color }
    let code =
      depth == .palette256
      ? Palette256Coding(matcher: matcher, isStriped: blocksHaveGaps).code(for: color.rawValue)
      : Palette16Coding(matcher: matcher, isStriped: blocksHaveGaps).code(for: color.rawValue)
    return Color(rawValue: matcher.color(of: code))
  }
}
