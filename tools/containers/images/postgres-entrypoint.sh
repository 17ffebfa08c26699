#!/bin/bash
# Like the official one: an empty folder gets a database cluster with the superuser and its database.
set -euo pipefail
if [ "${1:-}" = postgres ] && [ ! -s "$PGDATA/PG_VERSION" ]; then
  [ -n "${POSTGRES_PASSWORD:-}" ] || { echo 'Error: Database is uninitialized and superuser password is not specified.' >&2; exit 1; }
  mkdir -p "$PGDATA"; chmod 700 "$PGDATA"
  user=${POSTGRES_USER:-postgres}
  initdb --username="$user" --pwfile=<(printf '%s\n' "$POSTGRES_PASSWORD") --auth-local=trust
  printf '\nhost all all all scram-sha-256\n' >> "$PGDATA/pg_hba.conf"
  if [ "${POSTGRES_DB:=$user}" != postgres ]; then
    # Single-user mode: no client connects before the database exists.
    printf 'CREATE DATABASE "%s"\n' "$POSTGRES_DB" | postgres --single -j -D "$PGDATA" postgres > /dev/null
  fi
fi
exec "$@"
