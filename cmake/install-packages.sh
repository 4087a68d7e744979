#!/usr/bin/env bash
# install-packages.sh [run|test]: installs what cmake/debian-packages.txt lists, on a bare Debian 12, as root or
# with sudo. Does nothing where everything is there already.
set -euo pipefail
purpose=${1:-run}
list="$(dirname "${BASH_SOURCE[0]}")/debian-packages.txt"

case $purpose in
    run) rows='run' ;;
    test) rows='run|test' ;;
    *) echo "install-packages.sh: \"$purpose\" is neither run nor test" >&2; exit 2 ;;
esac
read -r -d '' -a packages < <(sed -nE "s/^($rows) +//p" "$list" && printf '\0')

missing=()
for package in "${packages[@]}"; do
    [[ $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) == installed ]] || missing+=("$package")
done
(( ${#missing[@]} )) || exit 0

if (( EUID == 0 )); then as_root=(); else as_root=(sudo); fi
echo "installing from Debian: ${missing[*]}"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
install() {
    "${as_root[@]}" apt-get update &&
        "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}"
}
install >"$log" 2>&1 || { cat "$log" >&2; exit 1; }
