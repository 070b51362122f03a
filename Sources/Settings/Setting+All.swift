import Platform

extension Setting {
  /// Every option that has a value of its own, in the order of the help. A test compares them with
  /// the command line.
  package static let all: [Setting] = feed + playing + screen + general

  /// The option of a name.
  package static func named(_ name: String) -> Setting? { byName[name] }

  private static let byName = Dictionary(
    all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

  private static let feed = [
    Setting(
      "files-from", .texts, .feed,
      translatable("Files that list paths, a line each, if no paths are given.")),
    Setting(
      "null", .flag, .feed, translatable("Lists of paths are separated by zero bytes, not lines.")),
    Setting("liked", .flag, .feed, translatable("The clips you like, if no paths are given.")),
    Setting(
      "only", .flag, .feed,
      translatable("Play just the files named, not the folder round a single one.")),
    Setting(
      "start", .start, .feed,
      translatable("Begin with a clip: its number, or its name or a part of it.")),
    Setting("resume", .flag, .feed, translatable("Begin where you were last in the feed.")),
    Setting("sort", .order, .feed, translatable("What folders are sorted by."), standard: "name"),
    Setting("reverse", .flag, .feed, translatable("From the last clip to the first.")),
    Setting("hidden", .flag, .feed, translatable("Take hidden files and folders into the feed.")),
    Setting(
      "match", .text, .feed,
      translatable("Only clips that have all these words in name or path; sb finds ski-beach."),
      standard: ""),
  ]

  private static let playing = [
    Setting(
      "loop", .choice(["one", "feed", "off"]), .playing,
      translatable("At the end of a clip: again (one), next clip (feed) or stop (off)."),
      standard: "one"),
    Setting("mute", .flag, .playing, translatable("Start without sound.")),
    Setting(
      "volume", .integer(0...100), .playing, translatable("How loud to start, in percent."),
      standard: "100"),
    Setting(
      "audio-device", .text, .playing, translatable("The ALSA device to play on."),
      standard: "default"),
    Setting(
      "preload-memory", .size(least: 0), .playing,
      translatable("Memory for clips kept ready. Otherwise 256M, less on a small machine.")),
    Setting(
      "encoding", .encoding, .playing,
      translatable(
        "The encoding of captions, feeds and lists that do not name it. Otherwise guessed.")),
  ]

  private static let screen = [
    Setting(
      "color", .choice(["auto", "24bit", "256", "16", "8", "mono"]), .screen,
      translatable("How many colours the picture has."), standard: "auto"),
    Setting(
      "output", .choice(["auto", "cells", "kitty", "sixel"]), .screen,
      translatable("How pictures are shown."),
      standard: "auto"),
    Setting(
      "glyphs", .choice(["auto", "half", "quadrant", "sextant", "space", "ascii"]), .screen,
      translatable("What pictures in cells are made of."), standard: "auto"),
    Setting(
      "quality", .choice(["auto", "low", "medium", "high", "exact"]), .screen,
      translatable("How exact moving pictures are."), standard: "auto"),
    Setting(
      "max-rate", .size(least: 1000), .screen,
      translatable("The most bytes a second. Otherwise what the link takes.")),
    Setting(
      "fps", .number(1...240), .screen,
      translatable("The most pictures a second. Otherwise as many as the clip has.")),
    Setting(
      "animation", .flag, .screen, translatable("Slide from clip to clip."), standard: "true"),
  ]

  private static let general = [
    Setting(
      "save-to", .path, .general,
      translatable("Where pictures are saved. Otherwise the current folder.")),
    Setting(
      "stats-json", .path, .general,
      translatable("A file or pipe for statistics, a line of JSON a second.")),
    Setting(
      "history", .flag, .general,
      translatable("Write down what is seen and the place in the feed."),
      standard: "true"),
    Setting(
      "log-level", .choice(["debug", "info", "notice", "error"]), .general,
      translatable("What goes into the log."), standard: "notice"),
  ]
}
