import Models

extension App.State {
  /// The message for an action of triage that is about to be carried out; `nil` for none.
  func triageMessage(before action: Feed.Action) -> Toast.Message? {
    let triage = feed.triage
    switch action {
    case .triageTapped: return .triage(!triage.isOn)
    case .undoTapped where triage.isUndoUnknown: return nil
    case .undoTapped where triage.lastLot.count > 1:
      return .lot(triage.lastLot.count, isUndone: true)
    case .undoTapped: return .undone(triage.done.last)
    case .redoTapped where triage.lastUndoneLot.count > 1:
      return .lot(triage.lastUndoneLot.count, isUndone: false)
    case .redoTapped: return .redone(triage.undone.last)
    case .judged, .rated, .tagged, .pointTapped:
      if feed.isLot { return .lot(feed.subjects.count, isUndone: false) }
      if feed.isSubjectPending { return .tooEarly }
      guard let item = feed.subject, item.key != nil else { return nil }
      return feed.isJudgeable ? decisionMessage(action, item) : .tooEarly
    case .captionTapped where feed.notedFile == nil: return .uncaptioned
    default: return nil
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
