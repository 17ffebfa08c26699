#!/bin/sh
# Like the official one: substitutes the environment variables that match the filter.
set -e
from=${NGINX_ENVSUBST_TEMPLATE_DIR:-/etc/nginx/templates} to=${NGINX_ENVSUBST_OUTPUT_DIR:-/etc/nginx/conf.d}
names=$(env | cut -d= -f1 | grep -E "${NGINX_ENVSUBST_FILTER:-}" | sed 's/.*/${&}/' | tr '\n' ' ')
[ -d "$from" ] || exit 0
[ -w "$to" ] || { echo "$0: ERROR: $from exists, but $to is not writable"; exit 0; }
find "$from" -follow -type f -name '*.template' | while read -r template; do
  place=$to/${template#"$from"/}; place=${place%.template}
  mkdir -p "$(dirname "$place")"
  echo "$0: Running envsubst on $template to $place"
  envsubst "$names" < "$template" > "$place"
done
