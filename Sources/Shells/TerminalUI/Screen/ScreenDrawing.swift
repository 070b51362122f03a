import CellGraphics
import Models
import TerminalCore

/// Draws a screen: the picture and what lies over it as cells, the rows below it as chrome.
package struct ScreenDrawing {
  package var layout: ScreenLayout
  package var keyMap: KeyMap
  package var signs: SignSet

  /// Creates a drawing for a layout.
  package init(
    layout: ScreenLayout, keyMap: KeyMap = .standard, signs: SignSet = .unicode
  ) {
    self.layout = layout
    self.keyMap = keyMap
    self.signs = signs
  }

  /// Draws the picture's part of the screen.
  ///
  /// - Parameters:
  ///   - model: What to show.
  ///   - frame: The clip's picture, if there is one yet.
  ///   - captions: What is said in the clip now.
  ///   - spinnerPhase: Which of the spinner's pictures to show; any number.
  ///   - surface: The whole screen's cells, of the layout's size.
  package func drawPicture(
    _ model: ScreenModel, frame: Frame?, captions: [Caption] = [], spinnerPhase: Int,
    into surface: inout Surface
  ) {
    let area = layout.picture
    switch model.page {
    case .empty(let isGrowing):
      surface.fill(area, with: .blank)
      let message: CleanText = isGrowing ? "Looking for clips…" : "No clips here."
      Card(title: message, lines: []).draw(in: area, of: &surface)
    case .notice(let notice):
      surface.fill(area, with: .blank)
      Card(title: notice.title, lines: [notice.detail]).draw(in: area, of: &surface)
    case .clip(let clip):
      if let failure = clip.failure {
        surface.fill(area, with: .blank)
        let advice = failure.advice(isRemote: clip.isRemote)
        let lines = [clip.location, CleanText("\(failure)"), advice].compactMap(\.self)
        Card(title: "This clip cannot be played", lines: lines).draw(in: area, of: &surface)
      } else {
        if let frame {
          surface.drawPicture(frame.pixels, in: area)
        } else {
          surface.fill(area, with: .blank)
        }
        CaptionOverlay(captions: captions).draw(in: area, of: &surface)
        if clip.isSpinnerVisible {
          SpinnerSign(phase: spinnerPhase, signs: signs).draw(in: area, of: &surface)
        }
      }
    }
  }

  /// Makes the rows below the picture.
  ///
  /// - Parameters:
  ///   - model: What to show.
  ///   - time: Where the clip stands.
  ///   - last: The rows made for the same model, layout and signs before, if there are any: only the
  ///     seek bar is made anew.
  package func chrome(
    _ model: ScreenModel, time: PlaybackTime, after last: [ChromeWindow] = []
  ) -> [ChromeWindow] {
    var windows: [ChromeWindow] = []
    if let caption = last.first, caption.rect == layout.caption {
      windows.append(caption)
    } else if let rect = layout.caption {
      let line =
        model.isHelpShown
        ? help(model, columns: rect.columns)
        : CaptionLine(model: model).line(columns: rect.columns)
      windows.append(ChromeWindow(rect: rect, lines: [line]))
    }
    if let rect = layout.seekBar {
      let line =
        model.clip == nil || model.clip?.failure != nil || time.isStill
        ? ChromeLine([])
        : seekBar(model, time: time).line(columns: rect.columns)
      windows.append(ChromeWindow(rect: rect, lines: [line]))
    }
    return windows
  }

  /// The keys, and on the right what one of them has just done.
  private func help(_ model: ScreenModel, columns: Int) -> ChromeLine {
    let help = HelpLine(keyMap: keyMap, signs: signs)
    guard let message = model.message?.words.long else { return help.line(columns: columns) }
    let sign = CleanText(" \(message) ")
    let line = help.line(columns: max(columns - sign.displayWidth, 0))
    let used = line.spans.reduce(0) { $0 + $1.text.displayWidth }
    let gap = String(repeating: " ", count: max(columns - used - sign.displayWidth, 0))
    return ChromeLine(line.spans + [ChromeSpan(CleanText(gap)), ChromeSpan(sign, .accent)])
  }

  /// The part of the clip that a cell of the seek bar stands for, from 0 to 1; `nil` elsewhere.
  package func seekFraction(
    _ model: ScreenModel, time: PlaybackTime, column: Int, row: Int
  ) -> Double? {
    guard let clip = model.clip, clip.failure == nil, !time.isStill, let rect = layout.seekBar,
      rect.row == row
    else { return nil }
    return seekBar(model, time: time)
      .fraction(atColumn: column - rect.column, columns: rect.columns)
  }

  private func seekBar(_ model: ScreenModel, time: PlaybackTime) -> SeekBar {
    SeekBar(time: time, isPlaying: model.isPlaying, signs: signs)
  }
}
