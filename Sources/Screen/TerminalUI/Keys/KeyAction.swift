import Models
import Platform

/// The name of an intent in the configuration, and its label in the help.
package struct KeyAction: Hashable, Sendable {
  /// The groups of actions in the help.
  package enum Group: CaseIterable, Sendable {
    case feed
    case triage
    case playing
    case sound
    case clip
    case screen

    /// Its title.
    package var title: String {
      switch self {
      case .feed: localized("Feed")
      case .triage: localized("Triage")
      case .playing: localized("Playing")
      case .sound: localized("Sound")
      case .clip: localized("Clip")
      case .screen: localized("Screen")
      }
    }
  }

  /// The name in a configuration file and for `--key`: stable across versions.
  package let name: String
  package let group: Group
  /// What it does, short enough for the help.
  package let label: String

  fileprivate init(_ name: String, _ group: Group, _ label: String) {
    self.name = name
    self.group = group
    self.label = label
  }
}

extension Intent {
  /// The action of an intent.
  package var action: KeyAction {
    switch self {
    case .nextPage: KeyAction("next-clip", .feed, localized("next clip"))
    case .previousPage: KeyAction("previous-clip", .feed, localized("previous clip"))
    case .firstPage: KeyAction("first-clip", .feed, localized("first clip"))
    case .lastPage: KeyAction("last-clip", .feed, localized("last clip"))
    case .section(by: let steps):
      steps < 0
        ? KeyAction("previous-section", .feed, localized("previous folder"))
        : KeyAction("next-section", .feed, localized("next folder"))
    case .openFilter: KeyAction("find", .feed, localized("find"))
    case .goToNumber: KeyAction("go-to", .feed, localized("go to a number"))
    case .refresh: KeyAction("refresh", .screen, localized("refresh"))
    case .togglePause: KeyAction("pause", .playing, localized("pause, play"))
    case .seek(by: let seconds): Self.seekAction(seconds)
    case .jump(toFraction: let fraction): Self.jumpAction(Int((fraction * 10).rounded()))
    case .chapter(by: let steps):
      steps < 0
        ? KeyAction("previous-chapter", .playing, localized("previous chapter"))
        : KeyAction("next-chapter", .playing, localized("next chapter"))
    case .toggleChapters: KeyAction("chapters", .playing, localized("chapters"))
    case .event(by: let steps):
      steps < 0
        ? KeyAction("previous-event", .playing, localized("previous event"))
        : KeyAction("next-event", .playing, localized("next event"))
    case .step(by: let frames):
      frames < 0
        ? KeyAction("step-back", .playing, localized("frame back"))
        : KeyAction("step-forward", .playing, localized("frame forward"))
    case .changeSpeed(by: let steps):
      steps < 0
        ? KeyAction("slower", .playing, localized("slower"))
        : KeyAction("faster", .playing, localized("faster"))
    case .cycleLoopMode: KeyAction("loop", .playing, localized("loop mode"))
    case .changeVolume(by: let percent):
      percent < 0
        ? KeyAction("softer", .sound, localized("volume down"))
        : KeyAction("louder", .sound, localized("volume up"))
    case .toggleMute: KeyAction("mute", .sound, localized("mute"))
    case .shiftSound(by: let delay):
      delay < 0
        ? KeyAction("sound-earlier", .sound, localized("sound earlier"))
        : KeyAction("sound-later", .sound, localized("sound later"))
    case .cycleSoundTrack: KeyAction("audio-track", .sound, localized("next audio track"))
    case .cycleSubtitles: KeyAction("captions", .screen, localized("next subtitles"))
    case .toggleLike: KeyAction("like", .clip, localized("like"))
    case .toggleOverview: KeyAction("overview", .feed, localized("overview"))
    case .toggleExcerpts: KeyAction("excerpts", .clip, localized("excerpts"))
    case .toggleFilm: KeyAction("film", .clip, localized("whole film"))
    case .toggleTriage: KeyAction("triage", .feed, localized("triage"))
    case .judge(let verdict, let goesOn): Self.judgeAction(verdict, goesOn: goesOn)
    case .rate(0): KeyAction("unrate", .triage, localized("no rating"))
    case .rate(let rating): KeyAction("rate-\(rating)", .triage, localized("rate %s", rating))
    case .tag(let index):
      KeyAction("tag-\(index + 1)", .triage, localized("tag %s", index + 1))
    case .editTags: KeyAction("edit-tags", .triage, localized("edit the tags"))
    case .mark(.in): KeyAction("mark-in", .triage, localized("in point"))
    case .mark(.out): KeyAction("mark-out", .triage, localized("out point"))
    case .editCaption: KeyAction("edit-caption", .triage, localized("edit the caption"))
    case .undo: KeyAction("undo", .triage, localized("undo"))
    case .toggleApply: KeyAction("apply", .triage, localized("apply"))
    case .redo: KeyAction("redo", .triage, localized("redo"))
    case .toggleDetails: KeyAction("details", .clip, localized("details"))
    case .openOutside: KeyAction("open", .clip, localized("open externally"))
    case .copyLocation: KeyAction("copy-path", .clip, localized("copy the path"))
    case .toggleFit: KeyAction("fit", .screen, localized("fit or fill"))
    case .rotate: KeyAction("rotate", .screen, localized("rotate"))
    case .saveFrame: KeyAction("save", .clip, localized("save the frame"))
    case .saveShownFrame: KeyAction("save-screen", .clip, localized("save as shown"))
    case .toggleStatistics: KeyAction("statistics", .screen, localized("statistics"))
    case .toggleHelp: KeyAction("help", .screen, localized("keys"))
    case .close: KeyAction("close", .screen, localized("close"))
    case .redraw: KeyAction("redraw", .screen, localized("redraw"))
    case .suspend: KeyAction("suspend", .screen, localized("suspend"))
    case .quit: KeyAction("quit", .screen, localized("quit"))
    }
  }

