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

  @Test("Octants match their Unicode names, or those of the shapes that existed before")
  func octants() {
    let older = [
      "1": "LEFT HALF UPPER ONE QUARTER BLOCK", "2": "RIGHT HALF UPPER ONE QUARTER BLOCK",
      "7": "LEFT HALF LOWER ONE QUARTER BLOCK", "8": "RIGHT HALF LOWER ONE QUARTER BLOCK",
      "12": "UPPER ONE QUARTER BLOCK", "78": "LOWER ONE QUARTER BLOCK",
      "123456": "UPPER THREE QUARTERS BLOCK", "345678": "LOWER THREE QUARTERS BLOCK",
      "35": "MIDDLE LEFT ONE QUARTER BLOCK", "46": "MIDDLE RIGHT ONE QUARTER BLOCK",
    ]
    for bits in UInt32(0)..<256 {
      let mask = MosaicMask(octants: bits)
      let digits = (0..<8).filter { bits >> UInt32($0) & 1 != 0 }.map { "\($0 + 1)" }.joined()
      let name = Unicode.Scalar(mask.glyph.rawValue)?.properties.name
      if mask.isQuadrants {
        #expect(mask.glyph == MosaicMask(quadrants: mask.quadrants).glyph)
      } else {
        #expect(name == older[digits] ?? "BLOCK OCTANT-\(digits)")
      }
    }
  }

  private static let masks =
    (UInt32(0)..<16).map { MosaicMask(quadrants: $0) }
    + (UInt32(0)..<64).map { MosaicMask(sextants: $0) }
    + (UInt32(0)..<256).map { MosaicMask(octants: $0) }

  @Test("Each mask has a unique glyph of one column, and converts back from it")
  func roundTrip() {
    for mask in Self.masks {
      #expect(MosaicMask(glyph: mask.glyph) == mask)
      #expect(mask.glyph.columns == 1)
      #expect(MosaicMask(glyph: mask.inverse.glyph) == mask.inverse)
      let count: Int = mask.count + mask.inverse.count
      #expect(count == 24)
    }
    let quadrants = Set(Self.masks[..<16])
    let sextants = Set(Self.masks[16..<80])
    let octants = Set(Self.masks[80...])
    #expect([quadrants.count, sextants.count, octants.count] == [16, 64, 256])
    #expect(sextants.allSatisfy { MosaicMask(sextants: $0.sextants) == $0 })
    #expect(octants.allSatisfy { MosaicMask(octants: $0.octants) == $0 })
    // Nothing, everything, and the halves to the left and right are in all three.
    #expect(quadrants.intersection(sextants).count == 4)
    #expect(octants.intersection(sextants).count == 4)
    #expect(quadrants.isSubset(of: octants))
    let glyphs = Set(Self.masks.map(\.glyph))
    #expect(glyphs.count == 256 + 64 - 4)
    #expect(Set(Self.masks.filter(\.isQuadrants)) == quadrants)
    #expect(Set(Self.masks.filter(\.isSextants)) == sextants)
  }

  @Test("Other glyphs have no mask")
  func others() {
    let known = Set(Self.masks.map(\.glyph))
    let scalars =
      Array(UInt32(0)...0x2700) + Array(0x1_C000...0x2_0000) + [0x11_0000, 0x20_0000, .max]
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
