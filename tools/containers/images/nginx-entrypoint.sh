#!/bin/sh
# Like the official one: sources *.envsh and runs *.sh in order. Both must be executable since 1.28.
set -e
case $1 in nginx | nginx-debug)
  for file in /docker-entrypoint.d/*; do
    [ -x "$file" ] || { echo "$0: Ignoring $file, not executable"; continue; }
    case $file in
      *.envsh) echo "$0: Sourcing $file"; . "$file" ;;
      *.sh) echo "$0: Launching $file"; "$file" ;;
    esac
  done ;;
esac
exec "$@"
