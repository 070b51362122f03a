import Graphics
import Models
import Platform
import TerminalCore
import TestSupport
import Testing

@testable import AppFeature
@testable import TerminalUI

/// Screens in German, where words are longer, numbers have commas and dates begin with the day.
@Suite struct GermanTests {
  private static let catalogue = Translation("de.po").catalogue
  private static let formats = {
    var formats = LocalFormats()
    formats.decimalSeparator = ","
    formats.groupSeparator = "."
    formats.date = "%d.%m.%Y"
    return formats
  }()

  private func inGerman<Value>(_ body: () throws -> Value) rethrows -> Value {
    try Catalogue.$current.withValue(Self.catalogue, operation: body)
  }

  private static let fast = {
    var speed = PlaybackSpeed.normal
    speed.change(by: 2)
    return speed
  }()

  /// What a screen shows.
  private func screen(
    _ state: App.State, columns: Int, rows: Int, place: FeedPlace? = nil, time: Double = 75
  ) -> [String] {
    let layout = ScreenLayout(size: CellSize(columns: columns, rows: rows))
    let drawing = ScreenDrawing(layout: layout, formats: Self.formats)
    let model = ScreenModel(state)
    var surface = Surface(size: layout.size)
    return inGerman {
      drawing.drawFrame(model, place: place, frame: nil, spinnerPhase: 0, into: &surface)
      return text(
        of: surface,
        chrome: drawing.chrome(
          model, place: place, time: PlaybackTime(position: time, duration: 200)))
    }
  }

  @Test func help() {
    var state = App.State()
    state.feed.overlay = Overlay.State(.help)
    expectScreen(
      screen(state, columns: 80, rows: 24),
      """
       Tasten                                                            Esc schließt
       Feed                                     Clip
       ↓ j PgDn       nächster Clip             l Enter        Favorit; Details
       ↑ k PgUp       voriger Clip              e f            Ausschnitte; der Film
       Home g End G   erster, letzter Clip      o y            öffnen; Pfad kopieren
       Tab Shift-Tab  ordnerweise springen      s S            speichern; wie gezeigt
       / :            suchen; zu Nummer
       v t            Übersicht; Sichtung       Bildschirm
                                                z R            einpassen; drehen
       Wiedergabe                               c              nächste Untertitel
       Space          Pause, Wiedergabe         i r            Statistik; auffrischen
       ← →            um 5 s springen           ? F1 h         Tasten
       Shift-←/→      um 30 s springen          Ctrl-L Ctrl-Z  neu zeichnen; anhalten
       0…9            Sprung zu 0 %…90 %        q Ctrl-C       beenden
       < > C ' ;      Kapitel; Ereignisse
       , .            Einzelbild                Maus
       [ ] L          Tempo; Schleife           Mausrad        weiter, zurück
                                                Klick          Pause; 2×: Favorit
       Ton                                      Ziehen         auf der Leiste spulen
       - + =          Lautstärke                Rechtsklick    Details
       m a            stumm; Tonspur            Shift-Ziehen   Text markieren
       { }            Tonversatz
       flick

      """)
  }

  @Test func helpOnASmallScreen() {
    var state = App.State()
    state.feed.overlay = Overlay.State(.help)
    expectScreen(
      screen(state, columns: 30, rows: 10),
      """
       Tasten  1-7     Esc schließt
       Feed
       ↓ j PgDn       nächster Clip
       ↑ k PgUp       voriger Clip
       Home g End G   erster,
                      letzter Clip
       Tab Shift-Tab  ordnerweise
                      springen
       flick

      """)
  }

