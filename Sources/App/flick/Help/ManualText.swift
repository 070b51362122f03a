/// The parts of the manual page that no option tells.
enum ManualText {
  static let date = "November 21, 2026"

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
    brings the next clip,
    .Em Up
    the one before,
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

  static let end = """
    .Sh ENVIRONMENT
    .Bl -tag -width Ds
    .It Ev TERM , COLORTERM
    The kind of terminal, and
    .Ql truecolor
    for 24-bit colours where it does not tell by itself.
    .It Ev NO_COLOR
    If not empty, texts and signs have no colours; pictures do.
    .It Ev PULSE_SERVER
    The sound server to play on.
    Over SSH sound starts muted without it.
    .It Ev LC_ALL , LC_CTYPE , LANG
    The encoding of characters; UTF-8 where they do not tell.
    .It Ev FZF_PREVIEW_COLUMNS , FZF_PREVIEW_LINES
    The room that
    .Ql flick still
    fills.
    .It Ev XDG_STATE_HOME , XDG_CONFIG_HOME
    Where the folders below are.
    .El
    .Sh FILES
    .Bl -tag -width Ds
    .It Pa ~/.local/state/flick
    What was seen, places, likes, and the log
    .Pa flick.log .
    .It Pa ~/.config/flick/config.toml
    Settings.
    .El
    .Sh EXIT STATUS
    .Bl -tag -width Ds
    .It 0
    After
    .Em q ,
    or when a sub-command has done its work.
    .It 64
    The command line makes no sense.
    .It 66
    None of the paths exists, no clip is found, or the clip cannot be read.
    .It 69
    There is no terminal, or none that can show anything.
    .It 70
    Something went wrong that should not.
    .It 73
    A file cannot be written.
    .It 129 , 130 , 143
    Ended by SIGHUP, SIGINT or SIGTERM.
    .El
    .Sh EXAMPLES
    Play what another program finds:
    .Pp
    .Dl find \\&. -name '*.mp4' -print0 | flick -0 -
    .Pp
    Go on where you were:
    .Pp
    .Dl flick --resume ~/Videos
    .Pp
    Look at a clip without playing it:
    .Pp
    .Dl flick still clip.mp4 --at 50%
    .Pp
    Choose a clip by its picture:
    .Pp
    .Dl ls *.mp4 | fzf --preview 'flick still {}'
    .Sh SEE ALSO
    .Xr ffmpeg 1 ,
    .Xr mpv 1
    """
}
