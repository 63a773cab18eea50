#!/bin/sh
# Șterge ce a instalat install.sh. Documentele arhivate rămân.
# Takes away what install.sh installed. Archived documents stay.
set -eu
program=$(cd "$(dirname "$0")" && pwd)
command=$HOME/.local/bin/recipisa

"$program/recipisa" host uninstall
if [ "$(readlink "$command" || true)" = "$program/recipisa" ]; then rm "$command"; fi
rm -rf "${XDG_CACHE_HOME:-$HOME/.cache}/recipisa" "$program"

case $(uname) in
  Darwin) data="$HOME/Library/Application Support/Recipisa" ;;
  *) data=${XDG_DATA_HOME:-$HOME/.local/share}/recipisa ;;
esac
case ${LC_ALL:-${LC_MESSAGES:-${LANG:-}}} in
  ro*) echo "Arhiva dumneavoastră rămâne în $data." ;;
  *) echo "Your archive stays in $data." ;;
esac
