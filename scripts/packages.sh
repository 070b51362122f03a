#!/bin/sh
# Checks Flick's system dependencies, and prints one line for each that is missing or too old. With --install,
# installs what is missing first, as root or with sudo; on a terminal it asks before, unless YES or CI is set.
# Usage: packages.sh [--install] GROUP...; the table lists the groups.
set -eu

# Group, kind, name, minimum version, Debian package. Libraries are found by pkg-config, headers by the compiler,
# and shared libraries, which the Swift toolchain needs, by the loader. Servers that tests start are unpacked into
# .build/servers, with those of their libraries that are not installed: if installed, they would start automatically.
table='
build library libavformat 59.27 libavformat-dev
build library libavcodec 59.37 libavcodec-dev
build library libswscale 6.7 libswscale-dev
build library libswresample 4.7 libswresample-dev
build library libavutil 57.28 libavutil-dev
build library ncursesw 6.0 libncurses-dev
build library alsa 1.2 libasound2-dev
build library zlib 1.2 zlib1g-dev
build library libcurl 7.88 libcurl4-openssl-dev
build library uchardet 0.0.6 libuchardet-dev
build library libutf8proc 2.6 libutf8proc-dev
build library exempi-2.0 2.5 libexempi-dev
build library sqlite3 3.37 libsqlite3-dev
build shared libncurses.so.6 - libncurses6
build shared libxml2.so.2 - libxml2
build header sonic.h - libsonic-dev
build header cstdint - g++
build program make - make
build program git - git
build program msgfmt - gettext
test shared libpangocairo-1.0.so.0 - libpangocairo-1.0-0
test library vterm 0.1 libvterm-dev
test program exiv2 - exiv2
test program ffmpeg - ffmpeg
test program openssl - openssl
test program ssh - openssh-client
test program strace - strace
test program tmux - tmux
test program trash-list - trash-cli
test server nginx - nginx
test server sftp-server - openssh-sftp-server
test server sshd - openssh-server
test server tinyproxy - tinyproxy-bin
test path /usr/share/i18n/locales/de_DE - locales
deb program dpkg-shlibdeps - dpkg-dev
deb program lintian - lintian
screens program Xvfb - xvfb
screens program xdotool - xdotool
screens program import - imagemagick
screens path /usr/share/fonts/truetype/dejavu - fonts-dejavu-core
screens program xterm - xterm
screens program kitty - kitty
screens program alacritty - alacritty
screens program foot - foot
screens program weston - weston
screens program tmux - tmux
screens program screen - screen
showcase program Xvfb - xvfb
showcase program xdotool - xdotool
showcase program import - imagemagick
showcase path /usr/share/fonts/truetype/dejavu - fonts-dejavu-core
showcase program xterm - xterm
showcase program ffmpeg - ffmpeg
systems program debootstrap - debootstrap
systems path /usr/share/keyrings/debian-archive-keyring.gpg - debian-archive-keyring
'

# The toolchain's C compiler searches the same header paths as the build.
toolchain=$("$(dirname "$0")/toolchain.sh")
clang=$toolchain/bin/clang
servers=$(dirname "$0")/../.build/servers

# found KIND NAME: prints the version, or anything if there is none; fails if it is not installed.
found() {
  case $1 in
  library) pkg-config --modversion "$2" 2>/dev/null ;;
  header) printf '#include <%s>\n' "$2" | "$clang" -x c++ -fsyntax-only - 2>/dev/null && echo - ;;
  program) command -v "$2" ;;
  server) find "$servers/usr" -name "$2" -type f -perm -u+x 2>/dev/null | grep -q . && echo - ;;
  shared) PATH="$PATH:/usr/sbin:/sbin" ldconfig -p | grep -q "^[[:space:]]*$2 " && echo - ;;
  path) test -e "$2" && echo - ;;
  esac
}

