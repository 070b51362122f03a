import Graphics
import Models
import TerminalCore
import TestSupport
import Testing

@testable import AppFeature
@testable import TerminalUI

/// What stands on the right of the title bar's row.
extension ScreenTests {
  @Test func remoteSoundIsNamed() {
    var state = clipState()
    state.sound = Sound(isMuted: true, remoteHost: "attic")
    let row = screen(state, columns: 80)[8]
    #expect(row.contains("muted: sound would play on attic; m unmutes"))
  }

  @Test func badgesAreAbbreviatedBeforeTheyAreDropped() {
    var state = clipState { $0.play = .ended }
    state.sound = Sound(isMuted: true, remoteHost: "a-host-with-quite-a-long-name.example.org")
    #expect(screen(state, columns: 60)[8].hasPrefix(" river.mp4 "))
    #expect(screen(state, columns: 60)[8].hasSuffix(" end  muted  1 of 1 "))
    #expect(screen(state, columns: 28)[8] == " river.mp4    end  muted  1 ")
    #expect(screen(state, columns: 20)[8] == " river.mp4      end ")
  }

  @Test func pauseBadgeNeedsNoSeekBar() {
    let state = clipState { $0.play = .paused }
    #expect(screen(state)[8] == " river.mp4                       1 of 1 ")
    let still = screen(state, time: PlaybackTime(isStill: true))
    #expect(still[8] == " river.mp4               paused  1 of 1 ")
    #expect(still[9] == String(repeating: " ", count: 40))
  }

  @Test func overloadedMachineIsSaidWhileTheClipPlays() {
    let time = PlaybackTime(position: 1, duration: 9, isOverloaded: true)
    #expect(screen(clipState(), time: time)[8] == " river.mp4        can't keep up  1 of 1 ")
    let paused = clipState { $0.play = .paused }
    #expect(screen(paused, time: time)[8] == " river.mp4                       1 of 1 ")
    let ended = clipState { $0.play = .ended }
    #expect(screen(ended, time: time)[8] == " river.mp4                  end  1 of 1 ")
  }

  /// What stands in the row while an overlay tells something.
  private func titleBar(_ message: Toast.Message, _ change: (inout App.State) -> Void = { _ in })
    -> String
  {
    var state = clipState()
    change(&state)
    state.feed.toast.message = message
    return screen(state)[8]
  }

  /// The rows in which an overlay says something, without what it lies on.
  private func overlay(_ message: Toast.Message, columns: Int = 60, rows: Int = 14) -> [String] {
    var state = clipState()
    state.feed.toast.message = message
    return screen(state, columns: columns, rows: rows).dropLast(2)
      .map { $0.split(separator: " ").joined(separator: " ") }.filter { !$0.isEmpty }
  }

  @Test func keyResultIsShownOnceAsAToast() {
    let plain = " river.mp4                       1 of 1 "
    let item: PageID = 0
    #expect(overlay(.fit(.fill)) == ["fill"])
    #expect(overlay(.soundIsBack) == ["sound is back"])
    #expect(overlay(.speed(.normal)) == ["speed 1x"])
    #expect(overlay(.seek(by: 5, of: item)) == ["+5 s"])
    #expect(overlay(.seek(by: -30, of: item)) == ["\u{2212}30 s"])
    for message in [.fit(.fill), .soundIsBack, .liked(true, of: item)] as [Toast.Message] {
      #expect(titleBar(message) == plain)
    }
    #expect(titleBar(.muted(true)) { $0.sound.isMuted = true } == plain)
    #expect(titleBar(.loop(.off)) { $0.feed.loopMode = .off } == plain)
    #expect(titleBar(.volume(0)) { $0.sound.volume = 0 } == plain)
    // The seek bar's row says so.
    #expect(titleBar(.volume(5)) { $0.sound.isMuted = true } == plain)
  }

  @Test func decisionThatGoesOnNamesItsClip() {
    #expect(overlay(.judged(.keep, of: "river.mp4")) == ["kept", "river.mp4"])
    #expect(overlay(.rated(3, of: "river.mp4")) == ["★★★", "river.mp4"])
    #expect(overlay(.tagged("fog", of: "river.mp4")) == ["fog: river.mp4"])
    #expect(overlay(.tagged("scene: fog")) == ["scene: fog"])
    #expect(overlay(.tagged(nil)) == ["no tag for this key: see --tag"])
  }

