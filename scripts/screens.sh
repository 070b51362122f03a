#!/bin/sh
# Runs Flick in real terminals, on virtual X displays, and takes screenshots to look at: playing,
# paused, under the help, swiped, resized, suspended and resumed, and the shell afterwards. Screens
# that should be identical, such as a paused frame after the help was closed, are compared;
# report.txt lists how many pixels differ.
#
# Usage: screens.sh PROGRAM CLIPS OUT [CASE...]
#
# CLIPS is a folder whose second clip has subtitles. Without cases, all of them run.
set -u

program=$(realpath "$1")
clips=$(realpath "$2")
mkdir -p "$3" || exit
out=$(realpath "$3")
shift 3

# name, terminal, columns and rows, steps, environment variables (separated by commas), options of
# Flick
cases='
xterm           xterm      110x34  all   -            -
kitty           kitty      110x34  all   -            -
alacritty       alacritty  110x34  all   -            -
foot            foot       110x34  all   -            -
tmux            tmux       110x34  all   -            -
ssh             ssh        110x34  all   -            -
tmux-screen     tmux       110x34  some  TERM=screen  -
screen          screen     110x34  all   -            -
screen-256      screen     110x34  some  TERM=screen-256color  -
xterm-big       xterm-fine 300x90  some  -            -
xterm-tiny      xterm      22x6    some  -            -
xterm-256       xterm      110x34  some  -            --color=256
xterm-16        xterm      110x34  some  -            --color=16
xterm-8         xterm      110x34  some  -            --color=8
xterm-mono      xterm      110x34  some  -            --color=mono
xterm-c         xterm      110x34  some  LC_ALL=C     -
xterm-linux     xterm      110x34  some  TERM=linux,XTERM_VERSION=  -
xterm-vt220     xterm      110x34  some  TERM=vt220,XTERM_VERSION=  -
xterm-quadrant  xterm      110x34  some  -            --glyphs=quadrant
xterm-light     xterm-light  110x34  some  -            -
xterm-nocolor   xterm      110x34  some  NO_COLOR=1   -
xterm-space     xterm      110x34  some  -            --glyphs=space
xterm-ascii     xterm      110x34  some  -            --glyphs=ascii
kitty-sextant   kitty      110x34  some  -            --glyphs=sextant
foot-sextant    foot       110x34  some  -            --glyphs=sextant
kitty-cells     kitty      110x34  all   -            --output=cells
foot-cells      foot       110x34  all   -            --output=cells
kitty-pixels    kitty      110x34  all   -            --output=kitty
xterm-sixel     xterm-340  110x34  all   -            --output=sixel
foot-sixel      foot       110x34  all   -            --output=sixel
'

# The terminals' background: no clip has this colour, so where it shows, nothing was drawn.
background=204060

for tool in Xvfb xdotool convert compare montage; do
  command -v "$tool" >/dev/null && continue
  echo "skipped: $tool is not installed" >&2
  exit 0
done

work=$(mktemp -d)
started=
export XDG_RUNTIME_DIR="$work/run" SCREENDIR="$work/screens" LIBGL_ALWAYS_SOFTWARE=1 LC_ALL=C.UTF-8 LANGUAGE=
unset COLORTERM TMUX STY WAYLAND_DISPLAY
mkdir -m 700 "$XDG_RUNTIME_DIR"
: >"$out/report.txt"
trap 'stop_all; rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

# Stops all started programs, latest first.
stop_all() {
  [ -S "$work/tmux" ] && tmux -S "$work/tmux" kill-server 2>>"$work/log"
  [ -d "$SCREENDIR" ] && screen -S flick -X quit >>"$work/log" 2>&1
  for process in $started; do
    kill "$process" 2>/dev/null
    wait "$process" 2>/dev/null
  done
  started=
}

# Runs a program in the background until `stop_all`.
start() {
  "$@" >>"$work/log" 2>&1 &
  started="$! $started"
}

