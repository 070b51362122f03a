import Composable
import Graphics
import Models
import TerminalCore
import TestSupport
import Testing

@testable import AppFeature
@testable import NcursesTerminal
@testable import TerminalUI

/// Text from outside, everywhere it is shown, on a terminal: it takes its own cells and no others.
extension NcursesTerminalTests {
  /// Where a text is shown.
  enum TextPlace: CaseIterable {
    case titleBar
    case subtitlesOverFrame
    case failureCard
    case notice
    case article
    case details
    case filter
    case nothingFound
    case toast
    case besideTheFrame
  }

  nonisolated static let hostileTexts: [(name: String, text: CleanText)] = [
    ("escape sequences", "\u{1B}[2J\u{1B}]0;title\u{7}\u{1B}[5;5Hmoved\u{1B}[?1049l\u{1B}c"),
    ("eight-bit controls", "\u{9B}31mred\u{85}\u{8D}\u{90}q\u{9C}"),
    ("line ends", "one\r\ntwo\ttab\u{8}\u{8}\u{8}back\u{B}\u{C}feed"),
    ("shifts", "\u{E}lqqk\u{F} and \u{1B}(0lqqk"),
    ("overrides", "\u{202E}gnp.exe\u{202C} \u{2066}isolate\u{2069}\u{200F}\u{61C}"),
    ("right to left", "שלום עולם مرحبا بالعالم 123 שלום"),
    (
      "invalid UTF-8",
      CleanText(bytes: [0xC3, 0x28, 0xFF, 0xFE, 0xE2, 0x82, 0x41, 0xF0, 0x9F, 0xED, 0xA0, 0x80])
    ),
    ("10 000 letters", CleanText(String(repeating: "A", count: 10_000))),
    ("10 000 wide letters", CleanText(String(repeating: "漢", count: 10_000))),
    (
      "marks",
      CleanText("Z" + String(repeating: "\u{301}\u{489}\u{20DD}", count: 300) + " a\u{301}b")
    ),
    ("joiners", CleanText(String(repeating: "👩\u{200D}", count: 200) + "👧 end")),
    ("selectors", CleanText(String(repeating: "☀\u{FE0F}⚓\u{FE0E}1\u{FE0F}\u{20E3}", count: 30))),
    ("flags", "🇩🇰🇩🇪🇫 odd 🇯🇵"),
    ("invisible", "a\u{200B}b\u{FEFF}c\u{AD}d\u{2060}e\u{180E}f\u{E0041}g\u{3164}h"),
    (
      "jamo",
      CleanText(String(repeating: "\u{1161}\u{11A8}", count: 100) + "\u{1112}\u{1161}\u{11AB}")
    ),
    ("private and unassigned", "\u{E000}\u{F8FF}\u{10FFFD}\u{378}\u{FFFF}"),
    ("wide signs", "﷽ꧾ𒐫𒈙 ｗｉｄｅ ｶﾞ"),
    ("lone marks", "\u{301}\u{20DD}\u{FE0F}\u{200D}"),
    ("spaces", CleanText(String(repeating: " ", count: 500) + "\u{A0}\u{3000}\u{2003}x")),
  ]

  /// A screen with a text in one place.
  private static func state(_ text: CleanText, in place: TextPlace) -> App.State {
    var clip = Clip(file: FilePath("/clips/river.mp4"))
    if [.titleBar, .details, .besideTheFrame].contains(place) { clip.title = text }
    var facts = ItemFacts()
    facts.author = text
    facts.summary = [text, text]
    facts.mediaType = text
    let path = FilePath(bytes: Array("/\(text.string)".utf8))
    if place == .failureCard { clip.location = .file(path) }
    let kind: FeedItem.Kind =
      switch place {
      case .article: .article(Article(title: text, paragraphs: [text, "between", text]))
      case .notice: .notice(Notice(title: text, detail: text))
      default: .clip(clip)
      }
    let item = FeedItem(id: ItemID(rawValue: 0), kind: kind, facts: facts)
    var page = Item.State(item)
    if case .clip(var clip) = page {
      clip.status = place == .failureCard ? .failed(.other(text)) : .ready
      page = .clip(clip)
    }
    var state = App.State()
    state.feed.window.pages = [page]
    state.feed.window.currentID = .item(item.id)
    switch place {
    case .details:
      guard var details = AppFeature.Details.State(page) else { break }
      details.facts = MediaDetails(
        container: text, videoCodec: text, soundFormat: text,
        chapters: [Chapter(start: 0, end: 1, title: text)],
        tags: [MediaDetails.Tag(name: text, value: text)])
      state.feed.overlay = Overlay.State(.details(details))
    case .filter, .nothingFound:
      state.feed.window.filter = FeedFilter(text: text.string)
      state.feed.overlay = Overlay.State(.line(Filter.State(filter: state.feed.filter)))
      if place == .nothingFound {
        state.feed.window.pages = []
        state.feed.window.currentID = nil
      }
    case .toast:
      state.feed.toast.message = .failed(.open, FeedError(.refused, place: text, detail: text))
      state.sound.remoteHost = text
    default: break
    }
    return state
  }

