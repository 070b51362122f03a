import Models
import Testing

@Suite struct PixelBufferTests {
  private let size = PixelSize(width: 8, height: 4)

  @Test func newBufferIsBlackAndWritable() {
    let buffer = PixelBuffer(size: size)
    #expect(buffer.withPixels { Array($0) } == [UInt32](repeating: 0, count: 32))
    buffer.withMutablePixels { $0[5] = 0x00FF_8040 }
    #expect(buffer.withPixels { $0[5] } == 0x00FF_8040)
  }

  @Test func pixelsAreTakenFromSequencesOfAnyLength() {
    let short = PixelBuffer(size: size, pixels: [1, 2])
    #expect(short.withPixels { Array($0.prefix(3)) } == [1, 2, 0])
    let long = PixelBuffer(size: size, pixels: 0..<1_000)
    #expect(long.withPixels { Array($0) } == Array(0..<32))
  }

  @Test(arguments: [
    PixelSize(width: 0, height: 0), PixelSize(width: -3, height: 5), PixelSize(width: 5, height: 0),
  ])
  func emptySizeHasNoPixels(_ size: PixelSize) {
    #expect(PixelBuffer(size: size).withPixels { $0.count } == 0)
  }

  @Test func releasedBufferIsReused() {
    var pool = PixelBufferPool()
    let first = ObjectIdentifier(pool.take(size))
    #expect(ObjectIdentifier(pool.take(size)) == first)
  }

  @Test func bufferInUseIsNotReused() {
    var pool = PixelBufferPool(limit: 2)
    let first = pool.take(size)
    let second = pool.take(size)
    #expect(first !== second)
    // Beyond the limit, buffers are created and not pooled, but never shared.
    let third = pool.take(size)
    let fourth = pool.take(size)
    #expect(Set([first, second, third, fourth].map(ObjectIdentifier.init)).count == 4)
  }

  @Test func buffersOfAnotherSizeAreDropped() {
    var pool = PixelBufferPool()
    let small = pool.take(size)
    let large = pool.take(PixelSize(width: 16, height: 9))
    #expect(large.size == PixelSize(width: 16, height: 9))
    #expect(pool.take(size) !== small)
  }
}
