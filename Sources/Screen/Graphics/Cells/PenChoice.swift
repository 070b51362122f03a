/// Which pen colour draws which of a cell's two colours: the first is that of the upper half, or of
/// the parts in a mosaic's mask. The background draws the rest.
struct PenChoice: OptionSet {
  let rawValue: UInt8

  static let foregroundFirst = PenChoice(rawValue: 1)
  static let foregroundSecond = PenChoice(rawValue: 2)
  static let setsForeground = PenChoice(rawValue: 4)
  static let setsBackground = PenChoice(rawValue: 8)
}
