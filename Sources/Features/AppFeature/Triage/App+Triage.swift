import Models

extension App.State {
  /// The message for an action of triage that is about to be carried out; `nil` for none.
  func triageMessage(before action: Feed.Action) -> Toast.Message? {
    let triage = feed.triage
    switch action {
    case .triageTapped: return .triage(!triage.isOn)
    case .undoTapped: return triage.undo.isUnknown ? nil : undoMessage(triage.undo)
    case .decisionsFound(let lots, let batch, tags: _):
      var undo = triage.undo
      return undo.add(earlier: lots, batch) ? undoMessage(undo) : nil
    case .redoTapped:
      let lot = triage.undo.undone.last?.decisions ?? []
      return lot.count > 1 ? .lot(lot.count, isUndone: false) : .redone(lot.first)
    case .judged, .rated, .tagged, .pointTapped:
      if feed.isLot { return .lot(feed.subjects.count, isUndone: false) }
      if feed.isSubjectPending { return .tooEarly }
      guard let item = feed.subject, item.key != nil else { return nil }
      return feed.isJudgeable ? decisionMessage(action, item) : .tooEarly
    case .captionTapped where feed.notedFile == nil: return .uncaptioned
    default: return nil
    }
  }

  private func undoMessage(_ undo: UndoStack) -> Toast.Message? {
    switch undo.done.last {
    case .decided(let lot) where lot.decisions.count > 1:
      .lot(lot.decisions.count, isUndone: true)
    case .decided(let lot): .undone(lot.decisions.first)
    // It is told how that went.
    case .applied: nil
    case nil: .undone(nil)
    }
  }

  private func decisionMessage(_ action: Feed.Action, _ item: FeedItem) -> Toast.Message? {
    let tags = feed.triage.tags
    return switch action {
    case .judged(let verdict, let goesOn): .judged(verdict, of: goesOn ? item.title : nil)
    case .rated(let rating): .rated(rating)
    case .tagged(let index): .tagged(tags.indices.contains(index) ? tags[index] : nil)
    case .pointTapped: feed.isMarkable ? nil : .unmarkable
    default: nil
    }
  }
}
