import AppFeature
import CellGraphics
import Composable
import Models
import TerminalCore
import TerminalUI
import Testing

@Suite struct ScreenTests {
  private func screen(
    _ state: App.State, columns: Int = 40, rows: Int = 10, frame: Frame? = nil,
    captions: [Caption] = [], time: PlaybackTime = PlaybackTime()
  ) -> [String] {
    let layout = ScreenLayout(size: CellSize(columns: columns, rows: rows))
    let drawing = ScreenDrawing(layout: layout)
    var surface = Surface(size: layout.size)
    let model = ScreenModel(state)
    drawing.drawPicture(
      model, frame: frame, captions: captions, spinnerPhase: 0, into: &surface)
    return text(of: surface, chrome: drawing.chrome(model, time: time))
  }

  private func clipState(_ change: (inout ClipItem.State) -> Void = { _ in }) -> App.State {
    var clip = ClipItem.State(
      id: ItemID(rawValue: 0), clip: Clip(file: FilePath("/clips/river.mp4")))
    clip.status = .ready
    clip.isOnScreen = true
    change(&clip)
    var state = App.State()
    state.feed.items = [.clip(clip)]
    state.feed.currentID = clip.id
    state.feed.isGrowing = false
    return state
  }

  @Test func aPlayingClip() {
    let frame = Frame(pixels: PixelBuffer(size: PixelSize(width: 8, height: 16)))
    expectScreen(
      screen(clipState(), frame: frame, time: PlaybackTime(position: 15, duration: 30)),
      """
                      ▀▀▀▀▀▀▀▀
                      ▀▀▀▀▀▀▀▀
                      ▀▀▀▀▀▀▀▀
                      ▀▀▀▀▀▀▀▀
                      ▀▀▀▀▀▀▀▀
                      ▀▀▀▀▀▀▀▀
                      ▀▀▀▀▀▀▀▀
                      ▀▀▀▀▀▀▀▀
       river.mp4                          1/1
       ▶ 0:15 █████████████───────────── 0:30
      """)
  }

  @Test func aPausedClipOnAMutedSystem() {
    var state = clipState { $0.isPaused = true }
    state.sound.isMuted = true
    let rows = screen(state, time: PlaybackTime(position: 0, duration: 3661))
    #expect(rows[8] == " river.mp4           paused  muted  1/1 ")
    #expect(rows[9].hasPrefix(" ‖ 0:00 "))
    #expect(rows[9].hasSuffix(" 1:01:01 "))
  }

  @Test func aClipThatCannotBePlayed() {
    expectScreen(
      screen(clipState { $0.status = .failed(.damaged) }, columns: 50),
      """
                  This clip cannot be played

                       /clips/river.mp4

              The file is damaged or cut short.

          Copying or downloading it again may help.

       river.mp4                                    1/1

      """)
  }

  @Test func aClipThatItsServerDoesNotHave() throws {
    let address = try #require(RemoteAddress("http://example.com/river.mp4"))
    let state = clipState {
      $0 = ClipItem.State(id: $0.id, clip: Clip(location: .remote(address), title: "river.mp4"))
      $0.status = .failed(.notFound)
    }
    let rows = screen(state, columns: 50)
    #expect(rows.contains { $0.contains("Check the address.") })
    #expect(!rows.contains { $0.contains("moved or renamed") })
  }

  @Test func aNotice() {
    var state = App.State()
    let notice = Notice(title: "No such file", detail: "/clips/gone.mp4")
    state.feed.items = [.notice(NoticeItem.State(id: ItemID(rawValue: 7), notice: notice))]
    state.feed.currentID = ItemID(rawValue: 7)
    expectScreen(
      screen(state, columns: 32, rows: 7),
      """

                No such file

              /clips/gone.mp4

       No such file              1/1+

      """)
  }

  @Test func aFeedStillWithoutClips() {
    expectScreen(
      screen(App.State(), columns: 30, rows: 6),
      """

            Looking for clips…


       flick

      """)
  }

