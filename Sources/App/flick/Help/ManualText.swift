/// The parts of the manual page that do not come from options.
enum ManualText {
  static let date = "November 23, 2026"

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

  static let end = """
    .Sh ENVIRONMENT
    .Bl -tag -width Ds
    .It Ev TERM , COLORTERM
    Terminal type, and
    .Ql truecolor
    for 24-bit colours that the terminal type does not declare.
    .It Ev NO_COLOR
    If not empty, only frames have colours.
    .It Ev PULSE_SERVER
    Sound server.
    Without it, sound is muted over SSH.
    .It Ev LC_ALL , LC_CTYPE , LANG
    Character encoding; UTF-8 if not set.
    .It Ev FZF_PREVIEW_COLUMNS , FZF_PREVIEW_LINES
    Size that
    .Ql flick still
    fills.
    .It Ev XDG_STATE_HOME , XDG_CONFIG_HOME
    Parents of the folders below.
    .El
    .Sh FILES
    .Bl -tag -width Ds
    .It Pa ~/.local/state/flick
    History, places, likes and the log
    .Pa flick.log .
    .It Pa ~/.config/flick/config.toml
    Settings.
    .El
    .Sh EXIT STATUS
    .Bl -tag -width Ds
    .It 0
    Quit with
    .Em q ,
    or the sub-command succeeded.
    .It 64
    Invalid command line.
    .It 65
    Not all of a list could be read or written.
    .It 66
    No such path, no clips found, or the clip cannot be read.
    .It 69
    No terminal, or one that cannot be used.
    .It 70
    A problem with the machine, or a bug.
    .It 73
    Cannot write a file.
    .It 74
    Some clips stay where they were.
    .It 129 , 130 , 143
    Ended by SIGHUP, SIGINT or SIGTERM.
    .El
    .Sh EXAMPLES
    Play paths from another program:
    .Pp
    .Dl find \\&. -name '*.mp4' -print0 | flick -0 -
    .Pp
    Continue where you left off:
    .Pp
    .Dl flick --resume ~/Videos
    .Pp
    Preview a clip:
    .Pp
    .Dl flick still clip.mp4 --at 50%
    .Pp
    Choose a clip by its frame:
    .Pp
    .Dl ls *.mp4 | fzf --preview 'flick still {}'
    .Sh SEE ALSO
    .Xr ffmpeg 1 ,
    .Xr mpv 1
    """
}
