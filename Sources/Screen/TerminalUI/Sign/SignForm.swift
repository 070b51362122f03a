import AppFeature
import Models
import Platform

/// What a sign looks like over the picture.
enum SignForm: Hashable, Sendable {
  /// A picture in the middle; where there are no blocks, its words.
  case bitmap(SignBitmap, isLike: Bool)
  /// Words in the upper part, and what there is to add in a second row or two.
  case words(CleanText, detail: CleanText?)
  /// A name, what it is set to, and a bar.
  case gauge(name: CleanText, value: CleanText, fraction: Double)
  /// Words at the side to which the clip has moved.
  case step(CleanText, isForwards: Bool)

  init(_ message: Sign.Message, signs: SignSet, formats: LocalFormats) {
    switch message {
    case .paused(let isPaused, of: _):
      self = .bitmap(isPaused ? .paused : .playing, isLike: false)
    case .liked(let isLiked, of: _):
      self = .bitmap(isLiked ? .heart : .emptyHeart, isLike: isLiked)
    case .seek(by: let seconds, of: _):
      self = .step(CleanText(message.words(signs, formats).long), isForwards: seconds >= 0)
    case .volume(let percent):
      self = .gauge(
        name: .localized("volume"), value: .localized("%s %%", percent),
        fraction: Double(percent) / 100)
    default:
      if case .note(let text, short: _) = message {
        self = .words(text, detail: nil)
        return
      }
      let words = message.words(signs, formats).long
      guard message.hasDetail, let colon = words.firstRange(of: ": ") else {
        self = .words(CleanText(words), detail: nil)
        return
      }
      self = .words(
        CleanText(String(words[..<colon.lowerBound])),
        detail: CleanText(String(words[colon.upperBound...])))
    }
  }
}
