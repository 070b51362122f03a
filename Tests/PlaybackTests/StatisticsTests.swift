import Clients
import MediaCore
import Models
import TestSupport
import Testing

@testable import Playback

/// What the engine says of its own play.
@Suite final class StatisticsTests {
  let rig = EngineRig()

  private var figures: PlayerStatistics {
    rig.core.player(PlayerID(rawValue: 1))?.figures ?? PlayerStatistics()
  }

  @Test func smoothPlaybackShowsEveryFrame() throws {
    rig.create(SyntheticClip())
    rig.show(1)
    rig.run(for: 1.5)
    // 25 a second.
    #expect((36...39).contains(figures.made))
    #expect(figures.late == 0)
    #expect(figures.unasked == 0)
    #expect(abs(try #require(figures.offset)) < 0.01)
    #expect(figures.lead == 0)
  }

  @Test func silentClipHasNoOffset() {
    var clip = SyntheticClip()
    clip.hasAudio = false
    rig.create(clip)
    rig.show(1)
    rig.run(for: 1)
    #expect(figures.made > 20)
    #expect(figures.offset == nil)
  }

  @Test func leadIsNotAnOffset() throws {
    rig.create(SyntheticClip())
    rig.client.setDisplayTiming(DisplayTiming(lead: 0.1))
    rig.show(1)
    rig.run(for: 1.9)
    #expect(abs(figures.lead - 0.1) < 0.01)
    #expect(abs(try #require(figures.offset)) < 0.01)
  }

  @Test func skippedFramesAreCounted() {
    rig.create(SyntheticClip())
    rig.client.setDisplayTiming(DisplayTiming(shortestInterval: 0.08))
    rig.show(1)
    rig.run(for: 1.5)
    #expect((15...21).contains(figures.made))
    #expect((15...30).contains(figures.unasked))
    #expect(figures.late == 0)
  }

  /// Every frame of a clip that is too slow for the machine is one that is shown or one that is not.
  @Test func droppedFramesAreCounted() {
    rig.create(.costly(0.03, frameRate: 50))
    rig.show(1)
    rig.run(for: 10)
    #expect(figures.late > 50)
    let all = figures.made + figures.late
    #expect((420...540).contains(all), "\(figures)")
  }

  @Test func countersRestartWithTheClip() {
    rig.create(SyntheticClip(), SyntheticClip())
    rig.show(1, neighbours: [2])
    rig.run(for: 1)
    #expect(rig.core.neighbours.map { $0.id } == [PlayerID(rawValue: 2)])
    #expect(rig.core.neighbours.map { $0.stage } == [.ready])
    rig.show(2, neighbours: [1])
    rig.run(for: 1)
    rig.show(1, neighbours: [2])
    rig.run(for: 0.2)
    #expect((1...8).contains(figures.made))
  }

  @Test func unknownPlayerHasNoStatistics() {
    #expect(rig.core.player(PlayerID(rawValue: 9))?.figures == nil)
  }
}