  @Test func helpTakesTheCaptionsRow() {
    var state = clipState()
    state.isHelpShown = true
    #expect(
      screen(state, columns: 80)[8]
        == " ↓↑ swipe  Space pause  ←→ seek  -+ volume  m mute  [] speed  z fill  q quit    ")
    #expect(
      screen(state, columns: 120)[8].hasPrefix(
        " ↓↑ swipe  Space pause  ←→ seek  -+ volume  m mute  [] speed  z fill  L loop  a audio  "
          + "c captions  ? help  q quit "))
  }

  @Test func withTheHelpTheSignOfAKeyStandsOnTheRight() {
    var state = clipState()
    state.isHelpShown = true
    state.sign.message = .volume(65)
    #expect(
      screen(state, columns: 60)[8]
        == " ↓↑ swipe  Space pause  ←→ seek  q quit         volume 65 % ")
  }

  @Test func onANarrowScreenHelpKeepsTheFirstAndTheLast() {
    var state = clipState()
    state.isHelpShown = true
    let row = screen(state, columns: 24)[8]
    #expect(row.hasPrefix(" ↓↑ swipe "))
    #expect(row.contains("q quit"))
  }

  @Test func theSpinnerLiesInTheMiddle() {
    var state = clipState { $0.spinner = .settled }
    state.feed.isGrowing = false
    let rows = screen(state, columns: 21, rows: 9)
    #expect(rows[3].dropFirst(10).first == "⠋")
  }

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
    #expect(screen(state, columns: 60)[8].hasSuffix(" paused  muted  1/1 "))
    #expect(screen(state, columns: 28)[8] == " river.mp4    paused  muted ")
    #expect(screen(state, columns: 20)[8] == " river.mp4   paused ")
  }

  private func caption(_ message: Sign.Message, columns: Int = 40) -> String {
    var state = clipState()
    state.sign.message = message
    return screen(state, columns: columns)[8]
  }

  @Test func whatAKeyHasChangedIsTold() {
    #expect(caption(.volume(65)) == " river.mp4             volume 65 %  1/1 ")
    #expect(caption(.volume(65), columns: 21) == " river.m…  65 %  1/1 ")
    #expect(caption(.fit(.fill)) == " river.mp4                    fill  1/1 ")
    #expect(caption(.soundIsBack) == " river.mp4           sound is back  1/1 ")
  }

  @Test func theSpeedIsShownWhileItIsNotTheUsualOne() {
    var state = clipState()
    var texts: [String] = []
    state.speed.change(by: -2)
    for _ in 0..<6 {
      texts.append(screen(state)[8])
      state.speed.change(by: 1)
    }
    #expect(
      texts == [
        " river.mp4                    0.5x  1/1 ", " river.mp4                   0.75x  1/1 ",
        " river.mp4                          1/1 ", " river.mp4                   1.25x  1/1 ",
        " river.mp4                    1.5x  1/1 ", " river.mp4                      2x  1/1 ",
      ])
    #expect(caption(.speed(.normal)) == " river.mp4                speed 1x  1/1 ")
    state.sign.message = .speed(state.speed)
    #expect(screen(state)[8] == " river.mp4                speed 2x  1/1 ")
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
    #expect(screen(state)[8] == " river.mp4              volume 0 %  1/1 ")
  }

  @Test func captionsLieOverTheLowerThird() {
    let frame = Frame(pixels: PixelBuffer(size: PixelSize(width: 40, height: 16)))
    let captions = [
      Caption(start: 0, end: 2, lines: ["– Where to?", "– 東京, wherever that is, and further on."])
    ]
    expectScreen(
      screen(clipState(), rows: 14, frame: frame, captions: captions),
      """


      ▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀
      ▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀
      ▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀
      ▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀
      ▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀
      ▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀
      ▀▀▀▀▀▀▀▀▀▀▀▀▀▀– Where to?▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀
      ▀▀▀▀▀– 東京, wherever that is, and▀▀▀▀▀▀
                    further on.

       river.mp4                          1/1
       ▶ 0:00 ───────────────────────────────
      """)
  }

  @Test(arguments: [
    (MediaError.refused("a list inside a clip"), "Refused: a list inside a clip"),
    (.unreachable("no route to host"), "The server cannot be used: no route to host"),
    (.timedOut, "Opening the clip took too long."),
    (.unsupportedCodec("vvc"), "No decoder for vvc."),
    (.encrypted, "The clip is encrypted; Flick has no key to it."),
  ])
  func aCardSaysWhatIsWrongAndWhatToDo(_ error: MediaError, _ text: String) {
    let rows = screen(clipState { $0.status = .failed(error) }, columns: 80, rows: 14)
      .map { $0.split(separator: " ").joined(separator: " ") }.prefix(12).filter { !$0.isEmpty }
    #expect(rows.count == 4)
    #expect(rows.prefix(3) == ["This clip cannot be played", "/clips/river.mp4", text])
    #expect((rows.last?.count ?? 0) > 20)
  }

  @Test func withoutUnicodeEverythingIsASCII() {
    var state = clipState { $0.spinner = .settled }
    let layout = ScreenLayout(size: CellSize(columns: 60, rows: 10))
    let drawing = ScreenDrawing(layout: layout, signs: .ascii)
    for isHelpShown in [false, true] {
      state.isHelpShown = isHelpShown
      let model = ScreenModel(state)
      var surface = Surface(size: layout.size)
      drawing.drawPicture(model, frame: nil, spinnerPhase: 1, into: &surface)
      let rows = text(
        of: surface,
        chrome: drawing.chrome(model, time: PlaybackTime(position: 3, duration: 9)))
      let strange = rows.joined().unicodeScalars.filter { !$0.isASCII }
      #expect(strange.isEmpty)
    }
  }

  /// Any size survives, and nothing is ever drawn outside.
  @Test func everySizeSurvives() {
    let states = [
      App.State(), clipState(), clipState { $0.status = .failed(.other("a long reason 東京")) },
      clipState { $0.spinner = .settled },
    ]
    let frame = Frame(pixels: PixelBuffer(size: PixelSize(width: 13, height: 9)))
    for columns in [0, 1, 2, 5, 19, 20, 21, 80, 500] {
      for rows in [0, 1, 2, 5, 6, 7, 24, 200] {
        for state in states {
          let lines = screen(
            state, columns: columns, rows: rows, frame: frame,
            captions: [Caption(start: 0, end: 1, lines: ["a line", "東京 and much more of it"])])
          #expect(lines.count == rows)
        }
      }
    }
  }
}
