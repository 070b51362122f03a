import Graphics

extension Mosaic {
  /// The mosaic with its upper left part in the first colour.
  package var canonical: Mosaic {
    guard mask.rawValue & 1 == 0 else { return self }
    var turned = self
    turned.mask = MosaicMask(rawValue: ~mask.rawValue)
    (turned.first, turned.second) = (second, first)
    return turned
  }
}
