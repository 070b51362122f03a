#!/bin/sh
# Plays a clip as sixels in foot with two builds of Flick in turns, and prints how many frames a second each shows.
#
# Usage: sixels.sh BEFORE AFTER CLIP [ROUNDS]
#
# Needs foot, weston, xvfb-run and jq.
set -eu
before=$(realpath "$1") after=$(realpath "$2") clip=$(realpath "$3") rounds=${4:-4}
work=$(mktemp -d)
export LC_ALL=C.UTF-8 LIBGL_ALWAYS_SOFTWARE=1 XDG_RUNTIME_DIR="$work" XDG_STATE_HOME="$work" XDG_CONFIG_HOME="$work"
unset TMUX STY WAYLAND_DISPLAY SSH_CONNECTION
trap 'rm -rf "$work"' EXIT
chmod 700 "$work"

# Plays for ten seconds and leaves out the first two: PROGRAM
frames() {
  rm -f "$work/statistics"
  xvfb-run -a -s '-screen 0 1400x1000x24' sh -c '
    weston --backend=x11-backend.so --width=1300 --height=900 --socket=flick --idle-time=0 >"$1/log" 2>&1 &
    sleep 2
    WAYLAND_DISPLAY=flick timeout 10 foot -o main.pad=0x0 --window-size-pixels=1000x680 -o main.font=monospace:size=10 \
      "$2" --mute --no-history --output sixel --stats-json "$1/statistics" "$3" >"$1/log" 2>&1
    kill $!; wait 2>/dev/null' sh "$work" "$1" "$clip" || true
  jq -s '.[2:] | map(.pictures.shown_per_second) | add / length' "$work/statistics"
}

for _ in $(seq "$rounds"); do
  echo "before $(frames "$before")"
  echo "after $(frames "$after")"
done
