import FeedCore
import Settings

/// The parts of the manual page that do not come from options and keys, in plain text.
enum ManualText {
  typealias Rows = [(keys: String, summary: String)]

  /// In mdoc.
  static let description = """
    .Nm
    plays the clips of folders, files, playlists and feeds in any terminal with
    colours, one filling the screen.
    A folder is a feed of its clips; a single file opens its folder's feed at that
    file.
    Without a path it is the current folder, and
    .Ql -
    reads paths from standard input.
    .Pp
    .Em Down
    plays the next clip,
    .Em Up
    the previous one,
    .Em Space
    pauses,
    .Em Left
    and
    .Em Right
    seek,
    .Em q
    quits, and
    .Em \\&?
    shows all keys.
    """

  static let filters = """
    The key / and the option --match take words and conditions, separated by blanks. A clip has to
    match all of them; there are no other operators. Quotes are ordinary characters, but a shell
    needs them around the whole.

    A word is found anywhere in the name, title or path, or is put together from the beginnings of
    words that follow each other: sb16 finds ski-beach_1680.mp4. Case is ignored. A letter without a
    mark also finds those with one.

    Durations, sizes, dates and ratings may have <, <=, > or >= before them, or be a range such as
    10s..2m, with both ends. A condition selects clips:
    """

  static let conditions: Rows = [
    ("rated:>3", "with a rating, 0 to 5"),
    ("tag:night", "with a tag; for a blank in it, write a dash"),
    ("dur:<30s, dur:>1:30, dur:10s..2m", "of a duration: seconds, or with s, m or h"),
    ("size:>100M", "of a size: bytes, or with K, M, G or T"),
    (
      "date:2026-05, date:>2026, date:2026-05-01..2026-05-09",
      "recorded or published on a day, in a month or year; if that is unknown, last changed then"
    ),
    ("codec:hevc", "whose video codec begins with that"),
    ("title:bee", "with this word in the title, or the name of the author, if they have one"),
    ("portrait", "higher than wide"),
    ("landscape", "wider than high"),
  ]

  static let configuration = """
    Options can also be set in a file in TOML, ~/.config/flick/config.toml: one a line, by its name
    without dashes. Flags are true or false, text is in quotes, lists are in brackets. Keys are in a
    table at the end:
    """

  static let sample = """
    volume = 60
    sort = "date"
    match = "is:unseen date:>2026"
    history = false

    [keys]
    next-clip = ["Down", "w"]
    quit = "Q"
    """

  static let options = """
    Environment variables come before the file, and the command line before both. `flick config`
    prints what is in effect and where it is set; `flick config --default` prints a file to start
    from, which explains each option. A mistake in the file ends Flick with status 78; unknown names
    are only reported.

    The options are \(Setting.all.map(\.name).joined(separator: ", ")).
    """

  static let keys = """
    In [keys], an action gets a key or a list of keys in place of its own; [] takes them away. Keys
    that other actions have by default go over to it. `--key quit=Q` does this for one run, and can
    be repeated. Ctrl-C always quits.

    A key is the character it types, or Space, Up, Down, Left, Right, Home, End, PgUp, PgDn, Insert,
    Delete, Enter, Tab, Backspace, Esc or F1 to F20, with Ctrl-, Alt- or Shift- before it:
    Shift-Left, Ctrl-L, Alt-x. g and G are two keys; the case of names is ignored. While triage is
    on, its keys (keep to redo) come first. The actions tag-5 to tag-20 have no keys by default.
    These have:
    """