  @Test func volumeToastHasABar() {
    #expect(overlay(.volume(65)) == ["volume 65 %", "███████████████▋────────"])
    #expect(overlay(.volume(0)) == ["volume 0 %", "────────────────────────"])
    #expect(overlay(.volume(100), columns: 21) == ["volume 100 %", "███████████████"])
    #expect(overlay(.volume(65), columns: 24, rows: 5) == ["volume 65 %"])
  }

  @Test func errorToastHasAReason() {
    let error = FeedError(.unreachable, place: "example.com", detail: "no route to host")
    #expect(overlay(.failed(.refresh, error)) == ["couldn't refresh", "no route to host"])
    let long = FeedError(
      .unreachable, place: "example.com",
      detail: "the server has closed the connection before it said anything at all about the feed")
    #expect(
      overlay(.failed(.refresh, long), columns: 40) == [
        "couldn't refresh", "the server has closed the", "connection before it said anythin…",
      ])
  }

  @Test func copiedPathShowsBothEnds() {
    #expect(overlay(.copied("/clips/river.mp4")) == ["copied", "/clips/river.mp4"])
    let long = "/home/ann/footage/2026/from-the-mill-to-the-bridge/in-rain/with-a-lamp/river.mp4"
    #expect(
      overlay(.copied(CleanText(long)), columns: 40) == [
        "copied", "/home/ann/footage/2026/from-the-",
        "…dge/in-rain/with-a-lamp/river.mp4",
      ])
  }

  @Test func savedFrameShowsFolderAndName() {
    #expect(overlay(.saved("~/clips/a-0.50s.png")) == ["saved in ~/clips", "a-0.50s.png"])
    #expect(overlay(.saved("/a.png")) == ["saved in /", "a.png"])
  }

  @Test func missingSoundToastHasAReason() {
    #expect(overlay(.soundIsMissing("no card: none")) == ["no sound", "no card: none"])
    #expect(overlay(.end(.forwards)) == ["the last clip"])
    #expect(overlay(.end(.backwards)) == ["the first clip"])
  }

  @Test func firstNoteKeepsKeysWithTheirActions() {
    let note = Toast.Message.note("Down\u{A0}next, Up\u{A0}back, ?\u{A0}keys", short: "?")
    #expect(overlay(note, columns: 27) == ["Down next, Up back,", "? keys"])
    #expect(overlay(note) == ["Down next, Up back, ? keys"])
    #expect(overlay(note, columns: 20) == ["?"])
  }

  @Test func noSoundBadgeYieldsToTheTitle() {
    func row(_ columns: Int) -> String {
      TitleBar(
        model: ScreenModel(clipState()),
        place: FeedPlace(number: 1, count: 1, total: 1, isGrowing: false), isSilent: true
      ).line(columns: columns).map(\.text.string).joined()
    }
    #expect(row(40) == " river.mp4  no sound             1 of 1 ")
    #expect(row(28) == " river.mp4  no sound 1 of 1 ")
    #expect(row(27) == " river.mp4          1 of 1 ")
  }

  /// A text that was laid out before is shown again, unless it was for another message or room.
  @Test func textsAreLaidOutOnce() {
    let rooms: [(message: Toast.Message, columns: Int)] = [
      (.copied("/clips/by the river.mp4"), 60), (.copied("/clips/by the river.mp4"), 60),
      (.copied("/clips/by the river.mp4"), 24), (.loop(.feed), 24), (.volume(65), 24),
      (.loop(.feed), 24),
    ]
    var last: ToastText?
    for room in rooms {
      let size = CellSize(columns: room.columns, rows: 12)
      var (alone, again) = (Surface(size: size), Surface(size: size))
      let overlay = ToastOverlay(message: room.message)
      overlay.draw(in: alone.bounds, of: &alone)
      last = overlay.draw(in: again.bounds, of: &again, after: last)
      #expect(text(of: again, chrome: []) == text(of: alone, chrome: []))
    }
    #expect(last != nil)
  }

  /// The toast is told beside the figures or below them.
  @Test(arguments: [(80, 24), (120, 40), (40, 20)])
  func toastsAvoidStatistics(_ columns: Int, _ rows: Int) {
    let layout = ScreenLayout(size: CellSize(columns: columns, rows: rows))
    let figures = StatisticsText(StatisticsSample(date: 0)).layout(in: layout.frame)
    for message in [.speed(.normal), .volume(65)] as [Toast.Message] {
      var state = clipState()
      state.feed.toast.message = message
      var surface = Surface(size: layout.size)
      ScreenDrawing(layout: layout).drawFrame(
        ScreenModel(state), frame: nil, statistics: figures, spinnerPhase: 0, into: &surface)
      let shown = text(of: surface, chrome: []).joined(separator: "\n")
      #expect(shown.contains("speed 1x") || shown.contains("volume"))
      #expect(shown.contains("0 frames"))
    }
  }

  @Test func withoutRoomToastsCoverStatistics() {
    var state = clipState()
    state.feed.toast.message = .speed(.normal)
    let layout = ScreenLayout(size: CellSize(columns: 30, rows: 10))
    let figures = StatisticsText(StatisticsSample(date: 0)).layout(in: layout.frame)
    var surface = Surface(size: layout.size)
    ScreenDrawing(layout: layout).drawFrame(
      ScreenModel(state), frame: nil, statistics: figures, spinnerPhase: 0, into: &surface)
    #expect(text(of: surface, chrome: []).contains { $0.contains("   speed 1x   ") })
  }

  @Test func overDetailsTheTitleBarShowsIt() {
    var state = clipState()
    state.feed.overlay = state.feed.current.flatMap(Details.State.init)
      .map { Overlay.State(.details($0)) }
    state.feed.toast.message = .copied("/clips/river.mp4")
    #expect(screen(state)[8] == " river.mp4               copied  1 of 1 ")
    state.feed.toast.message = .volume(65)
    #expect(screen(state, columns: 21)[8] == " river.mp4   65 %  1 ")
  }

  @Test func unusualSpeedIsShown() {
    var state = clipState()
    var texts: [String] = []
    state.speed.change(by: -2)
    for _ in 0..<6 {
      texts.append(String(screen(state)[9].suffix(8)))
      state.speed.change(by: 1)
    }
    #expect(
      texts == ["── 0.5x ", "─ 0.75x ", "─────── ", "─ 1.25x ", "── 1.5x ", "──── 2x "])
  }

  @Test func trackNamesUseWhatIsKnown() {
    let item: PageID = 0
    let tracks = [
      MediaTrack(id: 1, codec: "aac", language: "eng"),
      MediaTrack(id: 2, codec: "aac", language: "eng", title: "Director"),
      MediaTrack(id: 3, codec: "ac3"),
    ]
    func sound(_ current: Int?, of tracks: [MediaTrack]) -> [String] {
      let selection = TrackSelection(after: current, of: tracks, canBeNone: false)
      return overlay(.soundTrack(selection, of: item))
    }
    #expect(sound(3, of: tracks) == ["sound 1/3: eng"])
    #expect(sound(1, of: tracks) == ["sound 2/3: eng, Director"])
    #expect(sound(2, of: tracks) == ["sound 3/3: ac3"])
    #expect(sound(1, of: [tracks[0]]) == ["sound: eng"])
    #expect(sound(nil, of: []) == ["this clip has no sound"])
    let mute = MediaTrack(id: 4, codec: "fpcm", isDecodable: false)
    #expect(sound(nil, of: [mute]) == ["no sound: cannot decode fpcm"])
    #expect(sound(1, of: [mute, tracks[0]]) == ["sound: eng"])
    func subtitles(_ current: Int?, of tracks: [MediaTrack]) -> [String] {
      let selection = TrackSelection(after: current, of: tracks, canBeNone: true)
      return overlay(.subtitles(selection, of: item))
    }
    #expect(subtitles(nil, of: tracks) == ["subtitles 1/3: eng"])
    #expect(subtitles(3, of: tracks) == ["subtitles: off"])
    #expect(subtitles(nil, of: []) == ["this clip has no subtitles"])
    let none = TrackSelection(after: nil, of: [], canBeNone: true)
    for message in [
      .subtitles(none, of: 9), .paused(true, of: 9),
      .liked(true, of: 9),
    ]
      as [Toast.Message]
    {
      #expect(overlay(message) == [], "of another clip")
    }
  }

  @Test func zeroVolumeIsShown() {
    var state = clipState()
    state.sound.volume = 0
    #expect(screen(state)[9].hasSuffix("─ vol 0 % "))
  }
}
