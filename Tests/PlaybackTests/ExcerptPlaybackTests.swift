import Clients
import MediaCore
import Models
import Platform
import TestSupport
import Testing

@testable import Playback

/// A part of a clip plays as a clip does, on the clock of the whole.
@Suite struct ExcerptPlaybackTests {
  let rig = EngineRig()

  /// A film of 100 seconds, of which player 1 plays a part, and player 2 all.
  private func open(
    _ start: Double, _ end: Double?, from time: Double? = nil,
    change: (inout SyntheticClip) -> Void = { _ in }
  ) {
    var film = SyntheticClip()
    film.duration = 100
    change(&film)
    let location = rig.library.add("film", film)
    rig.client.create(1, PlayerSource(location, span: TimeSpan(start: start, end: end)))
    rig.client.create(2, PlayerSource(location, startTime: time))
  }

  @Test func partRepeatsWithoutAGap() {
    open(40, 42)
    let ends = EndCounter(rig, 1)
    rig.show(1)
    var shown: [Int] = []
    rig.observe = { [unowned rig] in
      if let number = rig.number(1), shown.last != number { shown.append(number) }
    }
    rig.run(for: 6.1)
    #expect(shown == (0..<shown.count).map { 1000 + $0 % 50 })
    #expect(shown.count > 145 && ends.count == 3)
    #expect(rig.recorder.stretches.count == 1)
  }

  @Test func timesAreThoseOfTheWhole() {
    open(40, 46)
    rig.show(1)
    rig.run(for: 1)
    let time = rig.client.nowPlaying(1).time
    #expect((40.8...41.1).contains(time.position) && time.duration == 100)
    rig.client.seek(1, 44, .exact)
    rig.run(for: 0.02)
    #expect(rig.number(1) == 1100)
  }

  @Test(arguments: [(0.0, 40.0), (39.0, 40.0), (90, 45.96)])
  func seeksStayInThePart(to time: Double, leads expected: Double) {
    open(40, 46)
    rig.show(1, plays: false)
    rig.run(for: 0.1)
    rig.client.seek(1, time, .exact)
    rig.run(for: 0.1)
    #expect(rig.number(1) == Int((expected * 25).rounded()))
  }

  @Test func soundFadesAtBothEnds() {
    open(40, 42) { $0.level = 10_000 }
    rig.show(1)
    rig.run(for: 4)
    let heard = rig.recorder.heard
    let fade = Int(0.15 * 48_000)
    for turn in [0, 96_000] {
      #expect(abs(Int(heard[turn + fade / 2]) - 5_000) < 60)
      #expect(heard[turn + fade + 240] == 10_000)
      #expect(heard[turn + 96_000 - fade - 1] == 10_000)
      #expect(abs(Int(heard[turn + 96_000 - fade / 2]) - 5_000) < 60)
      #expect(heard[turn + 95_999] < 100)
    }
  }

  @Test func interleavedPacketsDoNotStopIt() {
    open(40, 42) { $0.isInterleaved = true }
    let ends = EndCounter(rig, 1)
    rig.show(1)
    rig.run(for: 6.2)
    #expect(ends.count == 3)
  }

  /// A part without an end goes to that of the clip, one behind it has nothing.
  @Test func endOfTheClipEndsThePart() {
    open(98, nil)
    let ends = EndCounter(rig, 1)
    rig.show(1)
    rig.run(for: 4.1)
    #expect(ends.count == 2)
  }

  @Test func partBehindTheEndFails() {
    open(200, 206)
    rig.show(1)
    rig.run(for: 0.1)
    #expect(rig.status(1) == .failed(.damaged))
    // The clip is none the worse.
    rig.show(2)
    rig.run(for: 0.1)
    #expect(rig.status(2) == .ready)
  }

  /// Whoever looks into a film has not watched it.
  @Test func partLeavesTheFilmWhereItWas() {
    open(40, 46)
    rig.show(2)
    rig.client.seek(2, 70, .exact)
    rig.run(for: 1)
    rig.show(1, neighbours: [2])
    rig.run(for: 2)
    rig.show(2, neighbours: [1])
    rig.run(for: 0.1)
    #expect((71...71.5).contains(rig.position(2)))
    #expect(rig.saved.withLock { $0.values.allSatisfy { $0 > 70 } })
  }

  @Test func filmStartsWhereItIsToldTo() {
    open(40, 46, from: 43)
    rig.show(2, plays: false)
    rig.run(for: 0.2)
    #expect(rig.number(2) == 1075 && rig.position(2) == 43)
  }

  @Test func filmThatWouldStartBehindItsEndStartsBeforeIt() {
    open(40, 46, from: 100)
    rig.show(2, plays: false)
    rig.run(for: 0.2)
    #expect(rig.position(2) == 99)
  }

  /// Saved frames are found again by it.
  @Test func framesTellTheirTimeInTheFilm() async throws {
    open(40, 46)
    rig.show(1, plays: false)
    rig.run(for: 0.1)
    #expect(rig.client.frame(1)?.presentationTime == 40)
  }

  @Test func postersOfPartsAreTheirOwn() {
    let location = rig.library.add("film", .film)
    for (id, start) in [(1, 20.0), (2, 50.0)] {
      rig.client.create(
        PlayerID(rawValue: id), PlayerSource(location, span: TimeSpan(start: start, end: start + 2))
      )
    }
    rig.show(1, neighbours: [2], plays: false)
    rig.run(for: 0.5)
    #expect(rig.number(1) == 500 && rig.number(2) == 1250)
    rig.client.delete([1, 2])
    rig.run(for: 0.1)
    rig.client.create(3, PlayerSource(location, span: TimeSpan(start: 50, end: 52)))
    rig.show(3, plays: false)
    rig.settle()
    #expect(rig.number(3) == 1250)
  }

  @Test func stepsStayInThePart() {
    open(40, 40.2)
    rig.show(1, plays: false)
    rig.run(for: 0.1)
    rig.client.step(1, 9)
    rig.run(for: 0.2)
    #expect(rig.number(1) == 1004)
  }
}

extension SyntheticClip {
  fileprivate static var film: SyntheticClip {
    var film = SyntheticClip()
    film.duration = 100
    return film
  }
}
