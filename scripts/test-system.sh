#!/bin/sh
# Builds, tests and packages this commit in another Debian release, as a new user would, and installs the
# package in a second, bare system.
# Usage: test-system.sh SUITE [FOLDER]; the package and the archive go into the folder. TESTS=no leaves out the tests
# of the build, not those of the package.
#
# .build-systems/SUITE is a Debian that is created once and never changed. Changes go to overlays, which start
# empty each time. All mounts are in a separate namespace, which ends with this script, however it ends.
set -eu
suite=$1
folder=${2:+$(realpath "$2")}
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
    env FLICK_NAMESPACE=1 scripts/test-system.sh "$suite" ${folder:+"$folder"}
fi

# step TEXT COMMAND...: runs the command, logs its output, and reports the result and how long it took.
step() {
  text=$1
  start=$(date +%s)
  shift
  # In a condition, `set -e` would be ignored.
  set +e
  (set -e; "$@") >> "$log" 2>&1
  status=$?
  set -e
  if [ $status = 0 ]; then
    echo "$suite: $text, $(($(date +%s) - start)) s"
  else
    echo "$suite: failed: $text" >&2
    tail -n 20 "$log" >&2
    echo "The whole log: $log" >&2
    exit 1
  fi
}

# inside SYSTEM COMMANDS: runs the commands in the system, in the source folder.
inside() {
  chroot "$1" /usr/bin/env -i HOME=/root TERM=xterm-256color LANG=C.UTF-8 CI=true \
    PATH="$toolchain/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin" \
    ${DEBEMAIL:+"DEBEMAIL=$DEBEMAIL"} ${DEBFULLNAME:+"DEBFULLNAME=$DEBFULLNAME"} \
    sh -c "cd /root/flick && $2"
}

bootstrap() {
  [ ! -e "$debian" ] || return 0
  rm -rf "$debian.new"
  debootstrap --variant=minbase --force-check-gpg --keyring="$keyring" "$suite" "$debian.new" "$archive"
  mv "$debian.new" "$debian"
}

# layer SYSTEM: mounts the Debian with an empty overlay, and the mounts that programs expect.
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
  # A mirror may be out of date.
  echo 'Acquire::Check-Valid-Until "false";' > "$1/etc/apt/apt.conf.d/mirror"
}

# Adds the sources, including Swift packages, and the toolchain, read-only.
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

# sitting SYSTEM COMMAND: plays all samples in a terminal, then quits.
sitting() {
  cat > "$1/root/sitting.sh" <<'EOF'
# shows TEXT SECONDS: waits until the text is on screen.
shows() {
  for _ in $(seq $(($2 * 10))); do
    tmux capture-pane -p -t flick > /tmp/screen && grep -qE "$1" /tmp/screen && return
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
  # The film is shown by its excerpts by `make run`.
  shows "$number of $count|excerpt 1 of" 10
done
tmux send-keys -t flick q
shows "status 0" 10
# The next sitting opens a session of this name.
tmux kill-session -t flick
EOF
  inside "$1" "sh /root/sitting.sh '$2'"
}

# Copies only the packages and the samples from the build.
package() {
  cp -r "$system/root/flick/samples" "$system"/root/flick/.build/flick[-_]*.* "$bare/root/flick"
  inside "$bare" 'apt-get update -q && apt-get install -q -y ./flick_*.deb tmux'
}

mkdir -p "$systems"
: > "$log"
system=$systems/$suite-build
bare=$systems/$suite-bare
step "a Debian in $debian" bootstrap
step "an empty layer over it" layer "$system"
step "the sources of $(git rev-parse --short HEAD), and of its packages" sources
# Anyone who builds Flick has it.
step "apt-get install make" inside "$system" 'apt-get update -q && apt-get install -q -y make'
step "make packages" inside "$system" 'make packages FOR="build test deb"'
echo "$suite: $(versions)"
if [ "${TESTS:-}" != no ]; then
  step "make run: the first picture, swipes to the last sample" sitting "$system" 'make run'
  step "make test" inside "$system" 'make test'
  grep 'Test run with' "$log" | sed "s/^/$suite: /"
fi
step "make deb archive" inside "$system" 'make deb archive'
step "a bare Debian" layer "$bare"
step "apt-get install ./flick_….deb there" package
step "it plays: the first picture, swipes to the last sample" sitting "$bare" 'flick samples'
step "flick-….tar.gz in its place" inside "$bare" 'apt-get remove -q -y flick && tar -xzf flick-*.tar.gz'
step "it plays, too" sitting "$bare" 'flick-*/bin/flick samples'
[ -z "$folder" ] || cp "$system"/root/flick/.build/flick[-_]*.* "$folder"
