import AppFeature
import CellGraphics
import Models
import TerminalCore

/// The row with the title on the left; signs and the place in the feed on the right.
package struct CaptionLine {
  package var model: ScreenModel

  /// Lays the row out; the title gives way to what stands on the right.
  package func line(columns: Int) -> ChromeLine {
    var right = signs.map { ChromeSpan(CleanText("\($0.text.string)  "), $0.style) }
    if let place = model.place {
      let text: CleanText = "\(place.number)/\(place.count)\(place.isGrowing ? "+" : "") "
      right.append(ChromeSpan(text, .dim))
    }
    var rightColumns = right.reduce(0) { $0 + $1.text.displayWidth }
    // On a narrow screen the signs go first, then the place.
    while rightColumns > columns - 8, !right.isEmpty {
      rightColumns -= right.removeFirst().text.displayWidth
    }
    let titleColumns = columns - rightColumns
    let title = CleanText(" \(titleText.string) ").fitted(toColumns: titleColumns)
    let gap = String(repeating: " ", count: max(titleColumns - title.displayWidth, 0))
    return ChromeLine(
      [
        ChromeSpan(title, .bold), ChromeSpan(CleanText(gap), []),
      ] + right)
  }

  private var titleText: CleanText {
    switch model.page {
    case .clip(let clip): clip.title
    case .notice(let notice): notice.title
    case .empty: "flick"
    }
  }

  private var signs: [ChromeSpan] {
    var signs: [ChromeSpan] = []
    if let clip = model.clip, clip.failure == nil {
      if clip.isPaused {
        signs.append(ChromeSpan("paused", .accent))
      } else if clip.hasEnded {
        signs.append(ChromeSpan("end", .accent))
      }
    }
    if let host = model.sound.remoteHost {
      signs.append(
        ChromeSpan("muted: sound would play on \(host.string), m unmutes", .warning))
    } else if model.sound.isMuted {
      signs.append(ChromeSpan("muted", .accent))
    } else if case .missing(let reason) = model.sound.device {
      signs.append(ChromeSpan("no sound: \(reason.string)", .warning))
    }
    switch model.loopMode {
    case .one: break
    case .feed: signs.append(ChromeSpan("loop: feed", .dim))
    case .off: signs.append(ChromeSpan("loop: off", .dim))
    }
    return signs
  }
}
