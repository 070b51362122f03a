import Composable
import Graphics
import Models
import TerminalCore
import TestSupport
import Testing

@testable import AppFeature
@testable import TerminalUI

/// A view as its user meets it, to be drawn on screens of any size.
struct LiteralView: CustomTestStringConvertible {
  let name: String
  let state: App.State
  /// The frame's shape in square pixels; `nil` for pages without one.
  var shape: PixelSize?
  var subtitles: [SubtitleCue] = []
  var place = FeedPlace(number: 3, count: 12, total: 12, isGrowing: false)

  var testDescription: String { name }

  var sizes: [(Int, Int)] {
    [(80, 24), (120, 40), (200, 60)] + [state.feed.overview == nil ? (30, 10) : (40, 12)]
  }

  /// Draws the view.
  func draw(
    columns: Int, rows: Int, theme: ScreenTheme = .dark, pixel: UInt32 = 0x80_8080
  ) -> (surface: Surface, chrome: [ChromeWindow]) {
    let layout = ScreenLayout(size: CellSize(columns: columns, rows: rows))
    var drawing = ScreenDrawing(layout: layout)
    drawing.theme = theme
    let model = ScreenModel(state)
    var surface = Surface(size: layout.size)
    if model.overview != nil { surface = overview(drawing, pixel: pixel) }
    let scene = scene(model, drawing, pixel: pixel)
    drawing.drawFrame(
      model, place: place, frame: scene?.frame, scene: scene, subtitles: subtitles, spinnerPhase: 0,
      into: &surface)
    let time = PlaybackTime(position: 75, duration: 200)
    let chrome = drawing.chrome(
      model, place: place, time: time, isShownBeside: scene?.side != nil)
    return (surface, chrome)
  }

  private func overview(_ drawing: ScreenDrawing, pixel: UInt32) -> Surface {
    var (state, overview) = (state, OverviewPainter())
    let layout = OverviewLayout(drawing.layout, zoom: 0)
    _ = overview.layOut(layout)
    state.feed.overview?.layOut(layout.grid)
    overview.set(OverviewContent(state))
    let size = layout.frameArea(drawing.layout).placing(Self.landscape).size
    let image = Self.image(size, pixel)
    var made: Set<ItemID> = []
    for tile in state.feed.overview?.tiles.elements ?? [] {
      if case .success = tile.thumbnail?.image { made.insert(tile.id) }
    }
    return overview.paint(
      drawing, form: .glyphs(.half),
      pixels: { made.contains($0) ? image : nil }, playing: nil)
  }

  /// An image of one colour.
  private static func image(_ size: PixelSize, _ pixel: UInt32) -> PixelBuffer {
    PixelBuffer(size: size, pixels: [UInt32](repeating: pixel, count: size.width * size.height))
  }

  private func scene(_ model: ScreenModel, _ drawing: ScreenDrawing, pixel: UInt32) -> Scene? {
    guard let shape, let clip = model.clip else { return nil }
    func frame(_ shape: PixelSize) -> PixelBuffer {
      Self.image(drawing.layout.frameArea(.fit).placing(shape).size, pixel)
    }
    let pixels = frame(shape)
    let stage = drawing.layout.stage(frameSize: pixels.size, fit: .fit)
    let content = SideContent(clip, place: "3 of 12", isLiked: model.marks.isLiked)
    let side = drawing.side(
      stage, content,
      previous: Scene.Neighbour(
        title: "mill.mp4", pixels: frame(PixelSize(width: 16, height: 9))),
      next: Scene.Neighbour(
        title: "The bridge in the fog, early", pixels: frame(PixelSize(width: 9, height: 16))))
    return Scene(frame: Frame(pixels: pixels), stage: stage, side: side)
  }
}

extension LiteralView {
  private static let portrait = PixelSize(width: 9, height: 16)
  private static let landscape = PixelSize(width: 16, height: 9)
  private static let id: ItemID = 0

