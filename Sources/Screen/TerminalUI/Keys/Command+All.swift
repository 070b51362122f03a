import AppFeature
import Clients
import Models
import Platform
import TerminalCore

extension Command {
  // Those that other texts name a key of.
  package static let nextClip = Command(
    name: "next-clip", group: .feed, keys: [.init(.down), "j", .init(.pageDown)],
    effect: .swipe(1), contexts: [.page, .overview, .typing], inOverview: .moved(.rows(1)),
    inText: .rows(1), label: translatable("next clip"))
  package static let previousClip = Command(
    name: "previous-clip", group: .feed, keys: [.init(.up), "k", .init(.pageUp)],
    effect: .swipe(-1), contexts: [.page, .overview, .typing], inOverview: .moved(.rows(-1)),
    inText: .rows(-1), label: translatable("previous clip"))
  static let pause = Command(
    name: "pause", group: .playing, keys: [" "], effect: .clip(.playPauseTapped), contexts: .page,
    inText: .screens(1), label: translatable("pause, play"),
    summary: translatable("pause or play; in an overlay, page down"))
  static let like = Command(
    name: "like", group: .clip, keys: ["l"], effect: .send(.feed(.likeTapped)),
    label: translatable("like"), summary: translatable("like or unlike"),
    line: translatable("like; details"))
  static let details = Command(
    name: "details", group: .clip, keys: [.init(.enter)],
    effect: .send(.feed(.overlayTapped(.details))), inOverview: .opened,
    label: translatable("details"),
    summary: translatable("show all metadata; Up and Down scroll, Enter or Esc closes"),
    line: translatable("like; details"))
  static let reject = Command(
    name: "reject", group: .triage, keys: ["x"],
    effect: .send(.feed(.triage(.judged(.reject, goesOn: true)))), label: translatable("reject"),
    summary: translatable("reject it, and go on"), line: translatable("keep; reject"))
  static let firstTag = Command(
    name: "tag-1", group: .triage, keys: ["6"], effect: .send(.feed(.triage(.tagged(0)))),
    label: translatable("tag %s"), number: 1, summary: translatable("one of your tags"),
    keyNames: "6…9")
  static let undo = Command(
    name: "undo", group: .triage, keys: ["u", .init(.backspace)],
    effect: .send(.feed(.triage(.undoTapped))), label: translatable("undo"),
    summary: translatable("undo the last decision, and return to its clip"))
  static let apply = Command(
    name: "apply", group: .triage, keys: ["A"], effect: .send(.feed(.overlayTapped(.apply))),
    label: translatable("apply"),
    summary: translatable("list what will become of the files: Enter does it, u takes it back"))
  static let refresh = Command(
    name: "refresh", group: .screen, keys: ["r"], effect: .send(.feed(.refreshTapped)),
    label: translatable("refresh"),
    summary: translatable("look for new clips; retry what failed"),
    line: translatable("statistics; refresh"))
  static let mute = Command(
    name: "mute", group: .sound, keys: ["m"], effect: .send(.muteTapped),
    label: translatable("mute"), line: translatable("mute; audio track"))
  package static let help = Command(
    name: "help", group: .screen, keys: ["?", .init(.function(1)), "h"],
    effect: .send(.feed(.overlayTapped(.help))), label: translatable("keys"),
    summary: translatable("show all keys"))
  static let close = Command(
    name: "close", group: .screen, keys: [.init(.escape)], effect: .send(.escapeTapped),
    contexts: [.page, .overview, .list], label: translatable("close"),
    summary: translatable("close the overlay"))
  package static let quit = Command(
    name: "quit", group: .screen, keys: ["q", .init(.character("c"), .control)],
    effect: .send(.quitTapped), contexts: .everywhere, label: translatable("quit"))

  /// All commands, in the order in which tables list them.
  static let all: [Command] =
    [nextClip, previousClip, pause] + seeks + jumps + places + triage + others

  private static let seeks: [Command] = [
    seek(
      "seek-back", [.init(.left)], by: -5, inText: .screens(-1),
      translatable("back 5 seconds, faster if held; in an overlay, page up")),
    seek(
      "seek-forward", [.init(.right)], by: 5, inText: .screens(1),
      translatable("forward 5 seconds, faster if held; in an overlay, page down")),
    seek(
      "skip-back", [.init(.left, .shift)], by: -30, inText: .screens(-1),
      translatable("back 30 seconds")),
    seek(
      "skip-forward", [.init(.right, .shift)], by: 30, inText: .screens(1),
      translatable("forward 30 seconds")),
  ]

