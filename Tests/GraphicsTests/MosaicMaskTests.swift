import TestSupport
import Testing

@testable import Graphics

@Suite("MosaicMask")
struct MosaicMaskTests {
  @Test("Quadrant bits are in reading order")
  func quadrants() {
    let glyphs = Array(" ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█".unicodeScalars)
    for bits in 0..<16 {
      #expect(MosaicMask(quadrants: UInt32(bits)).glyph == Glyph(glyphs[bits]), "\(bits)")
    }
  }

  @Test("Sextants match their Unicode names")
  func sextants() {
    for bits in UInt32(0)..<64 {
      let glyph = MosaicMask(sextants: bits).glyph
      let digits = (0..<6).filter { bits >> UInt32($0) & 1 != 0 }.map { "\($0 + 1)" }.joined()
      let name = Unicode.Scalar(glyph.rawValue)?.properties.name
      switch digits {
      case "": #expect(name == "SPACE")
      case "135": #expect(name == "LEFT HALF BLOCK")
      case "246": #expect(name == "RIGHT HALF BLOCK")
      case "123456": #expect(name == "FULL BLOCK")
      default: #expect(name == "BLOCK SEXTANT-\(digits)")
      }
    }
  }

  @Test("Each mask has a unique glyph of one column, and converts back from it")
  func roundTrip() {
    let quadrants = (UInt32(0)..<16).map { MosaicMask(quadrants: $0) }
    let sextants = (UInt32(0)..<64).map { MosaicMask(sextants: $0) }
    #expect(Set(quadrants).count == 16)
    #expect(Set(sextants).count == 64)
    for mask in quadrants + sextants {
      #expect(MosaicMask(glyph: mask.glyph) == mask)
      #expect(mask.glyph.columns == 1)
      #expect(MosaicMask(glyph: mask.inverse.glyph) == mask.inverse)
      #expect(mask.count + mask.inverse.count == 12)
    }
    #expect(sextants.allSatisfy { MosaicMask(sextants: $0.sextants) == $0 })
    // Nothing, everything, and the halves to the left and right are both.
    #expect(Set(quadrants).intersection(sextants).count == 4)
    #expect(Set((quadrants + sextants).map(\.glyph)).count == 76)
    #expect(quadrants.allSatisfy { $0.isQuadrants })
    #expect(sextants.count { $0.isQuadrants } == 4)
  }

  @Test("Other glyphs have no mask")
  func others() {
    let known = Set(
      (UInt32(0)..<16).map { MosaicMask(quadrants: $0).glyph }
        + (UInt32(0)..<64).map { MosaicMask(sextants: $0).glyph })
    let scalars =
      Array(UInt32(0)...0x2700) + Array(0x1_F000...0x2_0000) + [0x11_0000, 0x20_0000, .max]
    for scalar in scalars {
      let glyph = Glyph(rawValue: scalar)
      #expect((MosaicMask(glyph: glyph) != nil) == known.contains(glyph))
    }
  }

  @Test("The mean is weighted by the parts")
  func mean() {
    let mosaic = Mosaic(
      mask: MosaicMask(quadrants: 1), first: Color(red: 120, green: 0, blue: 255),
      second: Color(red: 0, green: 100, blue: 255))
    #expect(mosaic.mean == Color(red: 30, green: 75, blue: 255))
    #expect(mosaic.canonical == mosaic)
    let turned = Mosaic(
      mask: mosaic.mask.inverse, first: mosaic.second, second: mosaic.first)
    #expect(turned.canonical == mosaic)
    #expect(turned.mean == mosaic.mean)
  }
}
