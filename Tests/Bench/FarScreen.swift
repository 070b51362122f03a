import Models
import TestSupport

/// What a recording made the far terminal show, update by update.
final class FarScreen {
  let recording: LinkRecording
  /// The screen as it is now.
  let model: TerminalModel
  private let updateEnds: [Int]
  private var nextUpdate = 0
  private var position = 0

  /// Begins before the first byte.
  ///
  /// - Throws: `PtyError` if there is no memory for a screen.
  init(_ recording: LinkRecording, size: CellSize) throws(PtyError) {
    guard let model = TerminalModel(size: size) else {
      throw PtyError(call: "vterm_new", number: 12)
    }
    self.recording = recording
    self.model = model
    updateEnds = recording.updateEnds
  }

  /// Goes on to the end of the next update, but not beyond a time.
  ///
  /// - Returns: The screen at that moment and the offset of the update's last byte; `nil` if there is
  ///   none.
  func next(until time: Double = .infinity) -> (model: TerminalModel, offset: Int)? {
    guard nextUpdate < updateEnds.count else { return nil }
    let offset = updateEnds[nextUpdate] - 1
    guard recording.arrival(of: offset) <= time else { return nil }
    nextUpdate += 1
    feed(until: offset + 1)
    return (model, offset)
  }

  /// When the terminal first had its main screen and its cursor again, after a time; `nil` if it had
  /// not.
  func timeGivenBack(after time: Double) -> Double? {
    for end in recording.arrivalEnds where end > position {
      feed(until: end)
      let arrival = recording.arrival(of: end - 1)
      if arrival >= time, !model.isAlternateScreen, model.isCursorVisible { return arrival }
    }
    return nil
  }

  private func feed(until end: Int) {
    guard end > position else { return }
    model.feed(Array(recording.bytes[position..<end]))
    _ = model.takeReplies()
    position = end
  }
}
