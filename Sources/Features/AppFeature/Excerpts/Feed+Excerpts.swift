import Clients
import Composable
import Models

extension FeedItem {
  /// The film that it is a piece of: one that its feed names, or the clip of which it is an excerpt.
  package var film: Film? {
    facts?.film ?? excerpt.map { Film(location: $0.clip.location.whole) }
  }
}

extension Feed.State {
  mutating func reduce(_ action: Excerpts.Action) -> Effect<Feed.Action> {
    switch action {
    case .tapped: toggleExcerpts()
    case .filmTapped: toggleFilm()
    case .timeFound(of: let id, let time) where isFilm:
      id == currentID ? change { $0.leaveExcerpts(at: time) } : .none
    case .timeFound(of: let id, let time): playFilm(of: id, at: time)
    case .delegate(.answer(let found, of: let item, at: let time)): show(found, of: item, at: time)
    case .delegate(.show(let spans, of: let item, at: let time)): show(spans, of: item, at: time)
    case .found: .none
    }
  }

  /// Whether a film plays on from one of its pieces.
  package var isFilm: Bool { currentItem.map { currentID == .film(of: $0) } ?? false }

  /// Where the excerpts of the film on screen begin, in seconds; empty if it is shown whole.
  package var excerptStarts: [Double] {
    currentItem.flatMap { window.excerpts[$0] }?.pieces.compactMap { $0.excerpt?.span.start }
      ?? []
  }

  /// Shows the excerpts of the clip on screen in its place, or takes them away; from the film, goes back
  /// to the nearest one.
  private mutating func toggleExcerpts() -> Effect<Feed.Action> {
    if let opened = openTile(byExcerpts: true) { return opened }
    guard let page = shown, let id = page.item?.id else { return .none }
    if excerpts.awaited == id { return adoptExcerpts { $0.stopWaiting() } }
    if isFilm, window.excerpts[id]?.pieces.isEmpty == false { return findTime(of: page) }
    if let shown = window.excerpts[id] { return change { $0.show([], of: shown.item) } }
    return showExcerpts()
  }

  /// Shows the excerpts of the clip on screen in its place, unless they are.
  mutating func showExcerpts() -> Effect<Feed.Action> {
    guard let item = shown?.item, window.excerpts[item.id] == nil,
      shown?.clip?.isStill == false
    else { return .none }
    return .merge(show(.findingExcerpts), adoptExcerpts { $0.wait(for: item) })
  }

  private mutating func show(
    _ found: Result<[TimeSpan], ExcerptError>, of item: FeedItem, at time: Double
  ) -> Effect<Feed.Action> {
    guard currentID == .item(item.id) else { return .none }
    switch found {
    case .failure(let error): return show(.noExcerpts(error))
    case .success(let spans):
      let told = current?.clip?.hold == nil ? show(.excerpts(spans.count)) : .none
      return .merge(told, show(spans, of: item, at: time))
    }
  }

  private mutating func show(
    _ spans: [TimeSpan], of item: FeedItem, at time: Double
  ) -> Effect<Feed.Action> {
    // A film that plays on stays, and so do an overlay and a drag. They are found when the page comes back.
    if currentItem == item.id, isFilm || current?.clip?.hold != nil {
      excerpts.forget(item.id)
      return .none
    }
    let place = excerpts.place(in: item, at: time)
    return change { $0.show(spans, of: item, at: place) }
  }

  /// Finds the excerpts of the window's clips, if all are shown so.
  mutating func findAllExcerpts() -> Effect<Feed.Action> {
    guard excerpts.isForAll else { return .none }
    let items = window.pages.elements.compactMap { page in
      if case .item = page.id, case .clip = page.item?.kind { page.item } else { nil }
    }
    let held = Set(window.pages.ids.compactMap(\.item))
    return adoptExcerpts { $0.findAll(items, inWindow: held) }
  }

  mutating func adoptExcerpts(
    _ change: (inout Excerpts.State) -> Effect<Excerpts.Action>
  ) -> Effect<Feed.Action> {
    .adopt(&self, \.excerpts, action: Feed.Action.excerptsCase, change)
  }

  /// Plays the film on from the excerpt on screen, or goes back to it.
  private mutating func toggleFilm() -> Effect<Feed.Action> {
    guard let page = shown else { return .none }
    if isFilm { return change { $0.leaveExcerpts() } }
    guard page.item?.film != nil else { return show(.noFilm) }
    return findTime(of: page)
  }

  /// Asks where a page's clip is.
  private func findTime(of page: Item.State) -> Effect<Feed.Action> {
    @Dependency(\.playerClient) var playerClient
    guard let player = page.playerID else { return .none }
    return .run { [playerClient] send in
      let time = playerClient.nowPlaying(player).time.position
      await send(.excerpts(.timeFound(of: page.id, time)))
    }
  }

  /// Plays the film of an excerpt on.
  ///
  /// - Parameters:
  ///   - id: The excerpt.
  ///   - time: From where, in seconds.
  mutating func playFilm(of id: PageID, at time: Double) -> Effect<Feed.Action> {
    guard id == currentID, let item = current?.item, let clip = item.playable,
      let film = item.film
    else { return .none }
    let begun = time - (item.excerpt?.span.start ?? 0)
    let start = (item.facts?.film == nil ? time : film.start.map { $0 + begun }).map { max($0, 0) }
    let whole = Clip(location: film.location, title: clip.title)
    // It may be open, in place of another of its pieces.
    let player = PlayerID(.film(of: item.id))
    let isOpen = prepared.players.contains(player)
    let seek: Effect<Feed.Action> =
      isOpen && start != nil ? .player { $0.seek(player, start ?? 0, .exact) } : .none
    let shown = change { $0.show(whole, from: isOpen ? nil : start, inPlaceOf: id) }
    return .merge(seek, shown, show(.film))
  }
}

extension Feed.Action {
  static let excerptsCase = CasePath<Feed.Action, Excerpts.Action>(
    embed: Feed.Action.excerpts,
    extract: { if case .excerpts(let action) = $0 { action } else { nil } })
}
