import Clients
import Models
import TestSupport
import Testing

@testable import TerminalUI

@MainActor @Suite struct PanoramaTests {
  @Test(arguments: [
    PixelSize(width: 1 << 56, height: 1), PixelSize(width: 1, height: 1 << 56),
    PixelSize(width: .max, height: 1), PixelSize(width: 1, height: .max),
    PixelSize(width: .max, height: .max), PixelSize(width: 0, height: 1),
    PixelSize(width: -1, height: .min),
  ])
  func aFrameLongerThanAnyMemoryStandsStill(shape: PixelSize) {
    let panorama = Panorama(playerClient: .testValue)
    let area = FrameArea(size: PixelSize(width: 3_840, height: 2_160), fit: .fill)
    #expect(
      panorama.part(
        of: PlayerID(rawValue: 1), shape: shape, in: area, moves: true, mayBegin: true, at: 0)
        == nil)
    #expect(!panorama.isRunning)
  }
}
