#!/bin/sh
# Debian 13's Docker engine with compose and buildx, run from a folder: engine.sh start|stop FOLDER
# Needs root and Debian 12 or newer. runc and iptables are the machine's own, since Debian 13's need a newer libc than 12's.
set -eu
at=$2

install_engine() {
  apt-get update -q
  # RUNLEVEL=1: starts no service.
  RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends runc iptables mmdebstrap
  mmdebstrap --quiet --variant=extract --include=docker.io,docker-cli,docker-compose,docker-buildx,containerd trixie "$at/root.tar"
  mkdir -p "$at/root.new" "$at/config"
  tar -C "$at/root.new" -xf "$at/root.tar" --exclude='./dev/*'
  rm -f "$at/root.tar" "$at"/root.new/usr/*bin/runc
  ln -sfn "$at/root/usr/libexec/docker/cli-plugins" "$at/config/cli-plugins"
  mv "$at/root.new" "$at/root"
}

case $1 in
  start)
    mkdir -p "$at"
    [ -e "$at/root" ] || install_engine
    # The address of a visitor over IPv6 reaches the gateway only with ip6tables; before engine 27 that was experimental.
    PATH=$at/root/usr/sbin:$at/root/usr/bin:$PATH nohup dockerd --host "unix://$at/docker.sock" --data-root "$at/data" \
      --exec-root "$at/exec" --pidfile "$at/dockerd.pid" --experimental --ip6tables < /dev/null > "$at/dockerd.log" 2>&1 &
    # A start that fails or is interrupted ends its engine.
    trap 'kill $! && wait' EXIT
    trap 'exit 1' INT TERM HUP
    for _ in $(seq 60); do
      if DOCKER_HOST=unix://$at/docker.sock "$at/root/usr/bin/docker" version > /dev/null 2>&1; then trap - EXIT; exit; fi
      sleep 0.5
    done
    tail -n 20 "$at/dockerd.log" >&2
    exit 1
    ;;
  stop)
    kill "$(cat "$at/dockerd.pid")"
    while [ -e "$at/dockerd.pid" ]; do sleep 0.2; done
    ;;
esac