# Waits for a file that a program creates when it is ready.
await() {
  for _ in $(seq 200); do
    [ -s "$1" ] || [ -S "$1" ] && return
    sleep 0.1
  done
  return 1
}

# Opens a display with its framebuffer in a file: copying that takes a screenshot in milliseconds.
open_display() {
  rm -rf "$work/display" "$work/number"
  mkdir "$work/display"
  Xvfb -displayfd 3 -screen 0 1700x1000x24 -fbdir "$work/display" -noreset -nolisten tcp \
    3>"$work/number" 2>>"$work/log" &
  started="$! $started"
  await "$work/number" || return
  DISPLAY=:$(cat "$work/number")
  export DISPLAY
  xdotool mousemove 1699 999
}

# Writes the script for the terminal: a shell with job control and the alias `play`.
# Arguments: terminal, setting, options.
write_shell() {
  rm -f "$work/ready"
  cat >"$work/rc" <<END
PS1='\$ '
$([ "$2" = - ] || echo "export $2" | tr , ' ')
alias play='$program --mute --loop one $([ "$3" = - ] || echo "$3") $clips'
seq -s ' ' 300
echo ready >"$work/ready"
END
  cat >"$work/inner" <<END
#!/bin/sh
cd "$work" || exit
export ENV="$work/rc" XDG_STATE_HOME="$work" LC_ALL=C.UTF-8 LANGUAGE=
exec sh -i
END
  cat >"$work/tmux.conf" <<END
set -g default-terminal tmux-256color
set -g status-style bg=blue
set -g status-right ''
set -g automatic-rename off
END
  inside=$work/inner
  case $1 in
    tmux) inside="tmux -S $work/tmux -f $work/tmux.conf new-session $inside" ;;
    screen)
      mkdir -p -m 700 "$SCREENDIR"
      echo 'startup_message off' >"$work/screenrc"
      inside="screen -c $work/screenrc -S flick $inside"
      ;;
    ssh) inside="ssh -tt -q -F /dev/null -i $work/key -p $port -o StrictHostKeyChecking=no
      -o UserKnownHostsFile=/dev/null localhost $inside" ;;
  esac
  printf '#!/bin/sh\nexec %s\n' "$(echo "$inside" | tr '\n' ' ')" >"$work/shell"
  chmod +x "$work/shell" "$work/inner"
}

# Starts an SSH server on a free port, with its own keys.
open_server() {
  [ -e "$work/key" ] || ssh-keygen -q -t ed25519 -N '' -f "$work/key" || return
  [ "$(id -u)" != 0 ] || mkdir -p /run/sshd
  port=$((20000 + $$ % 20000))
  start /usr/sbin/sshd -D -f /dev/null -p "$port" -h "$work/key" -o ListenAddress=127.0.0.1 \
    -o AuthorizedKeysFile="$work/key.pub" -o StrictModes=no -o UsePAM=no -o PidFile=none
}

# Starts a terminal with a font common to all, and without prompts.
# Arguments: terminal, columns and rows.
open_terminal() {
  columns=${2%x*}
  rows=${2#*x}
  case $1 in
    xterm* | tmux | screen | ssh)
      points=9
      [ "$1" != xterm-fine ] || points=5
      paper=$background
      ink=e0e0c0
      if [ "$1" = xterm-light ]; then
        paper=fdf6e3
        ink=073642
      fi
      kind=xterm
      [ "$1" != xterm-340 ] || kind=vt340
      start xterm -ti "$kind" -geometry "$2+0+0" -fa 'DejaVu Sans Mono' -fs "$points" \
        -bg "#$paper" -fg "#$ink" -xrm 'XTerm*numColorRegisters: 256' -e "$work/shell" ;;
    kitty)
      start kitty --config NONE -o linux_display_server=x11 -o update_check_interval=0 \
        -o shell_integration=disabled -o remember_window_size=no -o confirm_os_window_close=0 \
        -o initial_window_width="${columns}c" -o initial_window_height="${rows}c" \
        -o background="#$background" -o cursor_blink_interval=0 -o font_size=9 "$work/shell" ;;
    alacritty)
      cat >"$work/alacritty.yml" <<END
