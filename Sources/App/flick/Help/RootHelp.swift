import ArgumentParser
import Platform

/// The program's help: all options and sub-commands on one screen of 80 x 24.
enum RootHelp {
  static let text = localized(
    """
    Usage: flick [options] [path | url | playlist | -]...  (default: this folder)
           flick %s ...

    Swipe through video in a terminal. Down: next clip, Up: the one before,
    Space: pause, ?: all keys, q: quit. A single file opens its folder's feed.

    Feed     --start N|NAME, --resume      begin at a clip; where you were last
             --only, --liked               not a file's whole folder; what you like
             --sort ORDER, --reverse       name date size duration shuffle[:SEED]
             --match TEXT, --hidden        by name or path; hidden files, too
             --files-from FILE, -, -0, --null    paths from files; ended by zeros
    Playing  --loop one|feed|off           at the end: again, next clip, stop
             --mute, --volume N            sound at the start, 0 to 100
             --audio-device NAME, --preload-memory 256M, --encoding NAME
    Screen   --color auto|24bit|256|16|8|mono    --output auto|cells|kitty|sixel
             --glyphs auto|half|quadrant|sextant|space|ascii
             --quality auto|low|medium|high|exact
             --max-rate 2M, --fps N        the most bytes, pictures a second
    Other    --config FILE, --key quit=x   all of this in a file: see flick config
             --save-to DIR, --record FILE, --stats-json FILE
             --no-history, --no-animation, --log-level LEVEL, --version, --help
    Commands still: one picture; feed: a folder as web feed; config: what is in
             force; doctor: what works here; help options | keys | manual | ...
    """, Subcommands.words.joined(separator: " | "))

  /// What is said where the parser would give a help of two screens, or a version without its
  /// libraries.
  static func answer(insteadOf message: String) -> String? {
    switch message {
    case FlickCommand.helpMessage(): text
    case Version.current: LibraryVersions.text
    default: nil
    }
  }
}
