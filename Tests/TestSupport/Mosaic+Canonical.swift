import Graphics

extension Mosaic {
  /// The mosaic with the upper left part in its first colour.
  package var canonical: Mosaic {
    mask.rawValue & 1 == 0
      ? Mosaic(mask: MosaicMask(rawValue: ~mask.rawValue), first: second, second: first) : self
  }
}