window: { dimensions: { columns: $columns, lines: $rows }, position: { x: 0, y: 0 } }
font: { normal: { family: DejaVu Sans Mono }, size: 9 }
colors: { primary: { background: '#$background' } }
END
      start env WINIT_UNIX_BACKEND=x11 alacritty --config-file "$work/alacritty.yml" \
        -e "$work/shell" ;;
    foot)
      # Weston's window is its screen; the terminal fills it.
      printf '[core]\nidle-time=0\n[shell]\nlocking=false\n' >"$work/weston.ini"
      start weston --config="$work/weston.ini" --backend=x11-backend.so --shell=kiosk-shell.so \
        --socket=flick --width=$((8 * columns)) --height=$((17 * rows)) --use-pixman
      await "$XDG_RUNTIME_DIR/flick" || return
      start env WAYLAND_DISPLAY=flick foot --config=/dev/null --font='DejaVu Sans Mono:size=9' \
        --override=colors.background="$background" --override=dpi-aware=no "$work/shell" ;;
  esac
  await "$work/ready" || return
  window=$(xdotool search --onlyvisible --class . | tail -n 1)
  xdotool windowfocus "$window"
  settle
}

keys() { xdotool key --delay 60 "$@"; }

# Types a line.
enter() { xdotool type --delay 30 "$1" && keys Return; }

# Waits until the display stops changing and toasts are gone.
settle() {
  sleep 2.5
  for _ in $(seq 8); do
    cp "$work/display/Xvfb_screen0" "$work/before"
    sleep 0.7
    cmp -s "$work/before" "$work/display/Xvfb_screen0" && return
  done
  tell "does not come to rest before $1"
}

# Writes a screenshot of the terminal: picture STEP [COPY OF THE DISPLAY].
picture() {
  eval "$(xdotool getwindowgeometry --shell "$window")"
  cp "${2:-$work/display/Xvfb_screen0}" "$work/copy"
  # shellcheck disable=SC2153 # of the window, set by eval
  convert "xwd:$work/copy" -crop "${WIDTH}x$HEIGHT+$X+$Y" +repage "$out/$name-$1.png"
}

# Writes a screenshot once the display is still.
still() {
  settle "$1"
  picture "$1"
}

tell() { echo "$name: $*" | tee -a "$out/report.txt"; }

# Reports how many pixels of two screenshots differ, and how many of those form more than lines:
# xterm draws blocks with soft edges, which depend on the block chosen for the same colours.
same() {
  count=$(compare -metric AE "$out/$name-$1.png" "$out/$name-$2.png" -compose src \
    -highlight-color white -lowlight-color black "$work/difference.png" 2>&1)
  area=$(convert "$work/difference.png" -morphology Erode Square:1 -format '%[fx:round(mean*w*h)]' \
    info:)
  tell "$2 differs from $1 in $count pixels, $area of them within areas"
}

# Samples the clip playing under the help thirty times, and reports how much of the terminal's
# background was visible each time: it must be the same.
look_for_flicker() {
  mkdir "$work/burst"
  for number in $(seq 30); do
    cp "$work/display/Xvfb_screen0" "$work/burst/$number"
    sleep 0.04
  done
  for number in $(seq 30); do
    convert "xwd:$work/burst/$number" -fill black +opaque "#$background" -fill white \
      -opaque "#$background" -format '%[fx:round(mean*w*h)]\n' info:
  done | sort -n | uniq -c | awk '{ print $2 " pixels (" $1 " times)" }' >"$work/counts"
  tell "background seen while playing: $(paste -s -d, "$work/counts")"
  for number in 1 2 3; do picture "03-help-playing-$number" "$work/burst/$number"; done
  rm -r "$work/burst"
}

