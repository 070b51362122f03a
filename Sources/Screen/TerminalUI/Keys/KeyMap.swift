import AppFeature
import Models
import Platform
import TerminalCore

/// Maps keys to intents. The help and the README's table are made from the same bindings. See
/// docs/decisions/screen-keys.md.
package struct KeyMap: Sendable {
  /// An intent and its keys.
  package struct Binding: Hashable, Sendable {
    package var keys: [KeyEvent]
    package var intent: Intent
    /// What it does, in a few words for a table; `nil` if another row covers it.
    package var summary: String?
    /// How a table names the keys, if not individually.
    package var keyNames: String?
  }

  package let bindings: [Binding]
  private let intents: [KeyEvent: Intent]
  /// Those that come first while triage is on.
  let triageIntents: [KeyEvent: Intent]

  /// Always quits, whatever the key map.
  package static let alwaysQuits = KeyEvent(.character("c"), .control)

  /// Creates a map; of two bindings for one key the first counts.
  package init(bindings: [Binding]) {
    self.bindings = bindings
    func map(ofTriage isOfTriage: Bool) -> [KeyEvent: Intent] {
      let pairs = bindings.filter { $0.intent.isOfTriage == isOfTriage }
        .flatMap { binding in binding.keys.map { ($0, binding.intent) } }
      return Dictionary(
        [(Self.alwaysQuits, .quit)] + pairs, uniquingKeysWith: { first, _ in first })
    }
    intents = map(ofTriage: false)
    triageIntents = map(ofTriage: true)
  }

  /// The intent of a key, or `nil` for a key that does nothing.
  ///
  /// - Parameter isTriaging: Whether triage is on.
  package func intent(for key: KeyEvent, isTriaging: Bool = false) -> Intent? {
    (isTriaging ? triageIntents[key] : nil) ?? intents[key]
  }

  /// The keys of an intent.
  package func keys(for intent: Intent) -> [KeyEvent] {
    bindings.filter { $0.intent == intent }.flatMap(\.keys)
  }

  /// The keys with Alt that are in use, here or in the filter line.
  package var altKeys: Set<KeyEvent> {
    FilterKey.altKeys.union(bindings.flatMap(\.keys).filter { $0.modifiers.contains(.alt) })
  }

  /// The name of the first key of an intent; `nil` if there is none.
  package func keyName(for intent: Intent) -> String? { keys(for: intent).first?.name }
}

