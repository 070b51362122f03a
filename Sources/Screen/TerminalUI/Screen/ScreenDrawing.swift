import AppFeature
import Graphics
import Models
import Platform
import TerminalCore

/// Draws a screen: the frame, with anything beside and over it, as cells; the rows below as chrome.
package struct ScreenDrawing {
  package var layout: ScreenLayout
  package var keyMap = KeyMap.standard
  package var symbols = SymbolSet.unicode
  /// The colours of text in cells.
  package var theme = ScreenTheme.dark
  /// The user's offset from UTC in seconds, at a time in seconds since 1970.
  package var timeZone: @Sendable (Double) -> Int = { _ in 0 }
  package var formats = LocalFormats.plain

  /// Draws the frame area.
  ///
  /// - Parameters:
  ///   - texts: The model's texts, laid out; `nil` to lay them out now.
  ///   - place: How much of the feed is known, for pages without an item.
  ///   - frame: The clip's frame; `nil` if there is none yet.
  ///   - scene: The frame with its surroundings; `nil` for the frame alone.
  ///   - spinnerPhase: Which of the spinner's frames to show; any number.
  ///   - toast: The text of the toast in the last frame.
  ///   - surface: The whole screen's cells, of the layout's size.
  /// - Returns: The text of the toast.
  @discardableResult
  package func drawFrame(
    _ model: ScreenModel, texts: PageTexts? = nil, place: FeedPlace? = nil, frame: Frame?,
    scene: Scene? = nil, subtitles: [SubtitleCue] = [], preview: SeekPreview? = nil,
    statistics: StatisticsLayout? = nil, spinnerPhase: Int, toast: ToastText? = nil,
    into surface: inout Surface
  ) -> ToastText? {
    let area = layout.frame
    surface.ground = theme.ground
    surface.isPlain = symbols.isPlain
    let spinner = SpinnerOverlay(phase: spinnerPhase, symbols: symbols)
    func show(_ card: @autoclosure () -> Card) {
      surface.fill(area, with: surface.blank)
      // An overlay covers the card: what is left of it is of no use.
      if !model.isCovered { card().draw(in: area, of: &surface, theme: theme) }
    }
    var captioned: CellRect?
    switch model.page {
    case .empty(isGrowing: false)
    where model.isTriaging && Triage.filter(model.filter, hidesJudged: false) == .none:
      show(.judged(place?.verdicts ?? VerdictCount(), keyMap: keyMap, formats: formats))
    case .empty(let isGrowing):
      show(
        .empty(
          isGrowing: isGrowing, filter: model.filter, place: place, keyMap: keyMap, formats: formats
        ))
    case .notice(let page): show(.notice(page, keyMap: keyMap))
    case .overview:
      // The painter has drawn it.
      break
    case .article(let page):
      surface.fill(area, with: surface.blank)
      (texts ?? self.texts(model)).article?
        .draw(from: page.row, in: area, of: &surface, theme: theme)
    case .clip(let clip):
      if let failure = clip.failure {
        show(
          .failure(
            failure, of: clip, next: wayOn(model), retry: keyMap.keyName(for: .refresh)))
      } else {
        (scene ?? Scene(frame: frame, stage: ClipLayout(frame: area))).draw(in: area, of: &surface)
        captioned = SubtitleOverlay(
          subtitles: subtitles, caption: scene?.side?.reportsItem == true ? [] : model.caption
        ).draw(in: overlayArea(scene), of: &surface)
        preview?.draw(in: area, of: &surface)
        if clip.isSpinnerVisible { spinner.draw(in: area, of: &surface) }
      }
    }
    if let side = model.waitingSide { spinner.draw(in: end(side), of: &surface) }
    statistics?.draw(on: &surface, theme: theme)
    guard !model.isCovered, let message = model.message else { return nil }
    let room = overlayArea(scene).room(beside: statistics?.ground).room(beside: captioned)
    return ToastOverlay(
      message: message, symbols: symbols, theme: theme, formats: formats, keyMap: keyMap
    )
    .draw(in: room, of: &surface, after: toast)
  }

  /// The key that goes on from a clip that cannot be played; `nil` if there is none.
  private func wayOn(_ model: ScreenModel) -> CleanText? {
    if model.isTriaging {
      return keyMap.keyName(for: .reject).map { .localized("%s: reject", $0) }
    }
    guard model.next != nil else { return nil }
    return keyMap.keyName(for: .nextClip).map { .localized("%s: next clip", $0) }
  }

  /// Narrower frames have no room for overlays.
  private static let minOverlayColumns = 20

  /// The area of texts and toasts: over the frame, but not over anything beside it.
  private func overlayArea(_ scene: Scene?) -> CellRect {
    guard let stage = scene?.stage, stage.hasSides,
      stage.frame.columns >= Self.minOverlayColumns
    else { return layout.frame }
    return stage.frame
  }

  /// The place of the spinner for incoming items: at the edge they come from.
  private func end(_ side: FeedDirection) -> CellRect {
    var area = layout.frame
    let rows = min(area.rows, 3)
    if side == .forwards { area.row += area.rows - rows }
    area.rows = rows
    return area
  }

  /// Makes the rows below the frame, and the overlay over it.
  ///
  /// - Parameters:
  ///   - texts: The model's texts, laid out; `nil` to lay them out now.
  ///   - title: The clip's title; `nil` for that of its source.
  ///   - bar: The seek bar; `nil` for one that shows the time alone.
  ///   - isShownBeside: Whether title, place and like are beside the frame.
  ///   - isSilent: Whether the clip has sound that cannot be heard.
  ///   - last: The rows made before for the same model, place, layout, symbols and kind of time, if
  ///     any: only other changes are redone.
  package func chrome(
    _ model: ScreenModel, texts: PageTexts? = nil, title: CleanText? = nil,
    place: FeedPlace? = nil, time: PlaybackTime, bar: SeekBar? = nil, isShownBeside: Bool = false,
    isSilent: Bool = false,
    after last: [ChromeWindow] = []
  ) -> [ChromeWindow] {
    var windows: [ChromeWindow] = []
    if let titleBar = last.first, titleBar.rect == layout.titleBar {
      windows.append(titleBar)
    } else if let rect = layout.titleBar {
      windows.append(
        ChromeWindow(
          rect: rect,
          lines: [
            titleLine(
              model, title, place: place, time, isShownBeside, isSilent, columns: rect.columns)
          ]))
    }
    if let rect = layout.seekBar {
      let line = lastRow(model, texts: texts, time: time, bar: bar, columns: rect.columns)
      windows.append(ChromeWindow(rect: rect, lines: [line]))
    }
    if let overlay = model.overlay, let text = (texts ?? self.texts(model)).overlay {
      let selected = overlay.chapters?.selected
      windows.append(
        text.window(from: selected.map(text.start(showing:)) ?? overlay.scroll.row))
    }
    return symbols.isPlain ? windows.map(\.plain) : windows
  }

  private func titleLine(
    _ model: ScreenModel, _ title: CleanText?, place: FeedPlace?, _ time: PlaybackTime,
    _ isShownBeside: Bool, _ isSilent: Bool, columns: Int
  ) -> ChromeLine {
    if let line = model.overlay?.line {
      return FilterLine(
        text: CleanText(line.text), purpose: line.purpose, completion: CleanText(line.completion),
        place: place, formats: formats
      ).line(columns: columns)
    }
    return titleBar(model, title, place: place, time, isShownBeside, isSilent)
      .line(columns: columns)
  }

  func titleBar(
    _ model: ScreenModel, _ title: CleanText?, place: FeedPlace?, _ time: PlaybackTime,
    _ isShownBeside: Bool, _ isSilent: Bool
  ) -> TitleBar {
    TitleBar(
      model: model, title: title, place: place, keyMap: keyMap, symbols: symbols,
      isShownBeside: isShownBeside,
      isSilent: isSilent, isOverloaded: time.isOverloaded, formats: formats,
      isPauseShown: layout.seekBar != nil && !time.isStill)
  }

  /// The seek bar of a clip, or the reading progress of a text.
  private func lastRow(
    _ model: ScreenModel, texts: PageTexts?, time: PlaybackTime, bar: SeekBar?, columns: Int
  ) -> ChromeLine {
    switch model.page {
    case .empty, .notice: return []
    case .overview(let overview):
      let room = columns - 2
      return [ChromeSpan(" ", []), ChromeSpan(overview.location.fitted(toColumns: room), .dim)]
    case .article(let page):
      guard let text = (texts ?? self.texts(model)).article else { return [] }
      return ReadingLine(
        row: page.row, lastRow: text.lastStart(rows: layout.frame.rows), keyMap: keyMap
      ).line(columns: columns)
    case .clip(let clip):
      guard clip.failure == nil, !time.isStill, model.isSeekBarShown else { return [] }
      return (bar ?? seekBar(model, time: time)).line(columns: columns)
    }
  }

  /// The bar of the clip on screen; while it is dragged, at the dragged position.
  package func seekBar(_ model: ScreenModel, time: PlaybackTime) -> SeekBar {
    var time = time
    if let grip = model.controls.grip, let duration = time.duration {
      time.position = duration * grip
      time.isLive = false
    }
    // A local file is fully available.
    if model.clip?.isRemote != true { time.buffered = nil }
    return SeekBar(
      time: time, isPlaying: model.isPlaying,
      isThick: model.controls.hover != nil || model.controls.grip != nil, symbols: symbols,
      film: model.film, isFilm: model.isFilm, filmKey: keyMap.keyName(for: .film),
      excerptStarts: model.excerptStarts,
      review: model.marks.review ?? Review(),
      states: SeekBarStates(model), timeOfDay: timeOfDay(time), formats: formats)
  }
}

