/// What an intent is called where keys are chosen, and how a help tells of it.
package struct KeyAction: Hashable, Sendable {
  /// What actions are sorted by in a help.
  package enum Group: String, CaseIterable, Sendable {
    case feed = "Feed"
    case playing = "Playing"
    case sound = "Sound"
    case clip = "Clip"
    case screen = "Screen"
  }

  /// The name in a configuration file and behind `--key`: it stays from version to version.
  package let name: String
  package let group: Group
  /// What it does, in as few words as a help has room for.
  package let label: String

  fileprivate init(_ name: String, _ group: Group, _ label: String) {
    self.name = name
    self.group = group
    self.label = label
  }
}

extension Intent {
  /// The name of what is asked for.
  package var action: KeyAction {
    switch self {
    case .nextPage: KeyAction("next-clip", .feed, "next clip")
    case .previousPage: KeyAction("previous-clip", .feed, "previous clip")
    case .firstPage: KeyAction("first-clip", .feed, "first clip")
    case .lastPage: KeyAction("last-clip", .feed, "last clip")
    case .openFilter: KeyAction("find", .feed, "find")
    case .refresh: KeyAction("refresh", .feed, "refresh")
    case .togglePause: KeyAction("pause", .playing, "pause, play")
    case .seek(by: let seconds): Self.seekAction(seconds)
    case .jump(toFraction: let fraction): Self.jumpAction(Int((fraction * 10).rounded()))
    case .step(by: let pictures):
      pictures < 0
        ? KeyAction("step-back", .playing, "one picture back")
        : KeyAction("step-forward", .playing, "one picture on")
    case .changeSpeed(by: let steps):
      steps < 0 ? KeyAction("slower", .playing, "slower") : KeyAction("faster", .playing, "faster")
    case .cycleLoopMode: KeyAction("loop", .playing, "loop mode")
    case .changeVolume(by: let percent):
      percent < 0 ? KeyAction("softer", .sound, "softer") : KeyAction("louder", .sound, "louder")
    case .toggleMute: KeyAction("mute", .sound, "mute")
    case .cycleSoundTrack: KeyAction("audio-track", .sound, "next audio track")
    case .cycleCaptions: KeyAction("captions", .screen, "next captions")
    case .toggleLike: KeyAction("like", .clip, "like")
    case .toggleDetails: KeyAction("details", .clip, "details")
    case .openOutside: KeyAction("open", .clip, "open elsewhere")
    case .copyLocation: KeyAction("copy-path", .clip, "copy the path")
    case .toggleFit: KeyAction("fit", .screen, "fit or fill")
    case .savePicture: KeyAction("save", .clip, "save the picture")
    case .saveShownPicture: KeyAction("save-screen", .clip, "save as shown")
    case .toggleStatistics: KeyAction("statistics", .screen, "statistics")
    case .toggleHelp: KeyAction("help", .screen, "keys")
    case .close: KeyAction("close", .screen, "close")
    case .redraw: KeyAction("redraw", .screen, "redraw")
    case .suspend: KeyAction("suspend", .screen, "suspend")
    case .quit: KeyAction("quit", .screen, "quit")
    }
  }

  /// The intent that a help tells of in the same line, where there is room for both keys.
  var partner: Intent? {
    switch self {
    case .seek(by: let seconds) where seconds < 0: .seek(by: -seconds)
    case .step(by: -1): .step(by: 1)
    case .changeVolume(by: let percent) where percent < 0: .changeVolume(by: -percent)
    case .changeSpeed(by: -1): .changeSpeed(by: 1)
    default: nil
    }
  }

  /// What the keys of an intent and its partner do together.
  var pairLabel: String {
    switch self {
    case .seek(by: let seconds): "seek \(Int(abs(seconds))) s"
    case .step: "step one picture"
    case .changeVolume: "volume"
    case .changeSpeed: "speed"
    default: action.label
    }
  }

  private static func seekAction(_ seconds: Double) -> KeyAction {
    let distance = "\(Int(abs(seconds))) s"
    // Longer seeks have names of their own.
    let verb = abs(seconds) < 30 ? "seek" : "skip"
    return seconds < 0
      ? KeyAction("\(verb)-back", .playing, "back \(distance)")
      : KeyAction("\(verb)-forward", .playing, "on \(distance)")
  }

  private static func jumpAction(_ tenth: Int) -> KeyAction {
    KeyAction("jump-\(tenth)", .playing, "jump to \(tenth * 10) %")
  }
}