  /// Lines may be scrolled to; what is cut is lost.
  @Test(arguments: [(30, 10), (40, 12), (60, 20), (80, 24), (200, 60)])
  func noHelpLabelIsCut(_ columns: Int, _ rows: Int) {
    var shown = ""
    for row in stride(from: 0, to: 60, by: 3) {
      var state = App.State()
      var help = Overlay.State(.help)
      help.scroll.lastRow = 60
      help.scroll.move(by: row)
      state.feed.overlay = help
      shown += screen(state, columns: columns, rows: rows).joined(separator: "\n") + "\n"
    }
    // Those of triage are shown while it is on.
    for binding in KeyMap.standard.bindings where binding.keyNames == nil {
      let command = binding.command
      guard command.group != .triage, command != .close, command.contexts.contains(.page) else {
        continue
      }
      for word in inGerman({ command.localizedLine }).split(separator: " ") {
        #expect(shown.contains(word), "\(word)")
      }
    }
    for word in [
      "Sprung", "Bildschirm",
    ] {
      #expect(shown.contains(word), "\(word)")
    }
  }

  @Test func details() {
    expectScreen(
      screen(ScreenTests().detailsState(), columns: 80, rows: 24),
      """

           River  1-19 von 21                                        Esc schließt
           Pfad      /clips/river.mp4
           Autor     Ann Onymous
           Datum     14.11.2023 22:13
           Aufnahme  03.11.2023 08:26
           Geändert  16.11.2023 02:00
           Größe     12,3 MB (12.345.678 Bytes)
           Dauer     1:01
           Typ       video/mp4
           Favorit   ja
           Container QuickTime / MOV
           Bitrate   2,5 Mbit/s
           Video     h264, 1920×1080, kodiert 1440×1080, 29,97 Bilder/s
           Farben    yuv420p, bt709
           Ton       aac, 44100 Hz, stereo
           Ton 1     eng, aac
           Ton 2     deu, Kommentar, ac3
           Kapitel   0:05 The bridge
           Feed      https://example.com/feed.json
           Eintrag   17

       river.mp4                                                                    ♥
       ‖ 1:15 ━━━━━━━━━━━━━━━━━━━━━━━━╾───────────────────────────────────────── 3:20
      """)
  }

  @Test(
    arguments: [
      (.volume(65), "Lautstärke"), (.speed(GermanTests.fast), "Tempo 1,5x"),
      (.seek(by: -2.5, of: 0), "\u{2212}2,5 s"),
      (.refreshed(ChangeCount(new: 12_345, gone: 1)), "12.345 neu, 1 weg"),
      (
        .failed(.refresh, FeedError(.timedOut, place: "example.org")),
        "Der Server hat nicht rechtzeitig"
      ),
    ] as [(Toast.Message, String)])
  func symbols(_ message: Toast.Message, _ words: String) {
    var state = ScreenTests().clipState()
    state.feed.toast.message = message
    let shown = screen(state, columns: 80, rows: 24)
    #expect(shown.contains { $0.contains(words) }, "\(shown)")
  }

  @Test(arguments: [
    (MediaError.damaged, "Die Datei ist beschädigt"), (.notFound, "Datei nicht gefunden."),
    (.unsupportedCodec("prores"), "Kein Decoder für prores."),
  ])
  func failures(_ error: MediaError, _ words: String) {
    for (columns, rows) in [(80, 24), (30, 10)] {
      let shown = screen(
        ScreenTests().clipState { $0.status = .failed(error) }, columns: columns, rows: rows)
      let first = words.split(separator: " ").prefix(2).joined(separator: " ")
      #expect(shown.contains { $0.contains(columns == 80 ? words : first) }, "\(shown)")
    }
  }

  @Test func positionsAndPages() {
    let place = FeedPlace(number: 12_345, count: 34_567, total: 34_567, isGrowing: true)
    let clip = screen(ScreenTests().clipState(), columns: 80, rows: 24, place: place)
    #expect(clip[22].contains("12.345 von 34.567+"), "\(clip[22])")
    let looking = screen(App.State(), columns: 80, rows: 24, place: place)
    #expect(looking.contains { $0.contains("Clips werden gesucht …") })
    #expect(looking.contains { $0.contains("34.567 bisher gefunden") })
  }
}