# Swipes from a paused clip to one with a subtitle at a fifth of its duration.
look_at_caption() {
  keys space Down c
  sleep 1
  keys space 2
  still 07-down-caption
  keys c
  still 08-caption-off
  keys ctrl+l
  still 09-caption-redrawn
  same 08-caption-off 09-caption-redrawn
}

resize() { xdotool windowsize --sync "$window" "$1" "$2"; }

run_all() {
  still 01-shell
  enter play
  sleep 4
  picture 02-playing
  keys question
  sleep 2
  look_for_flicker
  keys question space
  still 04-paused
  keys question
  still 05-help
  keys Escape
  still 06-help-closed
  same 04-paused 06-help-closed
  look_at_caption
  keys space Up
  sleep 2
  picture 10-up
  keys space
  still 11-paused
  keys ctrl+l
  still 12-redrawn
  same 11-paused 12-redrawn
  keys ctrl+z
  still 13-suspended
  enter fg
  still 14-resumed
  same 12-redrawn 14-resumed
  resize $((width * 3 / 2)) $((height * 3 / 2))
  still 15-larger
  resize $((width * 3 / 4)) $((height * 3 / 4))
  still 16-smaller
  resize "$width" "$height"
  still 17-as-before
  same 14-resumed 17-as-before
  keys q
  still 18-quit
}

run_some() {
  enter play
  sleep 4
  picture 02-playing
  keys space
  still 04-paused
  keys question
  still 05-help
  keys Escape
  still 06-help-closed
  same 04-paused 06-help-closed
  look_at_caption
  keys space Up
  sleep 1
  keys space
  still 11-paused
  keys ctrl+l
  still 12-redrawn
  same 11-paused 12-redrawn
  keys q
  still 18-quit
}

# Lists the missing programs that a terminal needs.
missing() {
  case $1 in
    xterm*) needed=xterm ;;
    foot) needed='foot weston' ;;
    tmux | screen) needed="xterm $1" ;;
    ssh) needed='xterm ssh ssh-keygen /usr/sbin/sshd' ;;
    *) needed=$1 ;;
  esac
  for tool in $needed; do
    command -v "$tool" >/dev/null || echo "$tool"
  done
}

# Runs a case in its own terminal.
run_case() {
  name=$1
  lacking=$(missing "$2")
  if [ -n "$lacking" ]; then
    tell "skipped: $lacking is not installed"
    return
  fi
  rm -f "$out/$name"-[0-9][0-9]-[a-z]*.png
  [ "$2" != ssh ] || open_server
  write_shell "$2" "$5" "$6"
  if open_display && open_terminal "$2" "$3"; then
    eval "$(xdotool getwindowgeometry --shell "$window")"
    width=$WIDTH
    height=$HEIGHT
    "run_$4"
    montage -label '%t' "$out/$name"-[0-9][0-9]-[a-z]*.png -tile 4x -geometry 480x+6+6 -background '#c0c0c0' \
      "$out/sheet-$name.png"
  else
    tell "skipped: $2 did not start: $(tail -n 1 "$work/log")"
  fi
  stop_all
}

while read -r name terminal size steps setting options; do
  [ -n "$name" ] || continue
  [ $# = 0 ] || case " $* " in *" $name "*) ;; *) continue ;; esac
  run_case "$name" "$terminal" "$size" "$steps" "$setting" "$options" </dev/null
done <<END
$cases
END
# One contact sheet of all cases, scaled down first: there are hundreds of screenshots.
mkdir -p "$work/small"
for sheet in "$out"/sheet-*.png; do
  [ -e "$sheet" ] && convert "$sheet" -resize 800x "$work/small/${sheet##*/}"
done
[ ! -e "$sheet" ] || montage -label '%t' "$work/small"/*.png -tile 4x -geometry '+8+8' \
  -background '#c0c0c0' "$out/contact.png"