  private static let jumps: [Command] = (0...9).map { digit in
    Command(
      name: "jump-\(digit)", group: .playing,
      keys: [KeyEvent(.character(Character("\(digit)")))],
      effect: .clip(.jumpTapped(toFraction: Double(digit) / 10)), contexts: .page,
      inText: .fraction(Double(digit) / 10), label: translatable("jump to %s %%"),
      number: digit * 10, summary: digit == 0 ? translatable("jump to 0 %…90 %") : nil,
      keyNames: "0…9")
  }

  private static let places: [Command] = [
    Command(
      name: "previous-chapter", group: .playing, keys: ["<"],
      effect: .clip(.chapterTapped(by: -1)), contexts: .page,
      label: translatable("previous chapter"),
      summary: translatable("the beginning of this chapter, or of the previous one"),
      line: translatable("chapters; events")),
    Command(
      name: "next-chapter", group: .playing, keys: [">"],
      effect: .clip(.chapterTapped(by: 1)), contexts: .page, label: translatable("next chapter"),
      line: translatable("chapters; events")),
    Command(
      name: "chapters", group: .playing, keys: ["C"],
      effect: .send(.feed(.overlayTapped(.chapters))), contexts: .page,
      label: translatable("chapters"),
      summary: translatable("list the chapters; Enter goes to one"),
      line: translatable("chapters; events")),
    Command(
      name: "previous-event", group: .playing, keys: ["'"], effect: .clip(.eventTapped(by: -1)),
      contexts: .page, label: translatable("previous event"),
      summary: translatable("the previous event: a place where something happens"),
      line: translatable("chapters; events")),
    Command(
      name: "next-event", group: .playing, keys: [";"], effect: .clip(.eventTapped(by: 1)),
      contexts: .page, label: translatable("next event"), summary: translatable("the next event"),
      line: translatable("chapters; events")),
    Command(
      name: "step-back", group: .playing, keys: [","], effect: .clip(.stepTapped(by: -1)),
      contexts: .page, inText: .rows(-1), label: translatable("frame back"),
      summary: translatable("pause and step one frame back; in an overlay, line up"),
      line: translatable("step a frame")),
    Command(
      name: "step-forward", group: .playing, keys: ["."], effect: .clip(.stepTapped(by: 1)),
      contexts: .page, inText: .rows(1), label: translatable("frame forward"),
      summary: translatable("pause and step one frame forward; in an overlay, line down"),
      line: translatable("step a frame")),
    Command(
      name: "first-clip", group: .feed, keys: [.init(.home), "g"],
      effect: .send(.feed(.firstTapped)), inOverview: .moved(.first), inText: .fraction(0),
      label: translatable("first clip"), line: translatable("first, last clip")),
    Command(
      name: "last-clip", group: .feed, keys: [.init(.end), "G"],
      effect: .send(.feed(.lastTapped)), inOverview: .moved(.last), inText: .fraction(1),
      label: translatable("last clip"), line: translatable("first, last clip")),
    Command(
      name: "next-section", group: .feed, keys: [.init(.tab)],
      effect: .send(.feed(.sections(.tapped(by: 1)))), label: translatable("next folder"),
      summary: translatable("the first clip of the next folder"),
      line: translatable("jump by folder")),
    Command(
      name: "previous-section", group: .feed, keys: [.init(.tab, .shift)],
      effect: .send(.feed(.sections(.tapped(by: -1)))), label: translatable("previous folder"),
      summary: translatable("the first clip of this folder, or of the previous one"),
      line: translatable("jump by folder")),
    Command(
      name: "find", group: .feed, keys: ["/"], effect: .send(.feed(.overlayTapped(.filter))),
      label: translatable("find"),
      summary: translatable(
        """
        find by words of the name or path, or conditions such as is:unseen; Enter keeps the filter; \
        Esc goes back, in the end to all clips
        """
      ), line: translatable("find; go to a number")),
    Command(
      name: "go-to", group: .feed, keys: [":"], effect: .send(.feed(.overlayTapped(.number))),
      label: translatable("go to a number"),
      summary: translatable("go to the clip with a number"),
      line: translatable("find; go to a number")),
    Command(
      name: "overview", group: .feed, keys: ["v"], effect: .send(.feed(.overviewTapped)),
      label: translatable("overview"),
      summary: translatable("overview: a sheet of thumbnails, and back"),
      line: translatable("overview; triage")),
    like,
    Command(
      name: "excerpts", group: .clip, keys: ["e"], effect: .send(.feed(.excerpts(.tapped))),
      contexts: .page, label: translatable("excerpts"),
      summary: translatable(
        "excerpts of a clip of more than 3 minutes: where something happens; Esc goes back"),
      line: translatable("excerpts; whole film")),
    Command(
      name: "film", group: .clip, keys: ["f"], effect: .send(.feed(.excerpts(.filmTapped))),
      contexts: .page, label: translatable("whole film"),
      summary: translatable("play the film on from the excerpt; again, or Esc: back to it"),
      line: translatable("excerpts; whole film")),
    Command(
      name: "triage", group: .feed, keys: ["t"], effect: .send(.feed(.triage(.toggled))),
      label: translatable("triage"),
      summary: translatable("triage on or off: keep, reject and rate clips"),
      line: translatable("overview; triage")),
  ]

