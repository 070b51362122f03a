import Models
import TerminalCore
import Testing

@testable import TerminalUI

@Suite struct SlideTests {
  @Test func slideStartsAtOnceAndEasesOut() {
    let slide = Slide(distance: 46, start: 5)
    let offsets = (0..<12).map { slide.offset(at: 5 + Double($0) * Slide.interval) }
    #expect(offsets == [37, 29, 22, 16, 11, 6, 3, 1, 0, 0, 0, 0])
  }

  @Test func slideFromAboveIsSymmetric() {
    let below = Slide(distance: 21, start: 0)
    let above = Slide(distance: -21, start: 0)
    for time in stride(from: -0.1, through: 0.3, by: 0.001) {
      #expect(above.offset(at: time) == -below.offset(at: time))
    }
  }

  @Test(arguments: [1, 2, 3, 4, 7])
  func offsetsAreMultiplesOfTheStride(stride: Int) {
    for distance in 0...50 {
      let slide = Slide(distance: distance, start: 0)
      let offsets = (0..<20).map { slide.offset(at: Double($0) / 100, stride: stride) }
      #expect(offsets.allSatisfy { $0 % stride == 0 })
      #expect(offsets == offsets.sorted(by: >))
      // The first step is one.
      #expect(offsets[0] < max(distance, 1))
      #expect(offsets.last == 0)
    }
  }

  @Test func pagesSlideOnlyIfInTime() {
    let cells = 160 * 46
    var link = LinkStatistics()
    #expect(Slide.isCarried(cells: cells, by: link))
    link.throughput = 1_000_000
    #expect(Slide.isCarried(cells: cells, by: link))
    #expect(!Slide.isCarried(cells: 240 * 65, by: link))
    link.throughput = 250_000
    #expect(!Slide.isCarried(cells: cells, by: link))
    #expect(Slide.isCarried(cells: 80 * 22, by: link))
    link.throughput = 0
    #expect(!Slide.isCarried(cells: cells, by: link))
  }
}
