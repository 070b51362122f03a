import AppFeature
import Clients
import Models

extension Sign.Message {
  /// What the sign says, and how to put it where there is less room.
  func words(_ signs: SignSet) -> (long: String, short: String) {
    switch self {
    case .paused(true, of: _): ("paused", "paused")
    case .paused(false, of: _): ("playing", "playing")
    case .seek(by: let seconds, of: _): Self.seconds(seconds, signs)
    case .muted(true): ("muted", "muted")
    case .muted(false): ("sound on", "sound")
    case .loop(.one): ("loop: this clip", "loop: one")
    case .loop(.feed): ("loop: on to the next clip", "loop: feed")
    case .loop(.off): ("loop: off", "loop: off")
    case .volume(let percent):
      ("volume \(percent) %", "\(percent) %")
    case .speed(let speed):
      ("speed \(speed.words)", speed.words)
    case .fit(.fit):
      ("fit", "fit")
    case .fit(.fill):
      ("fill", "fill")
    case .soundIsBack:
      ("sound is back", "sound")
    case .soundTrack(let selection, of: _):
      selection.words(kind: "sound", none: "no sound in this clip")
    case .captions(let selection, of: _):
      selection.words(
        kind: "captions", none: selection.count > 0 ? "captions: off" : "no captions in this clip")
    case .liked(true, of: _): ("liked", "liked")
    case .liked(false, of: _): ("no longer liked", "not liked")
    case .likeFailed(let error): ("the like is not kept: \(error.words)", "not kept")
    case .refreshed(let count): (count.words, count.words)
    case .refreshFailed(let error): ("not refreshed: \(error.words)", "not refreshed")
    case .jumpFailed(let error): ("not found: \(error.words)", "not found")
    case .copied: ("copied", "copied")
    case .opened: ("opened", "opened")
    case .openFailed(let error): ("not opened: \(error.words)", "not opened")
    case .note(let text, let short): (text.string, short.string)
    case .saving: ("saving the picture", "saving")
    case .saved(let place): ("saved \(place)", "saved")
    case .saveFailed(let error): ("not saved: \(error.words)", "not saved")
    }
  }

  /// Whether the message has something to say while a page is on screen.
  func concerns(_ item: ItemID?) -> Bool {
    switch self {
    case .muted, .volume, .speed, .fit, .loop, .soundIsBack, .likeFailed, .refreshed,
      .refreshFailed, .jumpFailed, .copied, .opened, .openFailed, .note, .saving, .saved,
      .saveFailed:
      true
    case .paused(_, of: let id), .seek(_, of: let id), .liked(_, of: let id),
      .soundTrack(_, of: let id), .captions(_, of: let id):
      id == item
    }
  }

  /// Whether it tells what has gone wrong, and why.
  var isFailure: Bool {
    switch self {
    case .likeFailed, .refreshFailed, .jumpFailed, .openFailed, .saveFailed: true
    default: false
    }
  }

  /// A step through the clip: `+5 s`, `\u{2212}30 s`.
  private static func seconds(_ seconds: Double, _ signs: SignSet) -> (String, String) {
    let minus = signs.hasArrows ? "\u{2212}" : "-"
    let words = "\(seconds < 0 ? minus : "+")\(NumberText.decimal(seconds.magnitude)) s"
    return (words, words)
  }
}

extension ChangeCount {
  /// What a refresh has found.
  fileprivate var words: String {
    var parts: [String] = []
    if new > 0 { parts.append("\(NumberText.count(new)) new") }
    if gone > 0 { parts.append("\(NumberText.count(gone)) gone") }
    return parts.isEmpty ? "up to date" : parts.joined(separator: ", ")
  }
}

extension SnapshotError {
  /// What is wrong, in as few words as can be.
  fileprivate var words: String {
    switch self {
    case .noPicture: "there is no picture"
    case .media(let error): error.description
    case .file(let place, let reason): "\(place): \(reason)"
    }
  }
}

extension FeedError {
  /// What is wrong, in as few words as can be.
  fileprivate var words: String {
    detail.isEmpty ? Notice(self).title.string : detail.string
  }
}

extension PlaybackSpeed {
  /// The factor as it is spoken of, such as `1.5x`.
  var words: String {
    let percent = Int((factor * 100).rounded())
    let fraction = String(percent % 100 + 100).dropFirst().trimmingZeros
    return fraction.isEmpty ? "\(percent / 100)x" : "\(percent / 100).\(fraction)x"
  }
}

extension TrackSelection {
  fileprivate func words(kind: String, none: String) -> (long: String, short: String) {
    guard let track else { return (none, none) }
    let place = count > 1 ? "\(kind) \(number)/\(count)" : kind
    let named = [track.language, track.title].filter { !$0.isEmpty }
    let parts = (named.isEmpty ? [track.codec] : named).map(\.string)
    return ("\(place): \(parts.joined(separator: ", "))", place)
  }
}

extension Substring {
  /// Without zeros at the end.
  fileprivate var trimmingZeros: Substring {
    var text = self
    while text.last == "0" { text.removeLast() }
    return text
  }
}