extension KeyMap {
  /// The default keys.
  package static let standard = KeyMap(
    bindings: [
      Binding(
        keys: [.init(.down), "j", .init(.pageDown)], intent: .nextPage,
        summary: translatable("next clip")),
      Binding(
        keys: [.init(.up), "k", .init(.pageUp)], intent: .previousPage,
        summary: translatable("previous clip")),
      Binding(
        keys: [" "], intent: .togglePause,
        summary: translatable("pause or play; in an overlay, page down")),
      Binding(
        keys: [.init(.left)], intent: .seek(by: -5),
        summary: translatable("back 5 seconds, faster if held; in an overlay, page up")),
      Binding(
        keys: [.init(.right)], intent: .seek(by: 5),
        summary: translatable("forward 5 seconds, faster if held; in an overlay, page down")),
      Binding(
        keys: [.init(.left, .shift)], intent: .seek(by: -30),
        summary: translatable("back 30 seconds")),
      Binding(
        keys: [.init(.right, .shift)], intent: .seek(by: 30),
        summary: translatable("forward 30 seconds")
      ),
    ] + digits + [
      Binding(
        keys: ["<"], intent: .chapter(by: -1),
        summary: translatable("the beginning of this chapter, or of the previous one")),
      Binding(keys: [">"], intent: .chapter(by: 1), summary: translatable("next chapter")),
      Binding(
        keys: ["C"], intent: .toggleChapters,
        summary: translatable("list the chapters; Enter goes to one")),
      Binding(
        keys: ["'"], intent: .event(by: -1),
        summary: translatable("the previous event: a place where something happens")),
      Binding(
        keys: [";"], intent: .event(by: 1),
        summary: translatable("the next event")),
      Binding(
        keys: [","], intent: .step(by: -1),
        summary: translatable("pause and step one frame back; in an overlay, line up")),
      Binding(
        keys: ["."], intent: .step(by: 1),
        summary: translatable("pause and step one frame forward; in an overlay, line down")),
      Binding(keys: [.init(.home), "g"], intent: .firstPage, summary: translatable("first clip")),
      Binding(keys: [.init(.end), "G"], intent: .lastPage, summary: translatable("last clip")),
      Binding(
        keys: [.init(.tab)], intent: .section(by: 1),
        summary: translatable("the first clip of the next folder")),
      Binding(
        keys: [.init(.tab, .shift)], intent: .section(by: -1),
        summary: translatable("the first clip of this folder, or of the previous one")),
      Binding(
        keys: ["/"], intent: .openFilter,
        summary: translatable(
          """
          find by words of the name or path, or conditions such as is:unseen; Enter keeps the filter; \
          Esc goes back, in the end to all clips
          """
        )),
      Binding(
        keys: [":"], intent: .goToNumber, summary: translatable("go to the clip with a number")),
      Binding(
        keys: ["v"], intent: .toggleOverview,
        summary: translatable("overview: a sheet of thumbnails, and back")),
      Binding(keys: ["l"], intent: .toggleLike, summary: translatable("like or unlike")),
      Binding(
        keys: ["e"], intent: .toggleExcerpts,
        summary: translatable(
          "excerpts of a clip of more than 3 minutes: where something happens; Esc goes back")),
      Binding(
        keys: ["f"], intent: .toggleFilm,
        summary: translatable("play the film on from the excerpt; again, or Esc: back to it")),
      Binding(
        keys: ["t"], intent: .toggleTriage,
        summary: translatable("triage on or off: keep, reject and rate clips")),
    ] + triage + [
      Binding(
        keys: [.init(.enter)], intent: .toggleDetails,
        summary: translatable("show all metadata; Up and Down scroll, Enter or Esc closes")
      ),
      Binding(
        keys: ["o"], intent: .openOutside, summary: translatable("open in the default program")),
      Binding(
        keys: ["y"], intent: .copyLocation, summary: translatable("copy the path or address")),
      Binding(
        keys: ["r"], intent: .refresh,
        summary: translatable("look for new clips; retry what failed")),
      Binding(
        keys: ["-"], intent: .changeVolume(by: -5), summary: translatable("volume down")),
      Binding(keys: ["+", "="], intent: .changeVolume(by: 5), summary: translatable("volume up")),
      Binding(keys: ["m"], intent: .toggleMute, summary: translatable("mute")),
      Binding(
        keys: ["{"], intent: .shiftSound(by: -25),
        summary: translatable("sound 25 ms earlier; remembered for the sound device")),
      Binding(
        keys: ["}"], intent: .shiftSound(by: 25), summary: translatable("sound 25 ms later")),
      Binding(
        keys: ["["], intent: .changeSpeed(by: -1), summary: translatable("slower: 0.75, 0.5")),
      Binding(
        keys: ["]"], intent: .changeSpeed(by: 1), summary: translatable("faster: 1.25, 1.5, 2")),
      Binding(
        keys: ["z"], intent: .toggleFit,
        summary: translatable("fit (the whole frame) or fill (the whole screen)")),
      Binding(
        keys: ["R"], intent: .rotate,
        summary: translatable("rotate the clip by a quarter turn; remembered")),
      Binding(
        keys: ["L"], intent: .cycleLoopMode,
        summary: translatable(
          "at the end of a clip: repeat (one), play the next (feed) or stop (off)")),
      Binding(
        keys: ["a"], intent: .cycleSoundTrack, summary: translatable("next audio track")),
      Binding(
        keys: ["c"], intent: .cycleSubtitles, summary: translatable("next subtitles, or none")),
      Binding(
        keys: ["s"], intent: .saveFrame,
        summary: translatable("save the frame as PNG at full resolution")),
      Binding(
        keys: ["S"], intent: .saveShownFrame,
        summary: translatable("save the frame as shown on screen")),
      Binding(
        keys: ["i"], intent: .toggleStatistics, summary: translatable("show or hide statistics")),
      Binding(
        keys: ["?", .init(.function(1)), "h"], intent: .toggleHelp,
        summary: translatable("show all keys")),
      Binding(keys: [.init(.escape)], intent: .close, summary: translatable("close the overlay")),
      Binding(
        keys: [.init(.character("l"), .control)], intent: .redraw, summary: translatable("redraw")),
      Binding(
        keys: [.init(.character("z"), .control)], intent: .suspend, summary: translatable("suspend")
      ),
      Binding(
        keys: ["q", .init(.character("c"), .control)], intent: .quit, summary: translatable("quit")),
    ])

