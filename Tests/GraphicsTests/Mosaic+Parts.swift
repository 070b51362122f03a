import TestSupport

@testable import Graphics

extension Mosaic {
  /// The colours of the 24 parts, in reading order.
  var parts: [UInt32] {
    (UInt32(0)..<24).map { mask.rawValue >> $0 & 1 != 0 ? first.rawValue : second.rawValue }
  }
}

extension StrictTerminal.Pixel {
  /// The colours of the 24 parts, in reading order, or `nil` for text.
  var parts: [UInt32]? {
    MosaicMask(glyph: Glyph(rawValue: glyph)).map { mask in
      (UInt32(0)..<24).map { mask.rawValue >> $0 & 1 != 0 ? foreground : background }
    }
  }
}