  private static let triage: [Command] = verdicts + ratings + unrating + tags + review

  private static let verdicts: [Command] = [
    Command(
      name: "keep", group: .triage, keys: ["p"],
      effect: .send(.feed(.triage(.judged(.keep, goesOn: true)))), label: translatable("keep"),
      summary: translatable("keep the clip, and go on to the next one"),
      line: translatable("keep; reject")),
    reject,
    Command(
      name: "keep-here", group: .triage, keys: ["P"],
      effect: .send(.feed(.triage(.judged(.keep, goesOn: false)))),
      label: translatable("keep, and stay"), summary: translatable("keep it, and stay"),
      line: translatable("the same, and stay")),
    Command(
      name: "reject-here", group: .triage, keys: ["X"],
      effect: .send(.feed(.triage(.judged(.reject, goesOn: false)))),
      label: translatable("reject, and stay"), summary: translatable("reject it, and stay"),
      line: translatable("the same, and stay")),
    Command(
      name: "unjudge", group: .triage, keys: ["n"],
      effect: .send(.feed(.triage(.judged(nil, goesOn: false)))), label: translatable("no verdict"),
      summary: translatable("take the verdict back")),
  ]

  private static let ratings: [Command] = (1...Review.maxRating).map { rating in
    Command(
      name: "rate-\(rating)", group: .triage,
      keys: [KeyEvent(.character(Character("\(rating)")))],
      effect: .send(.feed(.triage(.rated(rating)))),
      label: translatable("rate %s"), number: rating,
      summary: rating == 1 ? translatable("1 to 5 stars") : nil, keyNames: "1…5")
  }

  private static let unrating: [Command] = [
    Command(
      name: "unrate", group: .triage, keys: ["0"], effect: .send(.feed(.triage(.rated(0)))),
      label: translatable("no rating"), summary: translatable("take the rating back")),
    firstTag,
  ]

  private static let tags: [Command] = (1..<Triage.tagKeyCount).map { index in
    Command(
      name: "tag-\(index + 1)", group: .triage,
      keys: [KeyEvent(.character(Character("\(index + 6)")))],
      effect: .send(.feed(.triage(.tagged(index)))), label: translatable("tag %s"),
      number: index + 1,
      keyNames: "6…9")
  }

  private static let review: [Command] = [
    Command(
      name: "edit-tags", group: .triage, keys: ["T"],
      effect: .send(.feed(.overlayTapped(.tags))), label: translatable("edit the tags"),
      summary: translatable("type tags, separated by commas; Tab completes")),
    Command(
      name: "mark-in", group: .triage, keys: ["I"],
      effect: .send(.feed(.triage(.pointTapped(.in)))),
      contexts: .page, label: translatable("in point"),
      summary: translatable(
        "set the in point of the part that matters; where it is, remove it"),
      line: translatable("in, out point")),
    Command(
      name: "mark-out", group: .triage, keys: ["O"],
      effect: .send(.feed(.triage(.pointTapped(.out)))),
      contexts: .page, label: translatable("out point"),
      summary: translatable("set its out point; between both, the clip repeats"),
      line: translatable("in, out point")),
    Command(
      name: "edit-caption", group: .triage, keys: ["E"],
      effect: .send(.feed(.triage(.captionTapped))),
      contexts: .page, label: translatable("edit the caption"),
      summary: translatable("edit the caption, clip.txt beside clip.mp4, with $EDITOR")),
    undo,
    Command(
      name: "redo", group: .triage, keys: [.init(.character("r"), .control)],
      effect: .send(.feed(.triage(.redoTapped))), label: translatable("redo"),
      summary: translatable("redo what was undone")),
    apply,
  ]

