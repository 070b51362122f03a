import Models

extension App.State {
  /// The message for an action of triage that is about to be carried out; `nil` for none.
  func triageMessage(before action: Feed.Action) -> Toast.Message? {
    let triage = feed.triage
    switch action {
    case .triageTapped: return .triage(!triage.isOn)
    case .undoTapped where triage.isUndoUnknown: return nil
    case .undoTapped: return .undone(triage.done.last)
    case .redoTapped: return .redone(triage.undone.last)
    case .judged(let verdict, _) where feed.current?.item.key != nil:
      return feed.isJudgeable ? .judged(verdict) : .tooEarly
    case .rated(let rating) where feed.current?.item.key != nil: return .rated(rating)
    case .tagged(let index) where feed.current?.item.key != nil:
      return .tagged(triage.tags.indices.contains(index) ? triage.tags[index] : nil)
    case .captionTapped where feed.notedFile == nil: return .uncaptioned
    case .pointTapped where !feed.isMarkable: return .unmarkable
    default: return nil
    }
  }
}
