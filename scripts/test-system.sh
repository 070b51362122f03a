#!/bin/sh
# Builds, tests and packages this commit in a Debian of another release, as somebody new to it would, and
# installs the package in another one that has nothing else.
# Usage: test-system.sh SUITE
#
# .build-systems/SUITE is a Debian that is made once and stays as it is. What is done in it goes to folders over
# it, which begin empty each time. All that is mounted is so in a namespace of its own, which ends with this
# script, however that ends.
set -eu
suite=$1
cd "$(dirname "$0")/.."
systems=$(pwd)/.build-systems
debian=$systems/$suite
archive=http://deb.debian.org/debian
keyring=/usr/share/keyrings/debian-archive-keyring.gpg
toolchain=$(scripts/toolchain.sh)
log=$systems/$suite.log

[ "$(id -u)" = 0 ] || { echo "test-system makes a Debian in a folder: run it as root" >&2; exit 77; }
case $toolchain in
/ | /usr | /usr/local)
  echo "the toolchain is in $toolchain, where Debian has files of its own: it needs a folder for itself" >&2
  exit 78 ;;
esac
if [ -z "${FLICK_NAMESPACE:-}" ]; then
  exec unshare --mount --pid --fork --kill-child --propagation private \
    env FLICK_NAMESPACE=1 scripts/test-system.sh "$suite"
fi

# step TEXT COMMAND...: runs it, with what it prints in the log, and says how it ended.
step() {
  text=$1
  shift
  # As a condition it would go on behind a failure.
  set +e
  (set -e; "$@") >> "$log" 2>&1
  status=$?
  set -e
  if [ $status = 0 ]; then
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

bootstrap() {
  [ ! -e "$debian" ] || return 0
  rm -rf "$debian.new"
  debootstrap --variant=minbase --force-check-gpg --keyring="$keyring" "$suite" "$debian.new" "$archive"
  mv "$debian.new" "$debian"
}

# layer SYSTEM: the Debian with an empty folder over it, and what a program expects of a running one.
layer() {
  rm -rf "$1.over"
  mkdir -p "$1.over/upper" "$1.over/work" "$1"
  mount -t overlay -o "lowerdir=$debian,upperdir=$1.over/upper,workdir=$1.over/work" overlay "$1"
  mount -t proc proc "$1/proc"
  mount -t sysfs -o ro sysfs "$1/sys"
  mount -t tmpfs tmpfs "$1/tmp"
  mount -t tmpfs tmpfs "$1/dev"
  for device in null zero full random urandom tty; do
    : > "$1/dev/$device"
    mount --bind "/dev/$device" "$1/dev/$device"
  done
  mkdir "$1/dev/pts" "$1/dev/shm" "$1/root/flick"
  mount -t devpts -o newinstance,ptmxmode=0666,mode=620,gid=5 devpts "$1/dev/pts"
  mount -t tmpfs tmpfs "$1/dev/shm"
  ln -s pts/ptmx "$1/dev/ptmx"
  ln -s /proc/self/fd "$1/dev/fd"
  echo "127.0.0.1 localhost" > "$1/etc/hosts"
  cp -L /etc/resolv.conf "$1/etc/resolv.conf"
  # A mirror may be behind.
  echo 'Acquire::Check-Valid-Until "false";' > "$1/etc/apt/apt.conf.d/mirror"
}

# The sources, with those of the Swift packages; the toolchain, which nothing there may change.
sources() {
  rmdir "$system/root/flick"
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
  cp -r "$system/root/flick/samples" "$system"/root/flick/.build/flick_*.deb "$bare/root/flick"
  inside "$bare" 'apt-get update -q && apt-get install -q -y ./flick_*.deb tmux'
}

mkdir -p "$systems"
: > "$log"
system=$systems/$suite-build
bare=$systems/$suite-bare
step "a Debian in $debian" bootstrap
step "an empty layer over it" layer "$system"
step "the sources of $(git rev-parse --short HEAD), and of its packages" sources
# Whoever builds Flick has it.
step "apt-get install make" inside "$system" 'apt-get update -q && apt-get install -q -y make'
step "make packages" inside "$system" 'make packages FOR="build test deb"'
echo "$suite: $(versions)"
step "make run: the first picture, swipes to the last sample" sitting "$system" 'make run'
step "make test" inside "$system" 'make test'
grep 'Test run with' "$log" | sed "s/^/$suite: /"
step "make deb" inside "$system" 'make deb'
step "a bare Debian" layer "$bare"
step "apt-get install ./flick_….deb there" package
step "it plays: the first picture, swipes to the last sample" sitting "$bare" 'flick samples'
