import AppFeature
import Models
import Testing

/// What stands on the right of the caption's row.
extension ScreenTests {
  @Test func soundElsewhereIsNamed() {
    var state = clipState()
    state.sound = Sound(isMuted: true, remoteHost: "attic")
    let row = screen(state, columns: 80)[8]
    #expect(row.contains("muted: sound would play on attic, m unmutes"))
  }

  @Test func longSignsAreSaidInShortBeforeAnyGoes() {
    var state = clipState { $0.isPaused = true }
    state.sound = Sound(isMuted: true, remoteHost: "a-host-with-quite-a-long-name.example.org")
    #expect(screen(state, columns: 60)[8].hasPrefix(" river.mp4 "))
    #expect(screen(state, columns: 60)[8].hasSuffix(" paused  muted  1 of 1 "))
    #expect(screen(state, columns: 28)[8] == " river.m…  paused  muted  1 ")
    #expect(screen(state, columns: 20)[8] == " river.mp4   paused ")
  }

  private func caption(_ message: Sign.Message, columns: Int = 40) -> String {
    var state = clipState()
    state.sign.message = message
    return screen(state, columns: columns)[8]
  }

  @Test func whatAKeyHasChangedIsTold() {
    #expect(caption(.volume(65)) == " river.mp4          volume 65 %  1 of 1 ")
    #expect(caption(.volume(65), columns: 21) == " river.mp4   65 %  1 ")
    #expect(caption(.fit(.fill)) == " river.mp4                 fill  1 of 1 ")
    #expect(caption(.soundIsBack) == " river.mp4        sound is back  1 of 1 ")
  }

  @Test func theSpeedIsShownWhileItIsNotTheUsualOne() {
    var state = clipState()
    var texts: [String] = []
    state.speed.change(by: -2)
    for _ in 0..<6 {
      texts.append(String(screen(state)[9].suffix(8)))
      state.speed.change(by: 1)
    }
    #expect(
      texts == ["── 0.5x ", "─ 0.75x ", "─────── ", "─ 1.25x ", "── 1.5x ", "──── 2x "])
    #expect(caption(.speed(.normal)) == " river.mp4             speed 1x  1 of 1 ")
  }

  @Test func tracksAreNamedByWhatIsKnownOfThem() {
    let item = ItemID(rawValue: 0)
    let tracks = [
      MediaTrack(id: 1, codec: "aac", language: "eng"),
      MediaTrack(id: 2, codec: "aac", language: "eng", title: "Director"),
      MediaTrack(id: 3, codec: "ac3"),
    ]
    func sound(_ current: Int?, of tracks: [MediaTrack]) -> String {
      let selection = TrackSelection(after: current, of: tracks, canBeNone: false)
      return caption(.soundTrack(selection, of: item), columns: 60)
    }
    #expect(sound(3, of: tracks).contains(" sound 1/3: eng "))
    #expect(sound(1, of: tracks).contains(" sound 2/3: eng, Director "))
    #expect(sound(2, of: tracks).contains(" sound 3/3: ac3 "))
    #expect(sound(1, of: [tracks[0]]).contains(" sound: eng "))
    #expect(sound(nil, of: []).contains(" no sound in this clip "))
    func captions(_ current: Int?, of tracks: [MediaTrack]) -> String {
      let selection = TrackSelection(after: current, of: tracks, canBeNone: true)
      return caption(.captions(selection, of: item), columns: 60)
    }
    #expect(captions(nil, of: tracks).contains(" captions 1/3: eng "))
    #expect(captions(3, of: tracks).contains(" captions: off "))
    #expect(captions(nil, of: []).contains(" no captions in this clip "))
    #expect(
      caption(
        .captions(TrackSelection(after: nil, of: [], canBeNone: true), of: ItemID(rawValue: 9))
      ).contains("captions") == false)
  }

  @Test func aVolumeOfNothingIsTold() {
    var state = clipState()
    state.sound.volume = 0
    #expect(screen(state)[9].hasSuffix("─ vol 0 % "))
  }
}
