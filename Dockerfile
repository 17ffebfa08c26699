# One image for each part from one build: docker build --target api .
#
# Each holds its own build and the packages that it runs with (deploy/collect-service.mjs), and runs as an ordinary user on a
# file system that it need not write to: /tmp is for uploads on their way, and compose mounts the rest.
FROM node:20.20.2-bookworm-slim AS base
WORKDIR /app

# What an installation depends on, by itself: as long as none of it changes, nothing is installed anew.
FROM base AS manifests
COPY . .
RUN mkdir /manifests \
  && cp .npmrc package-lock.json /manifests \
  && find . -name package.json -not -path '*/node_modules/*' -exec cp --parents -t /manifests {} +

FROM base AS build
COPY --from=manifests /manifests ./
RUN --mount=type=cache,target=/root/.npm npm ci
COPY . .
RUN npm run build
RUN for part in api worker public-web admin-web; do node deploy/collect-service.mjs "$part" "/parts/$part" || exit 1; done

FROM base AS part
ENV NODE_ENV=production METRICS_PORT=9464
# Each process answers there whether it lives, api and worker alike; whether it can be used is the gateway's question.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --start-interval=1s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.METRICS_PORT}/health/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
USER node

FROM part AS api
COPY --from=build /parts/api ./
CMD ["node", "--enable-source-maps", "api/dist/start.cjs"]

FROM part AS worker
# glibc gives each thread an arena of its own, which doubles the memory that rendering takes.
ENV MALLOC_ARENA_MAX=2
COPY --from=build /parts/worker ./
CMD ["node", "--enable-source-maps", "worker/dist/start.cjs"]

FROM part AS public-web
COPY --from=build /parts/public-web ./
CMD ["node", "--enable-source-maps", "public-web/dist/server/main.js"]

FROM part AS admin-web
COPY --from=build /parts/admin-web ./
CMD ["node", "--enable-source-maps", "admin-web/dist/server/main.js"]
