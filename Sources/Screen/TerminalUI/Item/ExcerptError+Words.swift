import Models
import Platform

extension ExcerptError {
  /// Why there are no excerpts.
  var words: String {
    switch self {
    case .isShort: localized("no excerpts: the clip is short")
    case .hasNoLength: localized("no excerpts: its length is unknown")
    case .cannotSeek: localized("no excerpts: its times jump")
    case .unreadable(let error): localized("no excerpts: %s", error.description)
    }
  }
}
