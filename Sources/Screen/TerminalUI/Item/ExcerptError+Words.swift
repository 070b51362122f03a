import Models
import Platform

extension ExcerptError {
  var words: String {
    switch self {
    case .isShort: localized("no excerpts: the clip is short")
    case .hasNoDuration: localized("no excerpts: its duration is unknown")
    case .unreadable(let error): localized("no excerpts: %s", error.description)
    }
  }
}
