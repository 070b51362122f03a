#!/bin/sh
# Makes docs/screens: screenshots of Flick playing the samples in xterm on a virtual X display, and a
# moving picture of a short session.
#
# Usage: showcase.sh PROGRAM CLIPS OUT
set -eu

program=$(realpath "$1")
# A short name, because the details show it.
clips=$(basename "$(realpath "$2")")
above=$(dirname "$(realpath "$2")")
mkdir -p "$3"
out=$(realpath "$3")
cd "$above"
work=$(mktemp -d)
number=$((20 + $$ % 400))
trap 'kill $server 2>/dev/null || true; rm -rf "$work"' EXIT

mkdir -p "$work/state/flick"
: > "$work/state/flick/flick.log"
Xvfb ":$number" -screen 0 1280x800x24 > /dev/null 2>&1 &
server=$!
export DISPLAY=":$number" HOME="$work" XDG_STATE_HOME="$work/state" COLORTERM=truecolor LC_ALL=C.UTF-8 LANGUAGE=
sleep 1
# Without a window manager, keys go to the window under the pointer.
xdotool mousemove 50 50

# open COMMAND...: opens a terminal. In 8.5 points, the half blocks of this font fill their cells.
size=140x42 ground=black text=grey90
open() {
  xterm -u8 -fa 'DejaVu Sans Mono' -fs 8.5 -geometry "$size+0+0" -bg "$ground" -fg "$text" -b 6 -e "$@" &
  terminal=$!
}

# play OPTION...: starts a terminal that plays.
play() {
  open "$program" --audio-device null "$@" "$clips"
  sleep 3
}

# press KEY...: presses keys in turn, at human speed.
pace=0.5
press() {
  for key in "$@"; do
    xdotool key "$key"
    sleep "$pace"
  done
}

shoot() {
  import -window "$(xdotool search --onlyvisible --class xterm | tail -n 1)" +dither -colors 255 "$out/$1.png"
}

leave() {
  xdotool key q
  wait "$terminal" || true
}

play
press space l
sleep 1
shoot portrait
press space Down
sleep 1.2
shoot landscape
press question
shoot help
press Escape Return
shoot details
press Escape i
sleep 1
shoot statistics
# Only the first three runs name the keys of the overview, so that of the session does not.
press v
leave

ground=white text=black
play
press Down Down
sleep 1
press minus
shoot light
press v
leave

# A sheet of thumbnails.
ground=black text=grey90
play --view overview
press Right Down L space
sleep 1.5
shoot overview
leave

"$program" sheet "$clips" --columns 5 -o "$out/sheet.png"

# A session. Its recording is replayed, and the screen taken after whole frames: else it may be half drawn.
size=100x30
play --seek-bar always --record "$work/session.cast"
pace=1
press Down Down Up v
pace=0.5
press Right Down Left
pace=1
press Return t p x
sleep 0.5
leave
mkdir "$work/frames"
cd "$work/frames"
# Of each output, a line with its time in microseconds and one with its text.
sed -n 's/^\[\([0-9]*\)\.\([0-9]*\), "o", "\(.*\)"]$/\1\2\n\3/p' "$work/session.cast" > "$work/outputs"
open bash -c '
  stty -echo
  number=0 whole=
  while read -r time && IFS= read -r output; do
    while [ $whole ] && ((10#$time > 1500000 + number * 1000000 / 15)); do
      sleep 0.05
      import -window $WINDOWID $(printf %03d $number).png
      number=$((number + 1))
    done
    printf %b "$output"
    case $output in *2026l*5n) whole=yes ;; *) whole= ;; esac
  done < ../outputs'
wait "$terminal"
# Without loss, but in 5 bits a channel: sharp cells in few bytes.
ffmpeg -v error -y -framerate 15 -i %03d.png \
  -vf scale=sws_dither=none:flags=neighbor+accurate_rnd,format=rgb555le,format=bgra \
  -c:v libwebp_anim -lossless 1 -loop 0 "$out/session.webp"
cd "$above"

# Triage.
size=140x42
pace=0.5
cp -r "$clips" "$work/footage"
cd "$work"
echo "wax rises, meets and parts" > footage/06-lava-lamp.txt
clips=footage
play --seek-bar always --triage --tag night
press p x p x p 4 6 I
sleep 1
press O
sleep 1.5
shoot triage
leave
ls -l "$out"
