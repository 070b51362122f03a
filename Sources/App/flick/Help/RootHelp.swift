import ArgumentParser
import Platform

/// The program's help: all options and sub-commands on one screen of 80 x 24.
enum RootHelp {
  static let text = localized(
    """
    Usage: flick [options] [path | url | HOST:PATH | -]...  (default: this folder)
        flick %s

    Swipe through video in a terminal. Down: next clip, Up: previous clip,
    Space: pause, ?: all keys, q: quit. A single file opens its folder's feed.

    Feed     --start N|NAME, --resume      start at a clip; where you left off
             --only, --liked, --show begun  that file; what you like; unfinished
             --sort name|date|modified|size|duration|rediscover|shuffle[:SEED]
             --match TEXT, --hidden, --reverse, --group day  words like is:seen
             --files-from FILE, -, -0, --null, --ssh COMMAND    paths from a file
             --triage, --tag NAME, --mark-lead 2s, --advance tags, --view overview
    Playing  --loop one|feed|off, --mute, --volume N, --preview-sound, --fps N
             --excerpts 8, --excerpt-length 6s, --excerpt-skip 2    long clips
             --audio-device NAME, --encoding NAME, --preload-memory 256M
    Screen   --color auto|always|never|24bit|256|16|8|mono, --seek-bar always
             --glyphs auto|half|quadrant|sextant|octant|space|ascii, --no-title
             --quality auto|low|medium|high|exact, --output auto|cells|kitty|sixel
    Other    --config FILE, --key quit=x, --thumbnail-cache 200M, --max-rate 2M
             --save-to DIR, --record FILE, --stats-json FILE, --store here|FILE
             --no-history, --no-animation, --log-level LEVEL, -V, --version, --help
    Commands still: one frame; feed: a folder as a web feed; config: settings in
             effect; doctor: check this setup; help options | keys | manual | ...
    """, Subcommands.words.joined(separator: "|"))

  /// Replaces the parser's help, which would take two screens.
  static func answer(insteadOf message: String) -> String? {
    message == FlickCommand.helpMessage() ? text : nil
  }
}
