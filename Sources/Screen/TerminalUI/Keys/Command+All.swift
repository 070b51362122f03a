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
  static let pause = clip(
    "pause", [" "], .playPauseTapped, inText: .screens(1), translatable("pause, play"),
    summary: translatable("pause or play; in an overlay, page down"))
  static let like = feed(
    "like", in: .clip, ["l"], .likeTapped, translatable("like"),
    summary: translatable("like or unlike"), line: translatable("like; details"))
  static let details = feed(
    "details", in: .clip, [.init(.enter)], .overlayTapped(.details), inOverview: .opened,
    translatable("details"),
    summary: translatable("show all metadata; Up and Down scroll, Enter or Esc closes"),
    line: translatable("like; details"))
  package static let overview = feed(
    "overview", ["v"], .overviewTapped, translatable("overview"),
    summary: translatable("overview: a sheet of thumbnails, and back"),
    line: translatable("overview; triage"))
  static let shelves = feed(
    "shelves", ["b"], .overview(.shelvesTapped), contexts: .overview,
    translatable("a row per folder"),
    summary: translatable("in the overview: a row for each folder, or one sheet"))
  package static let excerpts = feed(
    "excerpts", in: .clip, ["e"], .excerpts(.tapped), translatable("excerpts"),
    summary: translatable(
      "excerpts of a clip of more than 3 minutes: where something happens; Esc goes back"),
    line: translatable("excerpts; whole film"))
  package static let film = feed(
    "film", in: .clip, ["f"], .excerpts(.filmTapped), contexts: .page, translatable("whole film"),
    summary: translatable("play the film on from the excerpt; again, or Esc: back to it"),
    line: translatable("excerpts; whole film"))
  package static let triageMode = feed(
    "triage", ["t"], .triage(.toggled), translatable("triage"),
    summary: translatable("triage on or off: keep, reject and rate clips"),
    line: translatable("overview; triage"))
  static let keep = triage(
    "keep", ["p"], .judged(.keep, goesOn: true), translatable("keep"),
    summary: translatable("keep the clip, and go on to the next one"),
    line: translatable("keep; reject"))
  static let reject = triage(
    "reject", ["x"], .judged(.reject, goesOn: true), translatable("reject"),
    summary: translatable("reject it, and go on"), line: translatable("keep; reject"))
  static let firstTag = triage(
    "tag-1", ["6"], .tagged(0), translatable("tag %s"), number: 1,
    summary: translatable("one of your tags"), keyNames: "6…9")
  static let undo = triage(
    "undo", ["u", .init(.backspace)], .undoTapped, translatable("undo"),
    summary: translatable("undo the last decision, and return to its clip"))
  static let apply = feed(
    "apply", in: .triage, ["A"], .overlayTapped(.apply), translatable("apply"),
    summary: translatable("list what will become of the files: y does it, u takes it back"))
  static let refresh = feed(
    "refresh", in: .screen, ["r"], .refreshTapped, translatable("refresh"),
    summary: translatable("look for new clips; retry what failed"),
    line: translatable("statistics; refresh"))
  static let mute = app(
    "mute", in: .sound, ["m"], .muteTapped, translatable("mute"),
    line: translatable("mute; audio track"))
  package static let help = feed(
    "help", in: .screen, ["?", .init(.function(1)), "h"], .overlayTapped(.help),
    translatable("keys"), summary: translatable("show all keys"))
  static let close = app(
    "close", in: .screen, [.init(.escape)], .escapeTapped, contexts: [.page, .overview, .list],
    translatable("close"), summary: translatable("close the overlay"))
  package static let quit = app(
    "quit", in: .screen, ["q", .init(.character("c"), .control)], .quitTapped,
    contexts: .everywhere, translatable("quit"))

  /// All commands, in the order in which tables list them.
  static let all: [Command] = [
    [nextClip, previousClip, pause], seeks, jumps, places, verdicts, ratings, unrating, tags,
    review, others,
  ].flatMap(\.self)

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
    clip(
      "jump-\(digit)", [KeyEvent(.character(Character("\(digit)")))],
      .jumpTapped(toFraction: Double(digit) / 10), inText: .fraction(Double(digit) / 10),
      translatable("jump to %s %%"), number: digit * 10,
      summary: digit == 0 ? translatable("jump to 0 %…90 %") : nil, keyNames: "0…9")
  }

  private static let places: [Command] = [
    clip(
      "previous-chapter", ["<"], .chapterTapped(by: -1), translatable("previous chapter"),
      summary: translatable("the beginning of this chapter, or of the previous one"),
      line: translatable("chapters; events")),
    clip(
      "next-chapter", [">"], .chapterTapped(by: 1), translatable("next chapter"),
      line: translatable("chapters; events")),
    feed(
      "chapters", in: .playing, ["C"], .overlayTapped(.chapters), contexts: .page,
      translatable("chapters"), summary: translatable("list the chapters; Enter goes to one"),
      line: translatable("chapters; events")),
    clip(
      "previous-event", ["'"], .eventTapped(by: -1), translatable("previous event"),
      summary: translatable("the previous event: a place where something happens"),
      line: translatable("chapters; events")),
    clip(
      "next-event", [";"], .eventTapped(by: 1), translatable("next event"),
      summary: translatable("the next event"), line: translatable("chapters; events")),
    clip(
      "step-back", [","], .stepTapped(by: -1), inText: .rows(-1), translatable("frame back"),
      summary: translatable("pause and step one frame back; in an overlay, line up"),
      line: translatable("step a frame")),
    clip(
      "step-forward", ["."], .stepTapped(by: 1), inText: .rows(1), translatable("frame forward"),
      summary: translatable("pause and step one frame forward; in an overlay, line down"),
      line: translatable("step a frame")),
    feed(
      "first-clip", [.init(.home), "g"], .firstTapped, inOverview: .moved(.first),
      inText: .fraction(0), translatable("first clip"), line: translatable("first, last clip")),
    feed(
      "last-clip", [.init(.end), "G"], .lastTapped, inOverview: .moved(.last), inText: .fraction(1),
      translatable("last clip"), line: translatable("first, last clip")),
    feed(
      "next-section", [.init(.tab)], .sections(.tapped(by: 1)), translatable("next folder"),
      summary: translatable("the first clip of the next folder"),
      line: translatable("jump by folder")),
    feed(
      "previous-section", [.init(.tab, .shift)], .sections(.tapped(by: -1)),
      translatable("previous folder"),
      summary: translatable("the first clip of this folder, or of the previous one"),
      line: translatable("jump by folder")),
    feed(
      "find", ["/"], .overlayTapped(.filter), translatable("find"),
      summary: translatable(
        """
        find by words of the name or path, or conditions such as is:unseen; Enter keeps the filter; \
        Esc goes back, in the end to all clips
        """
      ), line: translatable("find; go to a number")),
    feed(
      "go-to", [":"], .overlayTapped(.number), translatable("go to a number"),
      summary: translatable("go to the clip with a number"),
      line: translatable("find; go to a number")),
    overview,
    shelves,
    feed(
      "mark-range", ["V"], .overview(.rangeTapped), contexts: .overview,
      translatable("mark up to here"), summary: translatable("in the overview: mark up to here")),
    feed(
      "mark-all", ["*"], .overview(.allTapped), contexts: .overview,
      translatable("mark all, or none"),
      summary: translatable("in the overview: mark all, or none")),
    like,
    excerpts,
    film,
    triageMode,
  ]

  private static let verdicts: [Command] = [
    keep,
    reject,
    triage(
      "keep-here", ["P"], .judged(.keep, goesOn: false), translatable("keep, and stay"),
      summary: translatable("keep it, and stay"), line: translatable("the same, and stay")),
    triage(
      "reject-here", ["X"], .judged(.reject, goesOn: false), translatable("reject, and stay"),
      summary: translatable("reject it, and stay"), line: translatable("the same, and stay")),
    triage(
      "unjudge", ["n"], .judged(nil, goesOn: false), translatable("no verdict"),
      summary: translatable("take the verdict back")),
  ]

  private static let ratings: [Command] = (1...Review.maxRating).map { rating in
    triage(
      "rate-\(rating)", [KeyEvent(.character(Character("\(rating)")))], .rated(rating),
      translatable("rate %s"), number: rating,
      summary: rating == 1 ? translatable("1 to 5 stars") : nil, keyNames: "1…5")
  }

  private static let unrating: [Command] = [
    triage(
      "unrate", ["0"], .rated(0), translatable("no rating"),
      summary: translatable("take the rating back")),
    firstTag,
  ]

  private static let tags: [Command] = (1..<Triage.tagCommandCount).map { index in
    let hasKey = index < Triage.tagKeyCount
    return triage(
      "tag-\(index + 1)", hasKey ? [KeyEvent(.character(Character("\(index + 6)")))] : [],
      .tagged(index), translatable("tag %s"), number: index + 1, keyNames: hasKey ? "6…9" : nil)
  }

  private static let review: [Command] = [
    feed(
      "edit-tags", in: .triage, ["T"], .overlayTapped(.tags), translatable("edit the tags"),
      summary: translatable("type tags, separated by commas; Tab completes")),
    triage(
      "mark-in", ["I"], .pointTapped(.in), contexts: .page, translatable("in point"),
      summary: translatable(
        "set the in point of the part that matters; where it is, remove it"),
      line: translatable("in, out point")),
    triage(
      "mark-out", ["O"], .pointTapped(.out), contexts: .page, translatable("out point"),
      summary: translatable("set its out point; between both, the clip repeats"),
      line: translatable("in, out point")),
    triage(
      "edit-caption", ["E"], .captionTapped, contexts: .page, translatable("edit the caption"),
      summary: translatable("edit the caption, clip.txt beside clip.mp4, with $EDITOR")),
    undo,
    triage(
      "redo", [.init(.character("r"), .control)], .redoTapped, translatable("redo"),
      summary: translatable("redo what was undone")),
    apply,
  ]

  private static let others: [Command] = [
    details,
    feed(
      "open", in: .clip, ["o"], .openTapped, translatable("open externally"),
      summary: translatable("open in the default program"),
      line: translatable("open; copy the path")),
    feed(
      "copy-path", in: .clip, ["y"], .copyTapped, translatable("copy the path"),
      summary: translatable("copy the path or address"), line: translatable("open; copy the path")),
    app(
      "softer", in: .sound, ["-"], .volumeTapped(by: -5), inOverview: .zoomed(by: -1),
      translatable("volume down"), line: translatable("volume")),
    app(
      "louder", in: .sound, ["+", "="], .volumeTapped(by: 5), inOverview: .zoomed(by: 1),
      translatable("volume up"), line: translatable("volume")),
    mute,
    app(
      "sound-earlier", in: .sound, ["{"], .soundDelayTapped(by: -25), contexts: .page,
      translatable("sound earlier"),
      summary: translatable("sound 25 ms earlier; remembered for the sound device"),
      line: translatable("sound delay")),
    app(
      "sound-later", in: .sound, ["}"], .soundDelayTapped(by: 25), contexts: .page,
      translatable("sound later"), summary: translatable("sound 25 ms later"),
      line: translatable("sound delay")),
    app(
      "slower", in: .playing, ["["], .speedTapped(by: -1), contexts: .page, translatable("slower"),
      summary: translatable("slower: 0.75, 0.5"), line: translatable("speed; loop mode")),
    app(
      "faster", in: .playing, ["]"], .speedTapped(by: 1), contexts: .page, translatable("faster"),
      summary: translatable("faster: 1.25, 1.5, 2"), line: translatable("speed; loop mode")),
    app(
      "fit", in: .screen, ["z"], .fitTapped, contexts: .page, translatable("fit or fill"),
      summary: translatable("fit (the whole frame) or fill (the whole screen)"),
      line: translatable("fit or fill; rotate")),
    feed(
      "rotate", in: .screen, ["R"], .rotateTapped, contexts: .page, translatable("rotate"),
      summary: translatable("rotate the clip by a quarter turn; remembered"),
      line: translatable("fit or fill; rotate")),
    feed(
      "loop", in: .playing, ["L"], .loopModeTapped, contexts: .page, translatable("loop mode"),
      summary: translatable(
        "at the end of a clip: repeat (one), play the next (feed) or stop (off)"),
      line: translatable("speed; loop mode")),
    clip(
      "audio-track", in: .sound, ["a"], .soundTrackTapped, translatable("next audio track"),
      line: translatable("mute; audio track")),
    Command(
      name: "subtitles", alias: "captions", group: .screen, keys: ["c"],
      effect: .clip(.subtitlesTapped), contexts: .page, label: translatable("next subtitles"),
      summary: translatable("next subtitles, or none")),
    app(
      "save", in: .clip, ["s"], .snapshotTapped(.full), contexts: .page,
      translatable("save the frame"),
      summary: translatable("save the frame as PNG at full resolution"),
      line: translatable("save; as shown")),
    app(
      "save-screen", in: .clip, ["S"], .snapshotTapped(.shown), contexts: .page,
      translatable("save as shown"), summary: translatable("save the frame as shown on screen"),
      line: translatable("save; as shown")),
    app(
      "statistics", in: .screen, ["i"], .statisticsTapped, translatable("statistics"),
      summary: translatable("show or hide statistics"), line: translatable("statistics; refresh")),
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
    clip(
      name, keys, .seekTapped(by: Double(seconds)), inText: inText,
      seconds < 0 ? translatable("back %s s") : translatable("forward %s s"), number: abs(seconds),
      summary: summary, line: translatable("seek %s s"))
  }
}