  static let environment: Rows = [
    (
      "FLICK_NAME",
      """
      The option NAME of the configuration file, in capitals and with _ for -:
      FLICK_SEEK_BAR=always. Flags are 1 or 0; empty values are ignored. Lists have no variable:
      \(Setting.all.filter { $0.variable == nil }.map(\.name).joined(separator: ", ")).
      """
    ),
    (SettingLayer.fileVariable, "The configuration file, as --config; /dev/null for none."),
    (
      "XDG_CONFIG_HOME, XDG_STATE_HOME, XDG_CACHE_HOME, XDG_DATA_HOME",
      """
      Where the files below are, in place of ~/.config, ~/.local/state, ~/.cache and
      ~/.local/share; ~ is HOME.
      """
    ),
    ("TERM, COLORTERM", "Terminal type; truecolor or 24bit for colours that it does not declare."),
    (
      "TERM_PROGRAM, TMUX, STY, SSH_CONNECTION, SSH_TTY, SSH_CLIENT",
      "Which terminal it is, and whether tmux, GNU Screen or SSH is in between."
    ),
    ("NO_COLOR", "If not empty, only frames have colours; --color never takes theirs, too."),
    (
      "LC_ALL, LC_CTYPE, LC_MESSAGES, LC_NUMERIC, LC_TIME, LANG, LANGUAGE",
      "Character encoding (UTF-8 if not set), language, numbers and dates."
    ),
    ("TZ", "Time zone of dates."),
    ("PULSE_SERVER", "Sound server. Without it, sound is muted over SSH."),
    ("VISUAL, EDITOR", "Editor for captions: the first that is set, or else that of the system."),
    ("DISPLAY, WAYLAND_DISPLAY", "Desktop that opens clips (o)."),
    (
      "http_proxy, https_proxy, all_proxy, no_proxy",
      "Proxies, and hosts that need none. All but http_proxy may be in capitals."
    ),
    ("FZF_PREVIEW_COLUMNS, FZF_PREVIEW_LINES", "Size that `flick still` fills."),
    ("SHELL", "Noted in recordings (--record), as TERM is."),
  ]

  static let files: Rows = [
    (
      "~/.config/flick/config.toml",
      "The configuration file; `flick config --path` prints which one is used."
    ),
    (
      "~/.local/state/flick/flick.db",
      """
      History, the place in each feed, positions, likes and verdicts, in an SQLite database; `flick
      history` and `flick verdicts` list them. With --store FILE, it is that file. --no-history
      leaves out history and places.
      """
    ),
    (".flick.db", "The same in the folder of the clips, with --store here."),
    ("~/.local/state/flick/flick.log", "Log; see --log-level."),
    ("~/.cache/flick/thumbnails", "Thumbnails; see --thumbnail-cache and `flick cache`."),
    ("~/.local/share/Trash", "Trash for `flick apply`; other disks have their own."),
    (
      "clip.srt, clip.info.json, clip.txt",
      """
      Beside clip.mp4: its subtitles (or .vtt, .ass), title and chapters (or .nfo, .chapters.txt), and
      caption.
      """
    ),
  ]

  static let signals = """
    SIGHUP, SIGINT, SIGQUIT, SIGTERM, and others that would end it, end Flick as q does: the
    terminal is restored, and what is pending is saved. SIGTSTP restores the terminal and stops,
    SIGCONT goes on.
    """

  static let examples: [(purpose: String, commands: String)] = [
    ("Play paths from another program", "find . -name '*.mp4' -print0 | flick -0 -"),
    ("Continue where you left off", "flick --resume ~/Videos"),
    ("Play short clips of one month", "flick --match 'date:2026-05 dur:<30s' ~/Videos"),
    ("Preview a clip", "flick still clip.mp4 --at 50%"),
    ("Choose a clip by its frame", "ls *.mp4 | fzf --preview 'flick still {}'"),
    (
      "Start a configuration file",
      """
      mkdir -p ~/.config/flick
      flick config --default > ~/.config/flick/config.toml
      """
    ),
  ]
}

extension Condition.Use {
  /// Which clips it is for.
  var summary: String {
    switch self {
    case .liked: "you like"
    case .seen: "you have seen"
    case .unseen: "you have not seen"
    case .begun: "you left before the end"
    case .kept: "you kept"
    case .rejected: "you rejected"
    case .unreviewed: "that have no verdict"
    }
  }
}
