import Clients
import MediaCore
import Models
import Platform
import TestSupport
import Testing

@testable import Playback

/// Sound tracks, subtitles, details.
@Suite struct TrackTests {
  let rig = EngineRig()
  let id = PlayerID(rawValue: 1)

  private var twoTracks: SyntheticClip {
    var clip = SyntheticClip()
    clip.duration = 10
    clip.soundTrackCount = 2
    clip.subtitles = [
      SubtitleCue(start: 0.5, end: 1, lines: ["one"]),
      SubtitleCue(start: 1.5, end: 3, lines: ["two"]),
      SubtitleCue(start: 2, end: 3, lines: ["three"]),
    ]
    return clip
  }

  private func lines() -> [String] {
    rig.client.nowPlaying(id).subtitles.flatMap(\.lines).map(\.string)
  }

  @Test func detailsAreKnownOnceOpen() {
    rig.create(twoTracks, SyntheticClip())
    #expect(rig.client.details(id) == nil)
    rig.show(1, neighbours: [2])
    rig.run(for: 0.1)
    #expect(rig.client.details(id)?.soundTracks.map(\.id) == [1, 2])
    #expect(rig.client.details(PlayerID(rawValue: 2))?.container == "synthetic")
    #expect(rig.client.nowPlaying(id).tracks == TrackChoice(sound: 1, subtitles: nil))
  }

  @Test func damagedClipHasFileDetails() {
    var clip = SyntheticClip()
    clip.openError = .damaged
    rig.create(clip)
    rig.show(1)
    rig.run(for: 0.1)
    #expect(rig.client.details(id)?.byteCount == 1)
    #expect(rig.client.details(id)?.container == "")
  }

  @Test func switchingAudioTracksKeepsThePosition() throws {
    rig.create(twoTracks)
    rig.show(1)
    rig.run(for: 1)
    rig.client.selectSoundTrack(id, 2)
    #expect(rig.client.nowPlaying(id).tracks.sound == 2)
    rig.run(for: 0.5)
    #expect(abs(rig.position(1) - 1.5) < 0.03)
    #expect(rig.number(1) == 37)
    let stretch = try #require(rig.recorder.stretches.last)
    let frame = 48_000 + 500
    #expect(abs(Int(stretch.samples[500]) + Int(SyntheticClip.sample(at: frame))) < 600)
  }

  @Test func unknownTrackIsHarmless() {
    rig.create(twoTracks)
    rig.show(1)
    rig.run(for: 1)
    rig.client.selectSoundTrack(id, 7)
    rig.run(for: 0.51)
    #expect(rig.client.nowPlaying(id).tracks.sound == 1)
    #expect(abs(rig.position(1) - 1.51) < 0.01)
    #expect(rig.recorder.stretches.count == 1)
  }

  @Test func reopeningKeepsTheChosenTracks() {
    rig.create(twoTracks, SyntheticClip())
    rig.client.selectSoundTrack(id, 2)
    rig.client.selectSubtitleTrack(id, 11)
    rig.show(1)
    rig.run(for: 0.6)
    #expect(rig.recorder.heard.last.map { $0 < 0 } == true)
    #expect(lines() == ["one"])
    rig.show(2)
    rig.run(for: 0.5)
    let openings = rig.library.openings
    rig.show(1)
    rig.run(for: 0.6)
    #expect(rig.library.openings == openings + 1)
    #expect(rig.recorder.heard.last.map { $0 < 0 } == true)
    #expect(lines() == ["one"])
  }

  @Test func subtitlesTurnedOffWhileClosedStayOff() {
    rig.create(twoTracks, SyntheticClip())
    rig.client.selectSubtitleTrack(id, 11)
    rig.show(1)
    rig.run(for: 0.6)
    #expect(lines() == ["one"])
    rig.show(2)
    rig.run(for: 0.5)
    rig.client.selectSubtitleTrack(id, nil)
    rig.show(1)
    rig.run(for: 0.6)
    #expect(lines() == [])
  }

  @Test func subtitlesMatchThePosition() {
    rig.create(twoTracks)
    rig.client.selectSubtitleTrack(id, 11)
    rig.show(1)
    rig.run(for: 0.3)
    #expect(lines() == [])
    rig.run(for: 0.4)
    #expect(lines() == ["one"])
    rig.run(for: 0.5)
    #expect(lines() == [])
    rig.run(for: 1)
    #expect(lines() == ["two", "three"])
    rig.client.selectSubtitleTrack(id, nil)
    rig.settle()
    #expect(lines() == [])
    #expect(rig.recorder.stretches.count == 1)
  }

  @Test func lateSubtitlesStartAtThePosition() {
    rig.create(twoTracks)
    rig.show(1)
    rig.run(for: 1.45)
    rig.client.selectSubtitleTrack(id, 12)
    #expect(rig.client.nowPlaying(id).tracks.subtitles == 12)
    rig.run(for: 0.2)
    #expect(lines() == ["two"])
    #expect(abs(rig.position(1) - 1.65) < 0.03)
  }

  @Test func cuesAreUniqueAndBounded() {
    var list = CueList()
    let subtitles = (0..<2000).map {
      SubtitleCue(start: Double($0), end: Double($0) + 1, lines: ["\($0)"])
    }
    for subtitle in subtitles {
      list.add([subtitle, subtitle])
      list.add([subtitle])
    }
    #expect(list.count == CueList.countLimit)
    #expect(list.due(at: 1999.5) == [subtitles[1999]])
    #expect(list.due(at: 0.5).isEmpty)
    list.add([subtitles[0], SubtitleCue(start: .nan, end: 1, lines: [])])
    #expect(list.due(at: 0.5) == [subtitles[0]])
  }

  @Test func bufferedRangeStartsAtThePosition() throws {
    var clip = SyntheticClip()
    clip.duration = 10
    clip.readAhead = 2
    rig.create(clip, SyntheticClip())
    rig.show(1, neighbours: [2])
    rig.run(for: 1)
    let time = rig.client.time(id)
    let buffered = try #require(time.buffered)
    #expect(buffered.lowerBound == time.position)
    #expect(abs(buffered.upperBound - 3.2) < 0.1)
    rig.client.seek(id, 9.9, .exact)
    rig.settle()
    #expect(rig.client.time(id).buffered?.upperBound == 10)
    rig.show(2)
    rig.run(for: 0.1)
    #expect(rig.client.time(PlayerID(rawValue: 2)).buffered == nil)
  }

  @Test func pausedClipReportsBufferingUntilComplete() {
    let fetched = Lock(3.0)
    var clip = SyntheticClip()
    clip.duration = 10
    clip.fetched = { fetched.withLock { $0 } }
    rig.create(clip)
    rig.show(1)
    rig.run(for: 1)
    rig.client.pause(id)
    rig.run(for: 1)
    #expect(rig.client.time(id).buffered?.upperBound == 3)
    #expect(rig.client.time(id).isFetching)
    fetched.withLock { $0 = 6 }
    rig.run(for: 0.3)
    #expect(rig.client.time(id).buffered?.upperBound == 6)
    fetched.withLock { $0 = 10 }
    rig.run(for: 0.3)
    #expect(rig.client.time(id).buffered?.upperBound == 10)
    #expect(!rig.client.time(id).isFetching)
    // From now on nobody looks.
    fetched.withLock { $0 = 4 }
    rig.run(for: 2)
    #expect(rig.client.time(id).buffered?.upperBound == 10)
  }
}
