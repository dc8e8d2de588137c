#!/bin/sh
# Installs MotionSeg: as root for all users, below /usr/local, otherwise for
# this user, below ~/.local.
#
#   ./install.sh [PREFIX]     installs below PREFIX instead
set -eu
if [ "$(id -u)" -eq 0 ]; then
	prefix=/usr/local
else
	prefix=$HOME/.local
fi
prefix=${1:-$prefix}
case $prefix in
*"
"*)
	echo "install.sh: expected a PREFIX of one line, found a line break in it" >&2
	exit 1
	;;
/*) ;;
*) prefix=$PWD/$prefix ;; # one that starts with a dash is no option then
esac
mkdir -p "$prefix"
prefix=$(cd "$prefix" && pwd)
cd "$(dirname -- "$0")"

while read -r file; do
	mode=644
	if [ -x "$file" ]; then
		mode=755
	fi
	install -D -m "$mode" "$file" "$prefix/$file"
done <files
# A menu may not have PREFIX/bin on its search path. In a quoted argument of Exec
# a backslash stands before " ` $ and \, every backslash is doubled once more as
# in any value, and a per cent sign is two (Desktop Entry Specification).
entry=$prefix/share/applications/io.motionseg.MotionSeg.desktop
program=$(printf '%s\n' "$prefix/bin/motionseg" | sed 's/["`$\\]/\\&/g; s/\\/\\\\/g; s/%/%%/g')
while IFS= read -r line; do
	case $line in
	Exec=motionseg*) printf 'Exec="%s"%s\n' "$program" "${line#Exec=motionseg}" ;;
	*) printf '%s\n' "$line" ;;
	esac
done <share/applications/io.motionseg.MotionSeg.desktop >"$entry"

"$prefix"/share/motionseg/refresh "$prefix"
echo "MotionSeg is installed: $prefix/bin/motionseg"
echo "To remove it: $prefix/share/motionseg/uninstall.sh"
