#!/bin/sh
# Makes docs/screens: screenshots of Flick playing the samples in xterm on a virtual X display, and a
# recording of a short session.
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
trap 'tmux -L "showcase-$number" kill-server 2>/dev/null || true; kill $server 2>/dev/null || true; rm -rf "$work"' EXIT

mkdir -p "$work/state/flick"
: > "$work/state/flick/flick.log"
Xvfb ":$number" -screen 0 1280x800x24 > /dev/null 2>&1 &
server=$!
export DISPLAY=":$number" HOME="$work" XDG_STATE_HOME="$work/state" COLORTERM=truecolor LC_ALL=C.UTF-8 LANGUAGE=
sleep 1
# Without a window manager, keys go to the window under the pointer.
xdotool mousemove 50 50

# play BACKGROUND FOREGROUND OPTION...: starts a terminal that plays.
play() {
  ground=$1 text=$2
  shift 2
  xterm -u8 -fa 'DejaVu Sans Mono' -fs 8 -geometry 140x42+0+0 -bg "$ground" -fg "$text" -b 6 \
    -e "$program" --audio-device null "$@" "$clips" &
  terminal=$!
  sleep 3
}

# press KEY...: presses keys in turn, at human speed.
press() {
  for key in "$@"; do
    xdotool key "$key"
    sleep 0.5
  done
}

shoot() {
  import -window "$(xdotool search --onlyvisible --class xterm | tail -n 1)" +dither -colors 255 "$out/$1.png"
}

leave() {
  xdotool key q
  wait "$terminal" || true
}

play black grey90
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
leave

play white black
press Down Down
sleep 1
press minus
shoot light
leave

# A sheet of thumbnails.
play black grey90 --view overview
press Right Down l space
sleep 1.5
shoot overview
leave

"$program" sheet "$clips" --columns 5 -o "$out/sheet.png"

# record NAME OPTION...: starts a recording of the output to an 80-column terminal.
record() {
  name=$1
  shift
  rm -f "$out/$name.cast"
  tmux -L "showcase-$number" -f /dev/null new-session -d -x 80 -y 24 \
    "exec '$program' --audio-device null --color 256 --fps 10 --quality low \
      --record '$out/$name.cast' $*"
  sleep 2.5
}

type_keys() {
  for key in "$@"; do
    tmux -L "showcase-$number" send-keys "$key"
    sleep 0.6
  done
}

record session "'$clips'"
type_keys Down
sleep 1
type_keys Down Space
sleep 1
type_keys Space Right l
type_keys Up '?'
sleep 1
type_keys Escape q
sleep 1

# From a folder to a clean one.
cp -r "$clips" "$work/footage"
cd "$work"
echo "a dance of dots, seen from above" > "$work/footage/$(ls footage | head -n 1 | sed 's/[.][^.]*$//').txt"
clips=footage
play black grey90 --triage --tag night
press 4 6 I
sleep 1
press O
sleep 1
shoot triage
press p
leave
rm -rf "$work/state"
mkdir -p "$work/state/flick"
: > "$work/state/flick/flick.log"
record triage --fps 5 --triage --tag night footage
type_keys 4 6 p
sleep 1
type_keys x
sleep 1
type_keys u
sleep 1
type_keys x p I
sleep 1
type_keys O
sleep 1.5
type_keys p A
sleep 2.5
type_keys Enter
sleep 2
type_keys u
sleep 2
type_keys q
sleep 1
ls -l "$out"