  /// The intent that the help shows in the same line, after its own.
  var partner: Intent? {
    switch self {
    case .seek(by: let seconds) where seconds < 0: .seek(by: -seconds)
    case .chapter(by: -1): .chapter(by: 1)
    case .chapter(by: 1): .toggleChapters
    case .toggleChapters: .event(by: -1)
    case .event(by: -1): .event(by: 1)
    case .toggleLike: .toggleDetails
    case .openOutside: .copyLocation
    case .step(by: -1): .step(by: 1)
    case .changeVolume(by: let percent) where percent < 0: .changeVolume(by: -percent)
    case .changeSpeed(by: -1): .changeSpeed(by: 1)
    case .changeSpeed(by: 1): .cycleLoopMode
    case .shiftSound(by: let delay) where delay < 0: .shiftSound(by: -delay)
    case .firstPage: .lastPage
    case .section(by: 1): .section(by: -1)
    case .judge(.keep, let goesOn): .judge(.reject, goesOn: goesOn)
    case .mark(.in): .mark(.out)
    case .toggleOverview: .toggleTriage
    case .toggleExcerpts: .toggleFilm
    case .toggleMute: .cycleSoundTrack
    case .toggleStatistics: .refresh
    case .openFilter: .goToNumber
    case .toggleFit: .rotate
    case .saveFrame: .saveShownFrame
    case .redraw: .suspend
    default: nil
    }
  }

  /// The label of an intent and its partner together.
  var pairLabel: String {
    switch self {
    case .seek(by: let seconds): localized("seek %s s", Int(abs(seconds)))
    case .chapter: localized("chapters; events")
    case .event: localized("events")
    case .toggleLike: localized("like; details")
    case .openOutside: localized("open; copy the path")
    case .step: localized("step a frame")
    case .changeVolume: localized("volume")
    case .changeSpeed: localized("speed; loop mode")
    case .shiftSound: localized("sound delay")
    case .firstPage: localized("first, last clip")
    case .section: localized("jump by folder")
    case .judge(_, goesOn: true): localized("keep; reject")
    case .judge: localized("the same, and stay")
    case .mark: localized("in, out point")
    case .toggleOverview: localized("overview; triage")
    case .toggleExcerpts: localized("excerpts; whole film")
    case .toggleMute: localized("mute; audio track")
    case .toggleStatistics: localized("statistics; refresh")
    case .openFilter: localized("find; go to a number")
    case .toggleFit: localized("fit or fill; rotate")
    case .saveFrame: localized("save; as shown")
    case .redraw: localized("redraw; suspend")
    default: action.label
    }
  }

  private static func judgeAction(_ verdict: Review.Verdict?, goesOn: Bool) -> KeyAction {
    switch verdict {
    case .keep:
      goesOn
        ? KeyAction("keep", .triage, localized("keep"))
        : KeyAction("keep-here", .triage, localized("keep, and stay"))
    case .reject:
      goesOn
        ? KeyAction("reject", .triage, localized("reject"))
        : KeyAction("reject-here", .triage, localized("reject, and stay"))
    case nil: KeyAction("unjudge", .triage, localized("no verdict"))
    }
  }

  private static func seekAction(_ seconds: Double) -> KeyAction {
    let distance = Int(abs(seconds))
    // Longer seeks have their own names.
    let verb = abs(seconds) < 30 ? "seek" : "skip"
    return seconds < 0
      ? KeyAction("\(verb)-back", .playing, localized("back %s s", distance))
      : KeyAction("\(verb)-forward", .playing, localized("forward %s s", distance))
  }

  private static func jumpAction(_ tenth: Int) -> KeyAction {
    KeyAction("jump-\(tenth)", .playing, localized("jump to %s %%", tenth * 10))
  }
}
