#!/bin/sh
# Șterge ce a instalat install.sh. Documentele arhivate rămân.
# Takes away what install.sh installed. Archived documents stay.
set -eu
program=$HOME/.local/lib/recipisa
command=$HOME/.local/bin/recipisa
cache=${XDG_CACHE_HOME:-$HOME/.cache}/recipisa

# The program beside this script: that of an unpacked archive also takes away an installed one that no longer starts.
"$(dirname "$0")/recipisa" host uninstall
if [ "$(readlink "$command" || true)" = "$program/recipisa" ]; then rm "$command"; fi
rm -rf "$cache/compiled" "$program" "$program.new" "$program.old"
# Some people have one folder for caches and data.
rmdir "$cache" 2>/dev/null || true

case $(uname) in
  Darwin) data="$HOME/Library/Application Support/Recipisa" ;;
  *) data=${XDG_DATA_HOME:-$HOME/.local/share}/recipisa ;;
esac
case ${LC_ALL:-${LC_MESSAGES:-${LANG:-}}} in
  ro*) echo "Arhiva dumneavoastră rămâne în $data." ;;
  *) echo "Your archive stays in $data." ;;
esac