# Sets `problems` (one per line), `missing` (packages to install) and `unpacked` (packages only to unpack).
check() {
  problems=
  unpacked=
  missing=
  command -v pkg-config >/dev/null || missing=' pkg-config' problems='program pkg-config: not found; Debian: pkg-config
'
  for group in $groups; do
    while read -r of kind name least package; do
      [ "$of" = "$group" ] || continue
      if ! version=$(found "$kind" "$name"); then
        problems="$problems$kind $name: not found; Debian: $package
"
      elif [ "$kind" = library ] && ! pkg-config --atleast-version="$least" "$name"; then
        problems="$problems$kind $name: $version is too old, Flick needs $least; Debian: $package
"
      else
        continue
      fi
      [ "$kind" != server ] || { unpacked="$unpacked $package"; continue; }
      case "$missing " in *" $package "*) ;; *) missing="$missing $package" ;; esac
    done <<EOF
$table
EOF
  done
}

install=
[ "${1:-}" != --install ] || { install=1; shift; }
groups=$*
for group in $groups; do
  case $table in
  *"
$group "*) ;;
  *) echo "packages.sh: there is no group $group" >&2; exit 64 ;;
  esac
done
[ -n "$groups" ] || { echo "usage: packages.sh [--install] GROUP..." >&2; exit 64; }
check
[ -n "$problems" ] || exit 0

# Needs no root. Which libraries a server needs differs between releases.
unpack() {
  mkdir -p "$servers"
  for package in "$1" $(LC_ALL=C apt-get install --simulate --no-install-recommends "$1" 2>/dev/null |
    sed -n 's/^Inst \(lib[^ ]*\) .*/\1/p'); do
    (cd "$servers" && apt-get download -q "$package" && dpkg -x "$package"_*.deb . && rm "$package"_*.deb) || return
  done
}

if [ -n "$install" ] && command -v apt-get >/dev/null; then
  # shellcheck disable=SC2086 # the list is meant to be split
  if [ -z "$missing" ]; then
    for package in $unpacked; do unpack "$package" || true; done
    check
    [ -n "$problems" ] || exit 0
  fi
  as_root=
  if [ "$(id -u)" = 0 ]; then
    :
  elif command -v sudo >/dev/null && { [ -t 0 ] || sudo -n true 2>/dev/null; }; then
    as_root=sudo
  else
    echo "Flick needs packages that are not installed. As root, run:" >&2
    echo "  apt-get install --no-upgrade --no-install-recommends$missing" >&2
    exit 1
  fi
  if [ -n "$missing" ] && [ -t 0 ] && [ -z "${YES:-}${CI:-}" ]; then
    echo "Flick needs packages that are not installed:"
    echo "$missing" | fmt | sed 's/^ */  /'
    # shellcheck disable=SC2086
    LC_ALL=C apt-get install --simulate --no-upgrade --no-install-recommends $missing 2>/dev/null |
      sed -n 's/^\([0-9]* upgraded, [0-9]* newly installed\),.*/With what they depend on: \1./p'
    printf 'Install them with apt-get? [y/N] '
    read -r answer || answer=
    case $answer in [Yy]*) ;; *) echo "nothing was installed" >&2; exit 1 ;; esac
  fi
  echo "installing:$missing"
  $as_root apt-get update -q || echo "going on with the lists there are" >&2
  # shellcheck disable=SC2086 # the list is meant to be split
  [ -z "$missing" ] ||
    $as_root env DEBIAN_FRONTEND=noninteractive \
      apt-get install -q -y --no-upgrade --no-install-recommends $missing
  # shellcheck disable=SC2086
  for package in $unpacked; do unpack "$package"; done
  check
  [ -n "$problems" ] || exit 0
  printf %s "$problems" >&2
  exit 1
fi

printf %s "$problems" >&2
if command -v apt-get >/dev/null; then
  echo "To install it: make packages FOR='$groups'" >&2
else
  echo "Install it with your system's package manager, then try again." >&2
fi
exit 1