  /// All views, by name.
  static let all: [LiteralView] = {
    let tests = ScreenTests()
    let error = FeedError(.unreachable, place: "example.com", detail: "no route to host")
    func clip(_ change: (inout App.State) -> Void) -> App.State {
      var state = tests.clipState()
      change(&state)
      return state
    }
    func toast(_ message: Toast.Message) -> App.State { clip { $0.feed.toast.message = message } }
    var told = App.State()
    var facts = ItemFacts()
    facts.author = "Ann Onymous"
    facts.date = 1_700_000_000
    facts.summary = [
      "From the mill to the bridge, in rain, with a lamp that did not last.", "Filmed by hand.",
    ]
    var river = Clip(file: FilePath("/clips/river.mp4"))
    river.title = "A walk along the river at night, from the old mill to the bridge and back"
    var page = ClipItem.State(item: FeedItem(id: id, kind: .clip(river), facts: facts), clip: river)
    page.status = .ready
    told.feed.window.pages = [.clip(page)]
    told.feed.window.currentID = .item(id)
    told.feed.marks = [id: ItemMarks(isLiked: true, seen: 1_700_200_000)]
    var waiting = tests.clipState { $0.status = .opening }
    if case .clip(var clip) = waiting.feed.items[0] {
      clip.spinner = .settled
      waiting.feed.window.pages[id: .item(id)] = .clip(clip)
    }
    let retried = Notice(title: "No feed here", detail: "example.com: no route to host")
    var notice = App.State()
    notice.feed.window.pages = [Item.State(FeedItem(id: id, kind: .notice(retried)))]
    notice.feed.window.currentID = .item(id)
    return [
      LiteralView(name: "landscape", state: tests.clipState(), shape: landscape),
      LiteralView(name: "portrait", state: told, shape: portrait),
      LiteralView(
        name: "subtitles", state: tests.clipState(), shape: landscape,
        subtitles: [SubtitleCue(start: 0, end: 2, lines: ["– Where to?", "– 東京, or further."])]),
      LiteralView(
        name: "paused",
        state: clip { state in
          if case .clip(var clip) = state.feed.items[0] {
            clip.play = .paused
            state.feed.window.pages[id: .item(id)] = .clip(clip)
          }
          state.feed.toast.message = .paused(true, of: .item(id))
        }, shape: landscape),
      LiteralView(
        name: "liked",
        state: clip { state in
          state.feed.marks = [id: ItemMarks(isLiked: true)]
          state.feed.toast.message = .liked(true, of: .item(id))
        }, shape: portrait),
      LiteralView(name: "volume", state: toast(.volume(65)), shape: landscape),
      LiteralView(name: "seek", state: toast(.seek(by: -30, of: .item(id))), shape: landscape),
      LiteralView(name: "error", state: toast(.failed(.refresh, error)), shape: landscape),
      LiteralView(name: "waiting", state: waiting),
      LiteralView(name: "failed", state: tests.clipState { $0.status = .failed(.damaged) }),
      LiteralView(name: "notice", state: notice),
      LiteralView(name: "article", state: tests.articleState()),
      LiteralView(name: "looking", state: App.State()),
      LiteralView(name: "overview", state: overview()),
      LiteralView(name: "filter", state: tests.filterState("riv"), shape: landscape),
      LiteralView(name: "details", state: tests.detailsState(), shape: landscape),
      LiteralView(name: "excerpt", state: clip(showExcerpts), shape: landscape),
      LiteralView(
        name: "chapters",
        state: clip { state in
          let titles = [
            "The mill", "Rain", "", "A lamp that did not last, and what was seen by it",
          ]
          let chapters = Chapters.State(
            titles.enumerated().map { number, title in
              Chapter(
                start: Double(number) * 50, end: Double(number + 1) * 50, title: CleanText(title))
            }, at: 75)
          state.feed.overlay = Overlay.State(.chapters(chapters))
        }, shape: landscape),
      LiteralView(
        name: "help", state: clip { $0.feed.overlay = Overlay.State(.help) }, shape: landscape),
    ]
  }()
}

extension LiteralView {
  /// The second of three excerpts.
  private static func showExcerpts(_ state: inout App.State) {
    guard let item = state.feed.current?.item else { return }
    let id = PageID.excerpt(2, of: item.id)
    let spans = [20, 72, 150].compactMap { TimeSpan(start: $0, end: $0 + 6) }
    _ = state.feed.window.show(spans, of: item)
    _ = state.feed.window.turn(to: id)
    state.feed.window.pages[id: id]?.clip?.status = .ready
    state.feed.window.pages[id: id]?.clip?.play = .playing
    state.feed.toast.message = .excerpts(3)
  }

  /// An overview of clips, some of which have been looked at.
  private static func overview() -> App.State {
    func id(_ number: Int) -> ItemID { ItemID(rawValue: number) }
    var state = App.State()
    let names = [
      "harbour.mp4", "a walk along the river at night.mkv", "東京の夜.mp4", "GX010234.MP4",
      "broken.mp4",
      "song.flac",
    ]
    var items = (0..<40).map { number in
      FeedItem(
        id: ItemID(rawValue: number),
        kind: .clip(
          Clip(file: FilePath("/clips/\(number < 6 ? names[number] : "clip \(number).mp4")"))))
    }
    items[6] = FeedItem(
      id: id(6), kind: .article(Article(title: "News", paragraphs: ["The bridge is open again."])))
    var overview = Overview.State(page: Overview.Page())
    overview.setCount(items.count)
    overview.place(at: 1)
    overview.shelves[id: nil]?.take(items, from: 0)
    overview.take(items)
    overview.take([
      id(0): Thumbnail(.success(1), duration: 75),
      id(1): Thumbnail(.success(2), duration: 4_210, position: 1_000),
      id(2): Thumbnail(.success(3), duration: 12, position: 9),
      id(3): Thumbnail(.success(4), duration: 8),
      id(4): Thumbnail(.failure(.damaged)),
      id(5): Thumbnail(.success(5), duration: 200),
    ])
    state.feed.overview = overview
    state.feed.marks = [
      id(0): ItemMarks(isLiked: true), id(2): ItemMarks(review: Review(verdict: .keep, rating: 4)),
      id(3): ItemMarks(review: Review(verdict: .reject)),
    ]
    return state
  }
}
