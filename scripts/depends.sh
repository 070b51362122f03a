#!/bin/sh
# Prints the Debian packages of the libraries that a program is linked with, as in Depends:.
# Usage: depends.sh PROGRAM
set -eu
program=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
# dpkg-shlibdeps wants a package, installed, and the control file of its source.
mkdir -p debian root/DEBIAN root/usr/bin
cp "$program" root/usr/bin
printf 'Source: flick\n\nPackage: flick\nArchitecture: any\n' > debian/control
dpkg-shlibdeps -Osubstvars root/usr/bin/*
sed -n 's/^shlibs:Depends=//p' substvars | grep .
