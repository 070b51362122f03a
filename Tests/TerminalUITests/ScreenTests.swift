import Composable
import Graphics
import Models
import TerminalCore
import TestSupport
import Testing

@testable import AppFeature
@testable import TerminalUI

@Suite struct ScreenTests {
  func screen(
    _ state: App.State, columns: Int = 40, rows: Int = 10, frame: Frame? = nil,
    subtitles: [SubtitleCue] = [], time: PlaybackTime = PlaybackTime(),
    place: FeedPlace? = FeedPlace(number: 1, count: 1, total: 1, isGrowing: false),
    symbols: SymbolSet = .unicode
  ) -> [String] {
    let layout = ScreenLayout(size: CellSize(columns: columns, rows: rows))
    let drawing = ScreenDrawing(layout: layout, symbols: symbols)
    var surface = Surface(size: layout.size)
    let model = ScreenModel(state)
    drawing.drawFrame(
      model, place: place, frame: frame, subtitles: subtitles, spinnerPhase: 0, into: &surface)
    return text(of: surface, chrome: drawing.chrome(model, place: place, time: time))
  }

  func clipState(_ change: (inout ClipItem.State) -> Void = { _ in }) -> App.State {
    let river = Clip(file: FilePath("/clips/river.mp4"))
    var clip = ClipItem.State(
      item: FeedItem(id: ItemID(rawValue: 0), kind: .clip(river)), clip: river)
    clip.status = .ready
    clip.play = .playing
    change(&clip)
    var state = App.State()
    state.feed.window.pages = [.clip(clip)]
    state.feed.window.currentID = clip.id
    (state.feed.window.ahead, state.feed.window.behind) = (.reached, .reached)
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
       river.mp4                       1 of 1
       ▶ 0:15 ━━━━━━━━━━━━━───────────── 0:30
      """)
  }

  @Test func aPausedClipOnAMutedSystem() {
    var state = clipState { $0.play = .paused }
    state.sound.isMuted = true
    let rows = screen(state, time: PlaybackTime(position: 0, duration: 3661))
    #expect(rows[8] == " river.mp4                       1 of 1 ")
    #expect(rows[9].hasPrefix(" ‖    0:00 "))
    #expect(rows[9].hasSuffix(" 1:01:01 muted "))
  }

  @Test func aClipThatCannotBePlayed() {
    expectScreen(
      screen(clipState { $0.status = .failed(.damaged) }, columns: 50),
      """
                    Cannot play this clip

              The file is damaged or truncated.

                       /clips/river.mp4

          Copying or downloading it again may help.

       river.mp4                                 1 of 1

      """)
  }

  @Test func aClipThatItsServerDoesNotHave() throws {
    let address = try #require(RemoteAddress("http://example.com/river.mp4"))
    let clip = Clip(location: .remote(address), title: "river.mp4")
    let state = clipState {
      $0 = ClipItem.State(item: FeedItem(id: $0.item.id, kind: .clip(clip)), clip: clip)
      $0.status = .failed(.notFound)
    }
    let rows = screen(state, columns: 50)
    #expect(rows.contains { $0.contains("Check the address.") })
    #expect(!rows.contains { $0.contains("moved or renamed") })
  }

  @Test func aNotice() {
    var state = App.State()
    let notice = Notice(title: "No such file", detail: "/clips/gone.mp4")
    state.feed.window.pages = [
      Item.State(FeedItem(id: ItemID(rawValue: 7), kind: .notice(notice)))
    ]
    state.feed.window.currentID = 7
    expectScreen(
      screen(
        state, columns: 32, rows: 7,
        place: FeedPlace(number: 1, count: 1, total: 1, isGrowing: true)),
      """

                No such file

              /clips/gone.mp4

       No such file

      """)
  }

  @Test func feedWithoutClipsYet() {
    expectScreen(
      screen(App.State(), columns: 30, rows: 6, place: nil),
      """

            Looking for clips…


       flick

      """)
  }

  @Test func startupNoteIsShown() {
    var state = clipState()
    state.feed.toast.message = .note("Down next, Up back, ? keys", short: "? keys")
    let rows = screen(state, columns: 60, rows: 24)
    #expect(rows.contains { $0.contains("Down next, Up back, ? keys") })
  }

  @Test func spinnerIsCentered() {
    var state = clipState { $0.spinner = .settled }
    (state.feed.window.ahead, state.feed.window.behind) = (.reached, .reached)
    let rows = screen(state, columns: 21, rows: 9)
    #expect(rows[3].dropFirst(10).first == "⠋")
  }

  @Test func subtitlesAreInTheLowerThird() {
    let frame = Frame(pixels: PixelBuffer(size: PixelSize(width: 40, height: 16)))
    let subtitles = [
      SubtitleCue(
        start: 0, end: 2, lines: ["– Where to?", "– 東京, wherever that is, and further on."])
    ]
    expectScreen(
      screen(clipState(), rows: 14, frame: frame, subtitles: subtitles),
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

       river.mp4                       1 of 1
       ▶ 0:00 ───────────────────────────────
      """)
  }

  /// What is on another machine is a file there, not an address of the web.
  @Test(arguments: [
    ("sftp://nas/a.mp4", "Its owner can grant it with chmod +r."),
    ("https://nas/a.mp4", "The server may require a login, which Flick does not send."),
  ])
  func adviceIsForTheClipsPlace(_ text: String, _ advice: String) throws {
    let address = try #require(RemoteAddress(text))
    let page = ScreenModel.ClipPage(
      playerID: 1, clip: Clip(location: .remote(address), title: "a"),
      status: .failed(.noPermission))
    #expect(Card.failure(.noPermission, of: page, next: nil).lines.last?.string == advice)
  }

  /// What a server did not send may come the next time; what is damaged stays so, and what is here is read again
  /// when it changes.
  @Test(arguments: [
    ("https://nas/a.mp4", MediaError.timedOut, true),
    ("sftp://nas/a.mp4", .unreachable("lost"), true),
    ("https://nas/a.mp4", .damaged, false), ("/a.mp4", .timedOut, false),
  ])
  func cardSaysHowToTryAgain(_ text: String, _ failure: MediaError, _ canRetry: Bool) throws {
    let location =
      RemoteAddress(text).map { MediaLocation.remote($0) } ?? .file(FilePath(text))
    let page = ScreenModel.ClipPage(
      playerID: 1, clip: Clip(location: location, title: "a"),
      status: .failed(failure))
    let card = Card.failure(failure, of: page, next: nil, retry: "r")
    #expect(card.lines.contains { $0.string == "r tries again." } == canRetry)
  }

  @Test(arguments: [
    (MediaError.refused("a list inside a clip"), "Refused: a list inside a clip"),
    (.unreachable("no route to host"), "Server: no route to host"),
    (.timedOut, "Opening the clip took too long."),
    (.unsupportedCodec("vvc"), "No decoder for vvc."),
    (.unreadFormat("AVIF"), "The installed version of libav cannot read this AVIF file."),
    (.encrypted, "The clip is encrypted, and Flick has no key."),
  ])
  func aCardSaysWhatIsWrongAndWhatToDo(_ error: MediaError, _ text: String) {
    let rows = screen(clipState { $0.status = .failed(error) }, columns: 80, rows: 14)
      .map { $0.split(separator: " ").joined(separator: " ") }.prefix(12).filter { !$0.isEmpty }
    #expect(rows.count == 4)
    #expect(rows.prefix(3) == ["Cannot play this clip", text, "/clips/river.mp4"])
    #expect((rows.last?.count ?? 0) > 20)
  }

  @Test(arguments: [
    (MediaError.noPermission, "No permission to read this file.", "chmod +r."),
    (.noEntry("/clips"), "No permission to enter this folder: /clips", "chmod +x."),
  ])
  func cardSuggestsARemedy(_ error: MediaError, _ text: String, _ command: String) {
    let rows = screen(clipState { $0.status = .failed(error) }, columns: 80, rows: 14)
    #expect(rows.contains { $0.contains(text) })
    #expect(rows.contains { $0.contains("Its owner can grant it with \(command)") })
  }

  @Test func withoutUnicodeEverythingIsASCII() {
    var state = clipState { $0.spinner = .settled }
    let layout = ScreenLayout(size: CellSize(columns: 60, rows: 10))
    let drawing = ScreenDrawing(layout: layout, symbols: .ascii)
    for message in [nil, Toast.Message.volume(65)] {
      state.feed.toast.message = message
      let model = ScreenModel(state)
      var surface = Surface(size: layout.size)
      drawing.drawFrame(model, frame: nil, spinnerPhase: 1, into: &surface)
      let rows = text(
        of: surface,
        chrome: drawing.chrome(model, time: PlaybackTime(position: 3, duration: 9)))
      let strange = rows.joined().unicodeScalars.filter { !$0.isASCII }
      #expect(strange.isEmpty)
    }
  }

  /// Any size survives, and nothing is ever drawn outside.
  @Test func everySizeIsDrawn() {
    var states = [
      App.State(), clipState(), clipState { $0.status = .failed(.other("a long reason 東京")) },
      clipState { $0.spinner = .settled },
    ]
    let item: PageID = 0
    let error = FeedError(.refused, place: "", detail: "a reason of many words, 東京 among them")
    let messages: [Toast.Message] = [
      .paused(true, of: item), .liked(true, of: item), .volume(33), .seek(by: -30, of: item),
      .failed(.refresh, error),
    ]
    states += messages.map { message in
      var state = clipState()
      state.feed.toast.message = message
      return state
    }
    let frame = Frame(pixels: PixelBuffer(size: PixelSize(width: 13, height: 9)))
    for columns in [0, 1, 2, 5, 7, 19, 20, 21, 80, 500] {
      for rows in [0, 1, 2, 3, 5, 6, 7, 24, 200] {
        for state in states {
          let lines = screen(
            state, columns: columns, rows: rows, frame: frame,
            subtitles: [SubtitleCue(start: 0, end: 1, lines: ["a line", "東京 and much more of it"])])
          #expect(lines.count == rows)
        }
      }
    }
  }
}
