#!/bin/sh
# Starts Recipisa with the Node that came with it, for a terminal as for a browser, wherever this folder lies.
here=$(dirname "$(readlink -f "$0")") || exit
# Node keeps the compiled program for the next start; an installation for everybody cannot be written by its users.
export NODE_COMPILE_CACHE="${NODE_COMPILE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/recipisa/compiled}"
exec "$here/node" "$here/recipisa.js" "$@"
