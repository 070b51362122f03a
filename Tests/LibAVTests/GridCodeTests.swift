import Models
import TestSupport
import Testing

/// What the corpus check reads its frames with.
@Suite struct GridCodeTests {
  private let sizes: [GridCode.Shape: PixelSize] = [
    .portrait: PixelSize(width: 27, height: 48), .landscape: PixelSize(width: 48, height: 27),
  ]

  @Test(arguments: GridCode.Shape.allCases)
  func readsTheDrawnNumber(_ shape: GridCode.Shape) throws {
    let size = try #require(sizes[shape])
    for number in [0, 1, 2, 77, 4095, 4096, 65_535] {
      let code = GridCode(GridCode.frame(number, shape: shape, size: size), shape: shape)
      #expect(code.isReadable)
      #expect(code.number == number)
      #expect(code.colorError == 0 && code.grayError == 0)
    }
  }

  @Test func readsARegionOfAFrame() {
    let grid = GridCode.frame(300, shape: .portrait, size: PixelSize(width: 28, height: 49))
    let whole = PixelBuffer(size: PixelSize(width: 84, height: 49))
    whole.withMutablePixels { target in
      grid.withPixels { source in
        for index in source.indices { target[index / 28 * 84 + 28 + index % 28] = source[index] }
      }
    }
    let middle = FrameRegion(x: 1.0 / 3, y: 0, width: 1.0 / 3, height: 1)
    #expect(!GridCode(whole, shape: .portrait).isReadable)
    let code = GridCode(whole, region: middle, shape: .portrait)
    #expect(code.isReadable && code.number == 300)
  }

  @Test(arguments: GridCode.Mirror.allCases)
  func detectsRotation(_ mirror: GridCode.Mirror) throws {
    let size = try #require(sizes[.portrait])
    let upright = GridCode.frame(9, shape: .portrait, size: size)
    let turned = PixelBuffer(size: size)
    turned.withMutablePixels { target in
      upright.withPixels { source in
        for index in source.indices {
          let (x, y) = (index % size.width, index / size.width)
          let across = mirror == .across || mirror == .both ? size.width - 1 - x : x
          let down = mirror == .down || mirror == .both ? size.height - 1 - y : y
          target[index] = source[down * size.width + across]
        }
      }
    }
    #expect(GridCode(turned, shape: .portrait).isReadable == (mirror == .none))
    let found = try #require(GridCode.orientation(of: turned))
    #expect(found.shape == .portrait && found.mirror == mirror)
  }

  @Test func unclearFramesAreNotRead() {
    let size = PixelSize(width: 28, height: 49)
    #expect(!GridCode(PixelBuffer(size: size), shape: .portrait).isReadable)
    let pair = [6, 7].map { GridCode.frame($0, shape: .portrait, size: size) }
    let blend = PixelBuffer(size: size)
    blend.withMutablePixels { target in
      for index in target.indices {
        let parts = pair.map { frame in frame.withPixels { $0[index] } }
        target[index] = (parts[0] >> 1 & 0x7F_7F7F) + (parts[1] >> 1 & 0x7F_7F7F)
      }
    }
    #expect(!GridCode(blend, shape: .portrait).isReadable)
  }

  @Test func grayFramesAreRead() {
    let size = PixelSize(width: 28, height: 49)
    let grid = GridCode.frame(1234, shape: .portrait, size: size)
    let gray = PixelBuffer(size: size)
    gray.withMutablePixels { target in
      grid.withPixels { source in
        for index in source.indices {
          let pixel = source[index]
          let luma =
            (299 * (pixel & 0xFF) + 587 * (pixel >> 8 & 0xFF) + 114 * (pixel >> 16 & 0xFF)) / 1000
          target[index] = luma | luma << 8 | luma << 16
        }
      }
    }
    #expect(!GridCode(gray, shape: .portrait).isReadable)
    let code = GridCode(gray, shape: .portrait, isGray: true)
    #expect(code.isReadable && code.number == 1234 && code.colorError <= 1)
  }
}
