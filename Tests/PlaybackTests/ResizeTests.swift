import Clients
import MediaCore
import Models
import Platform
import TestSupport
import Testing

@testable import Playback

@Suite struct ResizeTests {
  let rig = EngineRig()
  let id = PlayerID(rawValue: 1)
  let large = FrameArea(size: PixelSize(width: 64, height: 36))

  @Test func pausedFrameIsRescaledThenRedecoded() {
    rig.create(SyntheticClip())
    rig.show(1)
    rig.run(for: 0.73)
    rig.client.pause(id)
    rig.settle()
    let position = rig.position(1)
    rig.client.setFrameArea(large)
    rig.settle()
    #expect(rig.size(1) == large.size)
    #expect(rig.number(1) == 18)
    let seeks = rig.library.seeks
    rig.run(for: 0.3)
    #expect(rig.library.seeks == seeks + 1)
    #expect(rig.size(1) == large.size)
    #expect(rig.number(1) == 18)
    #expect(rig.position(1) == position)
    rig.client.play(id)
    rig.run(for: 0.4)
    #expect(rig.number(1) == 28)
  }

  @Test func playbackContinuesThroughAResize() {
    rig.create(SyntheticClip())
    rig.show(1)
    rig.run(for: 0.5)
    rig.client.setFrameArea(large)
    rig.settle()
    #expect(rig.size(1) == large.size)
    rig.run(for: 0.51)
    #expect(rig.number(1) == 25)
    #expect(rig.recorder.stretches.count == 1)
  }

  @Test func resizeRemakesNeighboursAndPosters() {
    rig.create(Array(repeating: SyntheticClip(), count: 4))
    rig.show(1, neighbours: [2, 3, 4])
    rig.run(for: 0.2)
    rig.client.setFrameArea(large)
    rig.run(for: 0.2)
    for id in 1...4 { #expect(rig.size(id) == large.size) }
    #expect([2, 3, 4].map { rig.stage($0) } == [.ready, .ready, .poster])
    rig.show(2, neighbours: [3, 1])
    rig.run(for: 0.2)
    #expect(rig.number(2) == 5)
    #expect(rig.size(2) == large.size)
  }

  @Test func stillIsRescaledWithoutASeek() {
    var clip = SyntheticClip()
    clip.isStill = true
    clip.hasAudio = false
    rig.create(clip)
    rig.show(1)
    rig.settle()
    rig.client.setFrameArea(large)
    rig.settle()
    #expect(rig.size(1) == large.size)
    rig.run(for: 1)
    #expect(rig.library.seeks == 0)
  }

  @Test func manyResizesCostOneSeek() {
    rig.create(SyntheticClip())
    rig.show(1, plays: false)
    rig.client.setLoopMode(.off)
    rig.settle()
    for width in 33..<80 {
      rig.client.setFrameArea(FrameArea(size: PixelSize(width: width, height: 36)))
      rig.run(for: 0.02)
      #expect(rig.size(1)?.width == min(width, 64))
    }
    rig.run(for: 0.5)
    #expect(rig.library.seeks == 1)
    #expect(rig.number(1) == 0)
  }

  @Test func nothingIsDecodedBeforeTheFrameAreaIsKnown() {
    let core = rig.core
    core.control.withLock { $0.orders.area = nil }
    rig.create(SyntheticClip(), SyntheticClip())
    rig.show(1, neighbours: [2])
    rig.run(for: 0.2)
    #expect(rig.number(1) == nil)
    rig.client.setFrameArea(large)
    rig.run(for: 0.2)
    #expect(rig.size(1) == large.size)
    #expect(rig.size(2) == large.size)
  }

  @Test(arguments: [true, false])
  func rotationIsDrawn(plays: Bool) {
    rig.create(SyntheticClip(), SyntheticClip())
    rig.show(1, neighbours: [2], plays: plays)
    rig.client.setFrameArea(FrameArea(size: PixelSize(width: 32, height: 32)))
    rig.run(for: 0.5)
    #expect(rig.size(1) == PixelSize(width: 32, height: 18))
    for id in 1...2 { rig.client.setRotation(PlayerID(rawValue: id), .right) }
    rig.settle()
    #expect(rig.size(1) == PixelSize(width: 18, height: 32))
    rig.run(for: 0.3)
    #expect(rig.size(2) == PixelSize(width: 18, height: 32))
    #expect(rig.library.rotations["clip 1"] == .right)
    #expect(rig.library.rotations["clip 2"] == .right)
    // Its size does not tell.
    rig.client.setRotation(PlayerID(rawValue: 1), .left)
    rig.run(for: 0.3)
    #expect(rig.size(1) == PixelSize(width: 18, height: 32))
    #expect(rig.library.rotations["clip 1"] == .left)
    rig.client.setRotation(PlayerID(rawValue: 1), .none)
    rig.run(for: 0.3)
    #expect(rig.size(1) == PixelSize(width: 32, height: 18))
    #expect(rig.number(1) == (plays ? 34 : 0))
  }

  @Test(arguments: [true, false])
  func changedFitIsDrawn(plays: Bool) {
    rig.create(SyntheticClip(), SyntheticClip())
    rig.show(1, neighbours: [2], plays: plays)
    rig.run(for: 0.5)
    var area = FrameArea(size: PixelSize(width: 32, height: 32))
    rig.client.setFrameArea(area)
    rig.run(for: 0.3)
    #expect(rig.size(1) == PixelSize(width: 32, height: 18))
    #expect(rig.library.regions["clip 1"] == .whole)
    area.fit = .fill
    rig.client.setFrameArea(area)
    rig.settle()
    #expect(rig.size(1) == area.size)
    rig.run(for: 0.3)
    #expect(rig.size(1) == area.size)
    #expect(rig.size(2) == area.size)
    // The middle of the frame is seen, as wide as it is high.
    for name in ["clip 1", "clip 2"] {
      let region = rig.library.regions[name]
      #expect(region.map { abs($0.width - 9.0 / 16) < 0.001 } == true)
      #expect(region.map { abs($0.x - 3.5 / 16) < 0.001 } == true)
      #expect(region?.height == 1)
    }
    #expect(rig.number(1) == (plays ? 27 : 0))
  }
}
