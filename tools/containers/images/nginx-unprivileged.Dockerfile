# nginxinc/nginx-unprivileged: Debian's 1.30, user and entrypoint of the official image. Debian 13's 1.26 lacks `resolve`.
FROM stand-in/forky
RUN groupadd -r -g 101 nginx && useradd -r -u 101 -g nginx -d /var/cache/nginx -s /usr/sbin/nologin nginx \
  && apt-get update -q -o Acquire::Check-Valid-Until=false && apt-get install -qy --no-install-recommends nginx-light gettext-base wget && rm -rf /var/lib/apt/lists/* \
  && mkdir -p /docker-entrypoint.d /var/cache/nginx && ln -sf /dev/stdout /var/log/nginx/access.log && ln -sf /dev/stderr /var/log/nginx/error.log \
  && chown -R 101:0 /etc/nginx /var/cache/nginx && chmod -R g+w /etc/nginx
COPY nginx-entrypoint.sh /docker-entrypoint.sh
COPY nginx-envsubst.sh /docker-entrypoint.d/20-envsubst-on-templates.sh
ENTRYPOINT ["/docker-entrypoint.sh"]
EXPOSE 8080
STOPSIGNAL SIGQUIT
USER 101
CMD ["nginx", "-g", "daemon off;"]
