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
  mutating func reduce(_ action: Excerpting.Action) -> Effect<Feed.Action> {
    switch action {
    case .tapped: toggleExcerpts()
    case .found(let found, of: let item): excerptsFound(found, of: item)
    case .filmTapped: toggleFilm()
    case .filmTimeFound(of: let id, let time): playFilm(of: id, at: time)
    }
  }

  /// Whether a film plays on from one of its pieces.
  package var isFilm: Bool { currentItem.flatMap { window.excerpts[$0]?.film } != nil }

  /// Where the excerpts of the film on screen begin, in seconds; empty if it is shown whole.
  package var excerptStarts: [Double] {
    currentItem.flatMap { window.excerpts[$0] }?.pieces.compactMap { $0.excerpt?.span.start }
      ?? []
  }

  /// Shows the excerpts of the clip on screen in its place, or takes them away.
  private mutating func toggleExcerpts() -> Effect<Feed.Action> {
    guard overview == nil, let id = currentItem else { return .none }
    if excerpting.awaited == id {
      excerpting.awaited = nil
      return .cancel(id: Feed.CancelID.excerpts)
    }
    if let shown = window.excerpts[id] { return change { $0.show([], of: shown.item) } }
    guard let item = current?.item, current?.clip?.isStill == false else { return .none }
    excerpting.awaited = id
    return .merge(
      show(.findingExcerpts),
      findExcerpts(of: item).cancellable(id: Feed.CancelID.excerpts, cancelInFlight: true))
  }

  /// The excerpts of a clip were found, or why it has none.
  private mutating func excerptsFound(
    _ found: Result<[TimeSpan], ExcerptError>, of item: FeedItem
  ) -> Effect<Feed.Action> {
    let isAwaited = excerpting.awaited == item.id
    if isAwaited { excerpting.awaited = nil }
    let isOnScreen = currentID == .item(item.id)
    guard isAwaited ? isOnScreen : excerpting.isForAll else { return .none }
    switch found {
    case .failure(let error):
      return isAwaited ? show(.noExcerpts(error)) : .none
    case .success where isOnScreen && current?.clip?.hold != nil:
      // An overlay stays, and so does a drag. They are found when the page comes back.
      excerpting.asked.remove(item.id)
      return .none
    case .success(let spans):
      let shown = change { $0.show(spans, of: item) }
      return isAwaited ? .merge(show(.excerpts(spans.count)), shown) : shown
    }
  }

  /// Finds the excerpts of the window's clips, if all are shown so.
  mutating func findAllExcerpts() -> Effect<Feed.Action> {
    guard excerpting.isForAll else { return .none }
    let items = window.pages.elements.compactMap { page in
      if case .item = page.id, case .clip = page.item?.kind { page.item } else { nil }
    }
    // Nobody will see those of clips that have left the window.
    let gone = excerpting.asked.subtracting(window.pages.ids.compactMap(\.item))
    excerpting.asked.subtract(gone)
    let fresh = items.filter { excerpting.asked.insert($0.id).inserted }
    return .merge(
      gone.map { .cancel(id: Feed.CancelID.survey($0)) }
        + fresh.map { item in
          findExcerpts(of: item).cancellable(id: Feed.CancelID.survey(item.id))
        })
  }

  private func findExcerpts(of item: FeedItem) -> Effect<Feed.Action> {
    @Dependency(\.playerClient) var playerClient
    guard let location = item.playable?.location else { return .none }
    return .run { [playerClient, request = excerpting.request] send in
      await send(.excerpts(.found(playerClient.excerpts(location, request), of: item)))
    }
  }

  /// Plays the film on from the excerpt on screen, or goes back to it.
  private mutating func toggleFilm() -> Effect<Feed.Action> {
    @Dependency(\.playerClient) var playerClient
    guard overview == nil, let page = current else { return .none }
    if isFilm { return change { $0.leaveExcerpts() } }
    guard page.item?.film != nil else { return show(.noFilm) }
    guard let player = page.playerID else { return .none }
    return .run { [playerClient] send in
      let time = playerClient.nowPlaying(player).time.position
      await send(.excerpts(.filmTimeFound(of: page.id, time)))
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
    let start = item.facts?.film == nil ? time : film.start.map { $0 + begun }
    let whole = Clip(location: film.location, title: clip.title)
    return .merge(
      change { $0.show(whole, from: start.map { max($0, 0) }, inPlaceOf: id) }, show(.film))
  }
}