  private static let triage =
    [
      Binding(
        keys: ["p"], intent: .judge(.keep, goesOn: true),
        summary: translatable("keep the clip, and go on to the next one")),
      Binding(
        keys: ["x"], intent: .judge(.reject, goesOn: true),
        summary: translatable("reject it, and go on")),
      Binding(
        keys: ["P"], intent: .judge(.keep, goesOn: false),
        summary: translatable("keep it, and stay")),
      Binding(
        keys: ["X"], intent: .judge(.reject, goesOn: false),
        summary: translatable("reject it, and stay")),
      Binding(
        keys: ["n"], intent: .judge(nil, goesOn: false),
        summary: translatable("take the verdict back")),
    ]
    + (1...Review.maxRating).map { rating in
      Binding(
        keys: [KeyEvent(.character(Character("\(rating)")))], intent: .rate(rating),
        summary: rating == 1 ? translatable("1 to 5 stars") : nil, keyNames: "1…5")
    } + [
      Binding(keys: ["0"], intent: .rate(0), summary: translatable("take the rating back"))
    ]
    + (0..<Triage.tagKeyCount).map { index in
      Binding(
        keys: [KeyEvent(.character(Character("\(index + 6)")))], intent: .tag(index),
        summary: index == 0 ? translatable("one of your tags") : nil,
        keyNames: "6…9")
    } + [
      Binding(
        keys: ["T"], intent: .editTags,
        summary: translatable("type tags, separated by commas; Tab completes")),
      Binding(
        keys: ["I"], intent: .mark(.in),
        summary: translatable("set the in point of the part that matters; where it is, remove it")),
      Binding(
        keys: ["O"], intent: .mark(.out),
        summary: translatable("set its out point; between both, the clip repeats")),
      Binding(
        keys: ["E"], intent: .editCaption,
        summary: translatable("edit the caption, clip.txt beside clip.mp4, with $EDITOR")),
      Binding(
        keys: ["u", .init(.backspace)], intent: .undo,
        summary: translatable("undo the last decision, and return to its clip")),
      Binding(
        keys: [.init(.character("r"), .control)], intent: .redo,
        summary: translatable("make it again")),
      Binding(
        keys: ["A"], intent: .toggleApply,
        summary: translatable(
          "list what will become of the files: Enter does it, u takes it back")),
    ]

  private static let digits = (0...9).map { digit in
    Binding(
      keys: [KeyEvent(.character(Character("\(digit)")))],
      intent: .jump(toFraction: Double(digit) / 10),
      summary: digit == 0 ? translatable("jump to 0 %…90 %") : nil, keyNames: "0…9")
  }
}

extension KeyMap {
  /// Keys and mouse gestures, and what they do.
  package var summaries: [(keys: String, summary: String)] {
    summaries(ofTriage: false) + MouseGesture.all.map { ($0.name, $0.summary) }
  }

  /// The keys of triage, and what they do.
  package var triageSummaries: [(keys: String, summary: String)] { summaries(ofTriage: true) }

  private func summaries(ofTriage isOfTriage: Bool) -> [(keys: String, summary: String)] {
    bindings.filter { $0.intent.isOfTriage == isOfTriage }.compactMap { binding in
      binding.summary.map { summary in
        (binding.keyNames ?? binding.keys.map(\.name).joined(separator: ", "), summary)
      }
    }
  }
}

extension KeyEvent: ExpressibleByUnicodeScalarLiteral, ExpressibleByExtendedGraphemeClusterLiteral {
  /// A key that types a character, pressed alone.
  package init(extendedGraphemeClusterLiteral character: Character) {
    self.init(.character(character))
  }
}
