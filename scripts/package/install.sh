#!/bin/sh
# Instalează Recipisa pentru utilizatorul curent, fără drepturi de administrator. Rulați din nou pentru actualizare.
# Installs Recipisa for the current user, without administrator's rights. Run a newer one to update.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
program=$HOME/.local/lib/recipisa
commands=$HOME/.local/bin

say() {
  case ${LC_ALL:-${LC_MESSAGES:-${LANG:-}}} in
    ro*) echo "$1" ;;
    *) echo "$2" ;;
  esac
}

# The browsers of whoever typed sudo would not find it, or could not write where root has written.
if [ "$(id -u)" = 0 ] && [ -n "${SUDO_USER:-}" ]; then
  say "Rulați install.sh fără sudo, ca utilizatorul care folosește browserul." \
    "Run install.sh without sudo, as the user of the browser." >&2
  exit 1
fi

if ! "$here/program/node" --version >/dev/null 2>&1; then
  say "Programul din această arhivă nu pornește pe acest calculator ($(uname -sm)). Descărcați arhiva pentru sistemul dumneavoastră." \
    "The program of this archive does not start on this computer ($(uname -sm)). Download the archive for your system." >&2
  exit 1
fi

# The new one is whole before it takes the old one's place, and the old one is whole until then.
mkdir -p "$(dirname "$program")" "$commands"
rm -rf "$program.new" "$program.old"
if ! problem=$(cp -R "$here/program" "$program.new" 2>&1); then
  # What was copied would keep a full disk full.
  rm -rf "$program.new"
  say "Programul nu s-a putut copia în $program; nu s-a schimbat nimic. Verificați spațiul liber și drepturile de acces, apoi rulați din nou." \
    "The program could not be copied to $program; nothing has changed. Check the free space and the permissions, then run this again." >&2
  echo "$problem" | head -n 1 >&2
  exit 1
fi
if [ -e "$program" ]; then mv "$program" "$program.old"; fi
mv "$program.new" "$program"
rm -rf "$program.old"
ln -sf "$program/recipisa" "$commands/recipisa"
"$program/recipisa" host install

case :$PATH: in
  *:"$commands":*) ;;
  *) say "Comanda recipisa este în $commands; adăugați acest director la PATH." \
    "The command recipisa is in $commands; add that folder to your PATH." ;;
esac
say "Pentru dezinstalare: $program/uninstall.sh" "To uninstall: $program/uninstall.sh"
