#!/bin/sh
# Stand-ins for base images, made of Debian's packages and this machine's Node: stand-ins.sh IMAGE...
# The Dockerfile of node:20.20.2-bookworm-slim is node.Dockerfile. Needs root, mmdebstrap, npm and an engine.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

debian() { # SUITE PACKAGES
  if docker image inspect "stand-in/$1" > /dev/null 2>&1; then return; fi
  # Package lists are accepted after their date, for machines with another clock.
  mmdebstrap --quiet --variant=minbase --aptopt='Acquire::Check-Valid-Until "false"' --include="$2" "$1" "$work/$1.tar"
  docker import "$work/$1.tar" "stand-in/$1" > /dev/null
  rm "$work/$1.tar"
}
debian bookworm libstdc++6,ca-certificates
debian forky ca-certificates

cp "$here"/* /etc/ssl/certs/ca-certificates.crt "$work"
cp "$(readlink -f "$(command -v node)")" "$work/node"
cd "$work"
# The npm of Node 20.20.2.
npm pack --silent npm@10.8.2 > /dev/null
tar xzf npm-10.8.2.tgz
mv package npm
mmdebstrap --quiet --variant=extract --include=busybox-static trixie busybox.tar
tar -xf busybox.tar ./usr/bin/busybox

for image; do
  name=${image##*/}
  docker build --quiet --tag "$image" --file "${name%%:*}.Dockerfile" . > /dev/null
done
