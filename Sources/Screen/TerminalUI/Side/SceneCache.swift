import Clients
import Graphics
import Models

/// Caches the panels beside the frame and, until the engine catches up with a change of the
/// screen's size, the last frame in the new size.
struct SceneCache {
  /// Identifies a frame of a player.
  private struct FrameKey: Hashable {
    var id: PlayerID
    var serial: UInt64
    var generation: UInt64
    var size: PixelSize

    init(_ id: PlayerID, _ frame: Frame) {
      self.id = id
      serial = frame.serial
      generation = frame.generation
      size = frame.pixels.size
    }
  }

  private struct Key: Hashable {
    var id: PlayerID
    var stage: ClipLayout
    var content: SideContent
    var neighbours: [ScreenModel.Neighbour?]
    var frames: [FrameKey?]
    var layout: ScreenLayout
    var theme: ScreenTheme
    var symbols: SymbolSet
  }

  /// Making posters of larger frames takes more than 0.2 ms, which a swipe need not wait for:
  /// frames in cells are smaller, in images they are not.
  private static let maxPixelsAtOnce = 100_000

  /// Whether the last scene lacks posters for available frames.
  private(set) var needsPosters = false

  private var key: Key?
  private(set) var side: Scene.Side?
  private var scaled: (key: FrameKey, area: FrameArea, frame: Frame)?

  /// Makes the scene of a screen.
  ///
  /// - Parameters:
  ///   - details: The container's metadata; `nil` while the clip is not open.
  ///   - box: The overlay in the upper left corner; text makes room for it.
  ///   - client: Provides the neighbours' frames.
  /// - Returns: `nil` for a page without a frame.
  mutating func scene(
    _ model: ScreenModel, place: FeedPlace?, frame: Frame?, media details: MediaDetails?,
    drawing: ScreenDrawing, under box: CellRect? = nil, client: PlayerClient
  ) -> Scene? {
    needsPosters = false
    guard let clip = model.clip, clip.failure == nil else {
      (key, side) = (nil, nil)
      return nil
    }
    let area = drawing.layout.frameArea(model.fit)
    let shape = details?.displaySize
    let shown = frame.map { suited($0, of: clip.playerID, to: area, shape: shape) }
    let size = shown?.pixels.size ?? shape.map { area.placing($0).size }
    var stage = drawing.layout.stage(frameSize: size, fit: model.fit)
    if let box { stage = stage.makingRoom(for: box) }
    guard stage.hasSides else {
      (key, side) = (nil, nil)
      return Scene(frame: shown, stage: stage)
    }
    let neighbours = [model.previous, model.next]
    let frames = neighbours.map { $0?.playerID.flatMap { client.frame($0) } }
    let content = SideContent(
      clip, media: details,
      // In triage, the title bar counts what is left.
      place: model.isTriaging
        ? "" : TitleBar(model: model, place: place, formats: drawing.formats).placeWords,
      review: TitleBar(model: model, symbols: drawing.symbols).reviewWords, caption: model.caption,
      isLiked: model.marks.isLiked, timeZone: drawing.timeZone, formats: drawing.formats)
    // A page's first screen does not wait for them.
    needsPosters =
      key?.id != clip.playerID
      && frames.contains {
        $0.map { $0.pixels.size.width * $0.pixels.size.height > Self.maxPixelsAtOnce } ?? false
      }
    let wanted = Key(
      id: clip.playerID, stage: stage, content: content, neighbours: neighbours,
      frames: needsPosters ? [nil, nil] : Self.keys(neighbours, frames), layout: drawing.layout,
      theme: drawing.theme, symbols: drawing.symbols)
    if key != wanted {
      key = wanted
      let posters = zip(neighbours, frames).map { neighbour, frame in
        neighbour.map {
          Scene.Neighbour(
            title: $0.title(client), pixels: needsPosters ? nil : frame?.pixels,
            frameSize: frame?.pixels.size)
        }
      }
      side = drawing.side(stage, content, previous: posters[0], next: posters[1])
    }
    return Scene(frame: shown, stage: stage, side: side)
  }

  /// Whether a player has a newer frame than its poster shows.
  func isOutdated(_ model: ScreenModel, client: PlayerClient) -> Bool {
    guard let key, key.stage.hasSides, model.clip != nil else { return false }
    let neighbours = [model.previous, model.next]
    return key.frames
      != Self.keys(neighbours, neighbours.map { $0?.playerID.flatMap { client.frame($0) } })
  }

  private static func keys(
    _ neighbours: [ScreenModel.Neighbour?], _ frames: [Frame?]
  ) -> [FrameKey?] {
    zip(neighbours, frames).map { neighbour, frame -> FrameKey? in
      guard let id = neighbour?.playerID, let frame else { return nil }
      return FrameKey(id, frame)
    }
  }

  /// The frame, or if it was scaled for another area, a copy for this one: until its player has
  /// made one, that is better than a frame of the wrong size, or none.
  ///
  /// - Parameter shape: The frame's, in square pixels, as exactly as known.
  private mutating func suited(
    _ frame: Frame, of id: PlayerID, to area: FrameArea, shape: PixelSize?
  ) -> Frame {
    guard !area.suits(frame.pixels.size) else {
      scaled = nil
      return frame
    }
    let key = FrameKey(id, frame)
    if let scaled, scaled.key == key, scaled.area == area { return scaled.frame }
    let (size, region) = area.placing(shape ?? area.shape(of: frame.pixels.size))
    var copy = frame
    copy.pixels = frame.pixels.scaled(to: size, showing: region)
    copy.next = nil
    scaled = (key, area, copy)
    return copy
  }
}

extension ScreenModel.Neighbour {
  /// The title to show, as on its own page.
  fileprivate func title(_ client: PlayerClient) -> CleanText {
    guard isTitledByFile, let playerID else { return title }
    return client.nowPlaying(playerID).details?.title ?? title
  }
}