  private static let others: [Command] = [
    details,
    Command(
      name: "open", group: .clip, keys: ["o"], effect: .send(.feed(.openTapped)),
      label: translatable("open externally"),
      summary: translatable("open in the default program"),
      line: translatable("open; copy the path")),
    Command(
      name: "copy-path", group: .clip, keys: ["y"], effect: .send(.feed(.copyTapped)),
      label: translatable("copy the path"), summary: translatable("copy the path or address"),
      line: translatable("open; copy the path")),
    Command(
      name: "softer", group: .sound, keys: ["-"], effect: .send(.volumeTapped(by: -5)),
      inOverview: .zoomed(by: -1), label: translatable("volume down"),
      line: translatable("volume")),
    Command(
      name: "louder", group: .sound, keys: ["+", "="], effect: .send(.volumeTapped(by: 5)),
      inOverview: .zoomed(by: 1), label: translatable("volume up"), line: translatable("volume")),
    mute,
    Command(
      name: "sound-earlier", group: .sound, keys: ["{"],
      effect: .send(.soundDelayTapped(by: -25)), contexts: .page,
      label: translatable("sound earlier"),
      summary: translatable("sound 25 ms earlier; remembered for the sound device"),
      line: translatable("sound delay")),
    Command(
      name: "sound-later", group: .sound, keys: ["}"], effect: .send(.soundDelayTapped(by: 25)),
      contexts: .page, label: translatable("sound later"),
      summary: translatable("sound 25 ms later"), line: translatable("sound delay")),
    Command(
      name: "slower", group: .playing, keys: ["["], effect: .send(.speedTapped(by: -1)),
      contexts: .page, label: translatable("slower"), summary: translatable("slower: 0.75, 0.5"),
      line: translatable("speed; loop mode")),
    Command(
      name: "faster", group: .playing, keys: ["]"], effect: .send(.speedTapped(by: 1)),
      contexts: .page, label: translatable("faster"),
      summary: translatable("faster: 1.25, 1.5, 2"), line: translatable("speed; loop mode")),
    Command(
      name: "fit", group: .screen, keys: ["z"], effect: .send(.fitTapped), contexts: .page,
      label: translatable("fit or fill"),
      summary: translatable("fit (the whole frame) or fill (the whole screen)"),
      line: translatable("fit or fill; rotate")),
    Command(
      name: "rotate", group: .screen, keys: ["R"], effect: .send(.feed(.rotateTapped)),
      contexts: .page, label: translatable("rotate"),
      summary: translatable("rotate the clip by a quarter turn; remembered"),
      line: translatable("fit or fill; rotate")),
    Command(
      name: "loop", group: .playing, keys: ["L"], effect: .send(.feed(.loopModeTapped)),
      contexts: .page, label: translatable("loop mode"),
      summary: translatable(
        "at the end of a clip: repeat (one), play the next (feed) or stop (off)"),
      line: translatable("speed; loop mode")),
    Command(
      name: "audio-track", group: .sound, keys: ["a"], effect: .clip(.soundTrackTapped),
      contexts: .page, label: translatable("next audio track"),
      line: translatable("mute; audio track")),
    Command(
      name: "subtitles", alias: "captions", group: .screen, keys: ["c"],
      effect: .clip(.subtitlesTapped), contexts: .page, label: translatable("next subtitles"),
      summary: translatable("next subtitles, or none")),
    Command(
      name: "save", group: .clip, keys: ["s"], effect: .send(.snapshotTapped(.full)),
      contexts: .page, label: translatable("save the frame"),
      summary: translatable("save the frame as PNG at full resolution"),
      line: translatable("save; as shown")),
    Command(
      name: "save-screen", group: .clip, keys: ["S"], effect: .send(.snapshotTapped(.shown)),
      contexts: .page, label: translatable("save as shown"),
      summary: translatable("save the frame as shown on screen"),
      line: translatable("save; as shown")),
    Command(
      name: "statistics", group: .screen, keys: ["i"], effect: .send(.statisticsTapped),
      label: translatable("statistics"), summary: translatable("show or hide statistics"),
      line: translatable("statistics; refresh")),
    refresh, help, close,
    Command(
      name: "redraw", group: .screen, keys: [.init(.character("l"), .control)], effect: .redraw,
      contexts: .everywhere, label: translatable("redraw"), line: translatable("redraw; suspend")),
    Command(
      name: "suspend", group: .screen, keys: [.init(.character("z"), .control)],
      effect: .suspend, contexts: .everywhere, label: translatable("suspend"),
      line: translatable("redraw; suspend")),
    quit,
  ]

  private static func seek(
    _ name: String, _ keys: [KeyEvent], by seconds: Int, inText: TextMove, _ summary: String
  ) -> Command {
    Command(
      name: name, group: .playing, keys: keys, effect: .clip(.seekTapped(by: Double(seconds))),
      contexts: .page, inText: inText,
      label: seconds < 0 ? translatable("back %s s") : translatable("forward %s s"),
      number: abs(seconds), summary: summary, line: translatable("seek %s s"))
  }
}