// Kinds of rows.
extension Command {
  /// For the clip on screen.
  private static func clip(
    _ name: String, in group: Group = .playing, _ keys: [KeyEvent], _ action: ClipItem.Action,
    inText: TextMove? = nil, _ label: String, number: Int? = nil, summary: String? = nil,
    line: String? = nil, keyNames: String? = nil
  ) -> Command {
    Command(
      name: name, group: group, keys: keys, effect: .clip(action), contexts: .page, inText: inText,
      label: label, number: number, summary: summary, line: line, keyNames: keyNames)
  }

  private static func app(
    _ name: String, in group: Group, _ keys: [KeyEvent], _ action: App.Action,
    contexts: Contexts = [.page, .overview], inOverview: Overview.Action? = nil,
    inText: TextMove? = nil, _ label: String, number: Int? = nil, summary: String? = nil,
    line: String? = nil, keyNames: String? = nil
  ) -> Command {
    Command(
      name: name, group: group, keys: keys, effect: .send(action), contexts: contexts,
      inOverview: inOverview, inText: inText, label: label, number: number, summary: summary,
      line: line, keyNames: keyNames)
  }

  private static func feed(
    _ name: String, in group: Group = .feed, _ keys: [KeyEvent], _ action: Feed.Action,
    contexts: Contexts = [.page, .overview], inOverview: Overview.Action? = nil,
    inText: TextMove? = nil, _ label: String, summary: String? = nil, line: String? = nil
  ) -> Command {
    app(
      name, in: group, keys, .feed(action), contexts: contexts, inOverview: inOverview,
      inText: inText, label, summary: summary, line: line)
  }

  private static func triage(
    _ name: String, _ keys: [KeyEvent], _ action: Triage.Action,
    contexts: Contexts = [.page, .overview], _ label: String, number: Int? = nil,
    summary: String? = nil, line: String? = nil, keyNames: String? = nil
  ) -> Command {
    app(
      name, in: .triage, keys, .feed(.triage(action)), contexts: contexts, label, number: number,
      summary: summary, line: line, keyNames: keyNames)
  }
}
