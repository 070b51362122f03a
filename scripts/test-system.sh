#!/bin/sh
# Builds, tests and packages this commit in a Debian of another release, as somebody new to it would, and
# installs the package in another one that has nothing else.
# Usage: test-system.sh SUITE
#
# The systems are folders, made once: .build-systems/SUITE and .build-systems/SUITE-bare. All that is mounted for
# them is so in a namespace of its own, which ends with this script, however that ends.
set -eu
suite=$1
cd "$(dirname "$0")/.."
project=$(pwd)
systems=$project/.build-systems
archive=http://deb.debian.org/debian
toolchain=$(dirname "$(dirname "$(realpath "$(command -v "${SWIFT:-swift}")")")")
log=$systems/$suite.log

[ "$(id -u)" = 0 ] || { echo "test-system makes a Debian in a folder: run it as root" >&2; exit 77; }
if [ -z "${FLICK_NAMESPACE:-}" ]; then
  exec unshare --mount --pid --fork --kill-child --propagation private \
    env FLICK_NAMESPACE=1 "$0" "$suite"
fi

# step TEXT COMMAND...: runs it, with what it prints in the log, and says how it ended.
step() {
  text=$1
  shift
  if "$@" >> "$log" 2>&1; then
    echo "$suite: $text"
  else
    echo "$suite: failed: $text" >&2
    tail -n 20 "$log" >&2
    echo "The whole log: $log" >&2
    exit 1
  fi
}

# inside SYSTEM COMMANDS: runs them there, in the folder of the sources.
inside() {
  chroot "$1" /usr/bin/env -i HOME=/root TERM=xterm-256color LANG=C.UTF-8 CI=true \
    PATH="$toolchain/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin" \
    sh -c "cd /root/flick && $2"
}

# debian SYSTEM: makes it, unless it is there.
debian() {
  [ ! -e "$1" ] || return 0
  rm -rf "$1.new"
  debootstrap --variant=minbase "$suite" "$1.new" "$archive"
  mv "$1.new" "$1"
}

# mounts SYSTEM: what a program expects of a running one.
mounts() {
  mount --bind "$1" "$1"
  mount -t proc proc "$1/proc"
  mount -t sysfs -o ro sysfs "$1/sys"
  mount -t tmpfs tmpfs "$1/tmp"
  mount -t tmpfs tmpfs "$1/dev"
  for device in null zero full random urandom tty; do
    : > "$1/dev/$device"
    mount --bind "/dev/$device" "$1/dev/$device"
  done
  mkdir "$1/dev/pts" "$1/dev/shm"
  mount -t devpts -o newinstance,ptmxmode=0666,mode=620,gid=5 devpts "$1/dev/pts"
  mount -t tmpfs tmpfs "$1/dev/shm"
  ln -s pts/ptmx "$1/dev/ptmx"
  ln -s /proc/self/fd "$1/dev/fd"
  echo "127.0.0.1 localhost" > "$1/etc/hosts"
  cp -L /etc/resolv.conf "$1/etc/resolv.conf"
}

# The sources, with those of the Swift packages; the toolchain, which nothing there may change.
sources() {
  rm -rf "$system/root/flick"
  scripts/vendor.sh "$system/root/flick"
  mkdir -p "$system$toolchain"
  mount --bind "$toolchain" "$system$toolchain"
  mount -o remount,bind,ro "$system$toolchain"
}

versions() {
  inside "$system" '
    printf "FFmpeg %s, glibc %s, ncurses %s\n" \
      "$(dpkg-query --show --showformat="\${Version}" libavcodec-dev)" \
      "$(dpkg-query --show --showformat="\${Version}" libc6)" \
      "$(dpkg-query --show --showformat="\${Version}" libncurses-dev)"'
}

# sitting SYSTEM COMMAND: plays the samples in a terminal, to the last of them and out.
sitting() {
  cat > "$1/root/sitting.sh" <<'EOF'
# shows TEXT SECONDS: waits until the screen has it.
shows() {
  for _ in $(seq $(($2 * 10))); do
    tmux capture-pane -p -t flick > /tmp/screen && grep -qF "$1" /tmp/screen && return
    sleep 0.1
  done
  cat /tmp/screen
  exit 1
}
count=$(ls samples/*.* | grep -cv '\.\(sh\|md\)$')
tmux new-session -d -s flick -x 100 -y 30 "$1; echo status \$?; sleep 60"
shows "1 of $count" 900
shows ▀ 10
for number in $(seq 2 "$count"); do
  tmux send-keys -t flick Down
  shows "$number of $count" 10
done
tmux send-keys -t flick q
shows "status 0" 10
EOF
  inside "$1" "sh /root/sitting.sh '$2'"
}

# Nothing of the build but the package and something to play.
package() {
  rm -rf "$bare/root/flick"
  mkdir -p "$bare/root/flick"
  cp -r "$system/root/flick/samples" "$system"/root/flick/.build/flick_*.deb "$bare/root/flick"
  inside "$bare" 'apt-get update -q && apt-get install -q -y ./flick_*.deb tmux'
}

mkdir -p "$systems"
: > "$log"
system=$systems/$suite
bare=$systems/$suite-bare
step "a Debian in $system" debian "$system"
mounts "$system"
step "the sources of $(git rev-parse --short HEAD)" sources
# Whoever builds Flick has it.
step "apt-get install make" inside "$system" 'apt-get update -q && apt-get install -q -y make'
step "make packages" inside "$system" 'make packages FOR="build static test deb"'
echo "$suite: $(versions)"
step "make run: the first picture, swipes to the last sample" sitting "$system" 'make run'
step "make test" inside "$system" 'make test'
grep 'Test run with' "$log" | sed "s/^/$suite: /"
step "make deb" inside "$system" 'make deb'
step "a bare Debian in $bare" debian "$bare"
mounts "$bare"
step "apt-get install ./flick_….deb there" package
step "it plays: the first picture, swipes to the last sample" sitting "$bare" 'flick samples'
