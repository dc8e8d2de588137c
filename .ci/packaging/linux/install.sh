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
mkdir -p "$prefix"
prefix=$(cd "$prefix" && pwd)
cd "$(dirname "$0")"

while read -r file; do
	mode=644
	if [ -x "$file" ]; then
		mode=755
	fi
	install -D -m "$mode" "$file" "$prefix/$file"
done <files
# A menu may not have PREFIX/bin on its search path.
sed -i "s|^Exec=motionseg|Exec=\"$prefix/bin/motionseg\"|" "$prefix"/share/applications/io.motionseg.MotionSeg.desktop

"$prefix"/share/motionseg/refresh "$prefix"
echo "MotionSeg is installed: $prefix/bin/motionseg"
echo "To remove it: $prefix/share/motionseg/uninstall.sh"
