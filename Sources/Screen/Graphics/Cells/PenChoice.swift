/// Which pen colour draws which of a cell's two colours: the first is that of the upper half, or of
/// the parts in a mosaic's mask. The background draws the rest.
struct PenChoice: OptionSet {
  let rawValue: UInt8

  static let foregroundFirst = PenChoice(rawValue: 1)
  static let foregroundSecond = PenChoice(rawValue: 2)
  static let setsForeground = PenChoice(rawValue: 4)
  static let setsBackground = PenChoice(rawValue: 8)

  /// The parts that the foreground draws.
  ///
  /// - Parameter mask: The parts of the first colour.
  @inline(__always)
  func parts(of mask: MosaicMask) -> MosaicMask {
    switch (contains(.foregroundFirst), contains(.foregroundSecond)) {
    case (true, false): mask
    case (false, true): mask.inverse
    case (true, true): .full
    case (false, false): .empty
    }
  }
}
