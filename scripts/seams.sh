#!/bin/sh
# Plays a clip in many terminals with two builds of Flick and puts what they show side by side, to see
# where blocks do not cover their cells.
#
# Usage: seams.sh BEFORE AFTER CLIP OUT.png
#
# Needs xterm, st, urxvt, kitty, alacritty, foot, weston, xfce4-terminal, konsole, tmux, Xvfb, xdotool, ImageMagick,
# and the fonts DejaVu, Hack and Liberation. The picture of a terminal that is missing is black.
set -u
clip=$(realpath "$3")
work=$(mktemp -d)
export LC_ALL=C.UTF-8 LIBGL_ALWAYS_SOFTWARE=1 XDG_RUNTIME_DIR="$work" XDG_STATE_HOME="$work" XDG_CONFIG_HOME="$work"
unset TMUX STY WAYLAND_DISPLAY SSH_CONNECTION
trap 'rm -rf "$work"' EXIT
chmod 700 "$work"

# Runs a terminal's command on a display of its own and takes a picture: NAME PROGRAM COMMAND...
picture() {
  name=$1 program=$(realpath "$2")
  shift 2
  printf '#!/bin/sh\nexec "%s" --mute --loop one --no-history --no-animation --output cells "%s"\n' \
    "$program" "$clip" >"$work/run"
  chmod +x "$work/run"
  xvfb-run -a -s '-screen 0 900x600x24' sh -c '
    work=$1 picture=$2; shift 2
    timeout -k 1 20 "$@" >"$work/log" 2>&1 &
    xdotool mousemove 899 599
    sleep 8
    import -window root -crop 900x600+0+0 +repage "$picture"
    kill $! 2>/dev/null; wait 2>/dev/null' sh "$work" "$work/$name.png" "$@"
}

pair() {
  label=$1
  shift
  echo "$label" >&2
  picture before "$before" "$@"
  picture after "$after" "$@"
  for side in before after; do
    number=$((number + 1))
    convert "$work/$side.png" -crop 190x120+60+0 +repage -scale 200% "$work/cut.png"
    montage -label "$label, $side" "$work/cut.png" -geometry +4+2 "$work/$(printf %02d "$number").tile.png"
  done
}

before=$1 after=$2 number=0
for size in 8 9 10 11 12 13 14; do
  pair "xterm, DejaVu $size" xterm -geometry 60x18+0+0 -b 0 -bg black -fg white -fa 'DejaVu Sans Mono' -fs $size -e "$work/run"
done
pair 'xterm, Hack 10' xterm -geometry 60x18+0+0 -b 0 -bg black -fg white -fa Hack -fs 10 -e "$work/run"
pair 'xterm, Liberation 10' xterm -geometry 60x18+0+0 -b 0 -bg black -fg white -fa 'Liberation Mono' -fs 10 -e "$work/run"
pair 'st, DejaVu' st -g 60x18+0+0 -f 'DejaVu Sans Mono:size=10' -e "$work/run"
pair 'urxvt, DejaVu' urxvt -geometry 60x18+0+0 -b 0 +sb -bg black -fg white -fn 'xft:DejaVu Sans Mono:size=10' -e "$work/run"
pair kitty kitty --config NONE -o linux_display_server=x11 -o update_check_interval=0 -o remember_window_size=no \
  -o initial_window_width=60c -o initial_window_height=18c -o font_size=10 "$work/run"
pair alacritty env WINIT_UNIX_BACKEND=x11 alacritty -o window.dimensions.columns=60 -o window.dimensions.lines=18 -e "$work/run"
printf '#!/bin/sh\nweston --backend=x11-backend.so --shell=kiosk-shell.so --socket=s --width=480 --height=310 --use-pixman &\nsleep 1.5\nWAYLAND_DISPLAY=s exec foot --config=/dev/null --font="DejaVu Sans Mono:size=10" "%s"\n' "$work/run" >"$work/foot"
chmod +x "$work/foot"
pair foot "$work/foot"
pair 'VTE (Xfce)' dbus-run-session xfce4-terminal --disable-server --hide-menubar --hide-scrollbar --geometry 60x18+0+0 -x "$work/run"
pair konsole dbus-run-session konsole --hide-menubar --hide-tabbar --nofork -e "$work/run"
printf '#!/bin/sh\nexec tmux -S "%s/tmux" -f /dev/null new-session "%s"\n' "$work" "$work/run" >"$work/tmux.sh"
chmod +x "$work/tmux.sh"
pair 'tmux in xterm, DejaVu 10' xterm -geometry 60x18+0+0 -b 0 -bg black -fg white -fa 'DejaVu Sans Mono' -fs 10 -e "$work/tmux.sh"
montage "$work"/*.tile.png -tile 6x -geometry +2+2 "$4"
