#!/bin/sh
# Removes what install.sh has installed. Settings (~/.config/motionseg) stay.
#
#   ./uninstall.sh [PREFIX]     removes it from below PREFIX
set -eu
here=$(cd "$(dirname -- "$0")" && pwd)
if [ -n "${1:-}" ]; then
	case $1 in
	/*) prefix=$1 ;;
	*) prefix=$PWD/$1 ;; # one that starts with a dash is no option then
	esac
	prefix=$(cd "$prefix" && pwd)
elif [ "${here##*/}" = motionseg ]; then
	# The copy that install.sh has put into PREFIX/share/motionseg.
	prefix=${here%/share/motionseg}
elif [ "$(id -u)" -eq 0 ]; then
	prefix=/usr/local
else
	prefix=$HOME/.local
fi
cd "$prefix"
if ! [ -f share/motionseg/files ]; then
	echo "uninstall.sh: MotionSeg is not installed below $prefix: there is no $prefix/share/motionseg/files" >&2
	exit 1
fi
refresh=$(mktemp)
list=$(mktemp)
cp share/motionseg/refresh "$refresh"
cp share/motionseg/files "$list"
while read -r file; do
	rm -f "$file"
	# Folders that are empty now, up to the prefix.
	rmdir -p "${file%/*}" 2>/dev/null || true
done <"$list"
sh "$refresh" "$prefix"
rm -f "$refresh" "$list"
echo "MotionSeg is removed from $prefix"