extension ScreenDrawing {
  /// When what is on screen was recorded: of interest in a long recording.
  private func timeOfDay(_ time: PlaybackTime) -> String? {
    guard let recorded = time.recorded, time.duration ?? .infinity > ExcerptRequest.shortest
    else { return nil }
    let date = recorded + time.position
    return formats.timeOfDay(date, offset: timeZone(date))
  }

  /// With the default keys, symbols and colours.
  package init(layout: ScreenLayout) {
    self.init(layout: layout, keyMap: .standard)
  }
}

extension CellRect {
  /// The minimum room for a toast.
  private static let minRoom = CellSize(columns: 20, rows: 3)

  /// The part of the rectangle left by something in its upper left corner: the larger part beside
  /// or below it, or if neither has room for a toast, all of it.
  fileprivate func room(beside corner: CellRect?) -> CellRect {
    guard let corner, !corner.intersection(self).isEmpty else { return self }
    var (right, below) = (self, self)
    right.column = max(column, corner.column + corner.columns + 1)
    right.columns = column + columns - right.column
    below.row = max(row, corner.row + corner.rows)
    below.rows = row + rows - below.row
    let parts = [below, right].filter {
      $0.columns >= Self.minRoom.columns && $0.rows >= Self.minRoom.rows
    }
    return parts.max { $0.columns * $0.rows < $1.columns * $1.rows } ?? self
  }
}