  @Test(arguments: TextPlace.allCases)
  func textStaysInItsCells(_ place: TextPlace) async throws {
    let session = try Session(size: CellSize(columns: 80, rows: 24))
    let drawing = ScreenDrawing(layout: ScreenLayout(size: session.terminal.size))
    let frame = Frame(
      pixels: PixelBuffer(
        size: PixelSize(width: 80, height: 44), pixels: [UInt32](repeating: 0x20_4060, count: 3_520)
      ))
    let position = FeedPlace(number: 1, count: 12, total: 34, isGrowing: false)
    for (name, text) in Self.hostileTexts {
      let model = ScreenModel(Self.state(text, in: place))
      var surface = Surface(size: session.terminal.size)
      let line = StyledText([StyledText.Span(text)])
      let subtitles =
        place == .subtitlesOverFrame ? [SubtitleCue(start: 0, end: 1, lines: [line, line])] : []
      let scene = place == .besideTheFrame ? Self.scene(model, text, drawing) : nil
      drawing.drawFrame(
        model, place: position, frame: frame, scene: scene, subtitles: subtitles, spinnerPhase: 0,
        into: &surface)
      let chrome = drawing.chrome(
        model, place: position, time: PlaybackTime(position: 1, duration: 2),
        isShownBeside: scene != nil)
      await session.show(surface, chrome)
      let wrong = session.wrongTexts(surface, chrome)
      #expect(wrong == [], "\(name) in \(place)")
      // What stands on the right of the row is where it always is.
      if place == .titleBar || place == .toast || place == .subtitlesOverFrame {
        #expect(session.model.text(row: 22).hasSuffix(" 1 of 12"), "\(name) in \(place)")
      }
      if place == .filter {
        #expect(session.model.text(row: 22).hasSuffix("12 matches in 34"), "\(name)")
      }
      #expect(session.model.isAlternateScreen && !session.model.isCursorVisible, "\(name)")
    }
  }
}

extension NcursesTerminalTests {
  /// A narrow frame with a text on both sides.
  private static func scene(
    _ model: ScreenModel, _ text: CleanText, _ drawing: ScreenDrawing
  ) -> Scene? {
    let pixels = PixelBuffer(size: PixelSize(width: 25, height: 44))
    let stage = drawing.layout.stage(frameSize: pixels.size, fit: .fit)
    guard let clip = model.clip else { return nil }
    let side = drawing.side(
      stage, SideContent(clip, place: text, isLiked: true),
      previous: Scene.Neighbour(title: text, pixels: pixels), next: Scene.Neighbour(title: text))
    return Scene(frame: Frame(pixels: pixels), stage: stage, side: side)
  }
}

extension Session {
  /// Compares what the model reads with a frame, cell by cell.
  fileprivate func wrongTexts(_ surface: Surface, _ chrome: [ChromeWindow]) -> [String] {
    var wanted = (0..<surface.size.rows).map { row in
      (0..<surface.size.columns).map { column in text(of: surface[column, row]) }
    }
    for window in chrome {
      for row in 0..<window.rect.rows {
        for cell in ChromeRow(window.line(row), columns: window.rect.columns).elements {
          let isKnown = CursesCharacter.hasColumns(cell.columns, cell.scalar)
          let texts = isKnown ? [String(cell.scalar), ""] : ["\u{FFFD}", " "]
          for (offset, text) in texts.prefix(cell.columns).enumerated() {
            wanted[window.rect.row + row][window.rect.column + cell.column + offset] = text
          }
        }
      }
    }
    var wrong: [String] = []
    for row in 0..<model.size.rows {
      for column in 0..<model.size.columns {
        let shown = model.cell(column: column, row: row)
        let isStill = ["▀", "█"].contains(wanted[row][column]) && shown.halves != nil
        if !isStill, shown.text != wanted[row][column] {
          wrong.append("\(column),\(row): \(shown.text) for \(wanted[row][column])")
        }
      }
    }
    return Array(wrong.prefix(5))
  }

  private func text(of cell: Cell) -> String {
    if cell.glyph == .continuation { return "" }
    guard cell.mosaic == nil else { return "▀" }
    return Unicode.Scalar(cell.glyph.scalarValue).map(String.init) ?? "?"
  }
}
