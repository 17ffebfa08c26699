# redis: Debian's 8.0, with user, folder and protected mode (off) of the official image.
FROM stand-in/forky
RUN groupadd -r -g 999 redis && useradd -r -g redis -u 999 redis \
  && apt-get update -q -o Acquire::Check-Valid-Until=false && apt-get install -qy --no-install-recommends redis-server && rm -rf /var/lib/apt/lists/* \
  && install -d -o redis -g redis /data \
  && printf '#!/bin/sh\n[ "$1" = redis-server ] && set -- "$@" --protected-mode no\nexec "$@"\n' > /usr/local/bin/docker-entrypoint.sh \
  && chmod +x /usr/local/bin/docker-entrypoint.sh
VOLUME /data
WORKDIR /data
EXPOSE 6379
ENTRYPOINT ["docker-entrypoint.sh"]
CMD ["redis-server"]
