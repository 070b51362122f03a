import Platform

extension Setting {
  /// Every setting, in the order of the help. A test compares them with the command line.
  package static let all: [Setting] = feed + playing + screen + general

  /// The setting with a name.
  package static func named(_ name: String) -> Setting? { byName[name] }

  private static let byName = Dictionary(
    all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

  private static let feed = [
    Setting(
      "files-from", .texts, .feed,
      translatable("Read paths from a file, one per line; - is standard input.")),
    Setting(
      "null", .flag, .feed,
      translatable("Paths in lists are separated by NUL bytes instead of newlines.")),
    Setting(
      "liked", .flag, .feed,
      translatable("Play the clips you like, newest first; with paths, those among their clips.")),
    Setting(
      "show", .choice(["all", "liked", "begun", "unreviewed"]), .feed,
      translatable(
        """
        Clips you like, or did not finish, latest first, or with paths, those among their clips; \
        or clips without a verdict. Default: all; with --triage, unreviewed.
        """)),
    Setting(
      "tag", .texts, .feed,
      translatable(
        "A tag for the keys 6 to 9 in triage; 16 more for keys of your own (tag-5 to tag-20).")),
    Setting(
      "advance", .choice(["verdicts", "ratings", "tags"]), .feed,
      translatable(
        "What goes on to the next clip in triage: verdicts, ratings too, or tags as well."),
      standard: "verdicts"),
    Setting(
      "mark-lead", .time(most: 60), .feed,
      translatable("How far before the key I the in point is, while the clip plays."),
      standard: "0s"),
    Setting("triage", .flag, .feed, translatable("Keep, reject and rate clips.")),
    Setting(
      "view", .choice(["page", "overview", "shelves"]), .feed,
      translatable(
        "Begin with a clip (page), a sheet of thumbnails (overview) or folders in rows (shelves)."),
      standard: "page"),
    Setting(
      "group", .choice(["folder", "day", "none"]), .feed,
      translatable("What the sections are: folders and playlists, or days, in order of date."),
      standard: "folder"),
    Setting(
      "thumbnail-cache", .size(least: 0), .feed,
      translatable("How much the thumbnails kept on disk may take; 0 keeps none."),
      standard: "200M"),
    Setting(
      "only", .flag, .feed,
      translatable("Play only the named file, not the rest of its folder.")),
    Setting(
      "start", .start, .feed,
      translatable("Start at a clip, given by number, name or part of a name.")),
    Setting("resume", .flag, .feed, translatable("Start where you left the feed.")),
    Setting("sort", .order, .feed, translatable("How to sort the feed."), standard: "name"),
    Setting("reverse", .flag, .feed, translatable("Reverse the order.")),
    Setting("hidden", .flag, .feed, translatable("Include hidden files and folders.")),
    Setting(
      "match", .text, .feed,
      translatable(
        "Only clips that match: words of the path, or conditions such as is:unseen or dur:<30s."),
      standard: ""),
    Setting(
      "ssh", .text, .feed,
      translatable("The command that connects to other machines, for HOST:PATH."),
      standard: "ssh"),
  ]

  private static let playing = [
    Setting(
      "loop", .choice(["one", "feed", "off"]), .playing,
      translatable("At the end of a clip: repeat (one), play the next (feed) or stop (off)."),
      standard: "one"),
    Setting(
      "excerpts", .integer(0...100), .playing,
      translatable(
        "Show clips of more than 3 minutes by up to so many excerpts; 0 plays them whole."),
      standard: "0"),
    Setting(
      "excerpt-length", .time(most: 60), .playing, translatable("How long an excerpt is."),
      standard: "6s"),
    Setting(
      "excerpt-skip", .integer(0...45), .playing,
      translatable("How much of each end of a clip has no excerpts, in percent."),
      standard: "2"),
    Setting("mute", .flag, .playing, translatable("Start muted.")),
    Setting(
      "preview-sound", .flag, .playing,
      translatable("In the overview, play the sound of the clip under the cursor.")),
    Setting(
      "volume", .integer(0...100), .playing, translatable("Initial volume, in percent."),
      standard: "100"),
    Setting(
      "audio-device", .text, .playing, translatable("ALSA device for sound."),
      standard: "default"),
    Setting(
      "preload-memory", .size(least: 0), .playing,
      translatable("Memory for preloaded clips. Default: 256M, less on a small machine.")),
    Setting(
      "encoding", .encoding, .playing,
      translatable(
        "Encoding of subtitles, feeds and playlists that name none. Default: detected.")),
  ]

  private static let screen = [
    Setting(
      "color", .choice(["auto", "always", "never", "24bit", "256", "16", "8", "mono"]), .screen,
      translatable(
        "Number of colours; always: some, whatever the terminal claims; never: none (mono)."),
      standard: "auto"),
    Setting(
      "output", .choice(["auto", "cells", "kitty", "sixel"]), .screen,
      translatable("How frames are drawn."),
      standard: "auto"),
    Setting(
      "glyphs",
      .choice(["auto", "ascii", "space", "half", "quadrant", "sextant", "octant"]), .screen,
      translatable("Characters that frames are drawn with."), standard: "auto"),
    Setting(
      "quality", .choice(["auto", "low", "medium", "high", "exact"]), .screen,
      translatable("Detail of moving frames."), standard: "auto"),
    Setting(
      "max-rate", .size(least: 1000), .screen,
      translatable("Limit in bytes per second. Default: adapts to the link.")),
    Setting(
      "fps", .number(1...240), .screen,
      translatable("Limit in frames per second. Default: the clip's own rate.")),
    Setting(
      "seek-bar", .choice(["auto", "always"]), .screen,
      translatable("Show the seek bar after input and while a clip is paused (auto), or always."),
      standard: "auto"),
    Setting(
      "animation", .flag, .screen, translatable("Animate swipes."), standard: "true"),
    Setting(
      "title", .flag, .screen, translatable("Set the title of the window to that of the clip."),
      standard: "true"),
  ]

  private static let general = [
    Setting(
      "save-to", .path, .general,
      translatable("Folder for saved frames. Default: the current folder.")),
    Setting(
      "stats-json", .path, .general,
      translatable("Write statistics to a file or pipe, one line of JSON per second.")),
    Setting(
      "history", .flag, .general,
      translatable("Record history and the place in the feed."),
      standard: "true"),
    Setting(
      "store", .path, .general,
      translatable("Keep history and likes in the folder of the clips (here), or in a file.")),
    Setting(
      "log-level", .choice(["debug", "info", "notice", "error"]), .general,
      translatable("Log level."), standard: "notice"),
  ]
}
