# One image for each service, from one build: docker build --target api .
#
# Each has its own build and packages (deploy/collect-service.mjs), and runs unprivileged on a read-only file system. /tmp is for
# uploads in progress.
FROM node:20.20.2-bookworm-slim AS base
WORKDIR /app

# Package files only: this layer stays cached until one of them changes.
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
# Liveness of each process. The gateway checks readiness.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --start-interval=1s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.METRICS_PORT}/health/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
USER node

FROM part AS api
COPY --from=build /parts/api ./
CMD ["node", "--enable-source-maps", "api/dist/start.cjs"]

FROM part AS worker
# One glibc arena per thread would double the memory of rendering.
ENV MALLOC_ARENA_MAX=2
COPY --from=build /parts/worker ./
CMD ["node", "--enable-source-maps", "worker/dist/start.cjs"]

FROM part AS public-web
COPY --from=build /parts/public-web ./
CMD ["node", "--enable-source-maps", "public-web/dist/server/main.js"]

FROM part AS admin-web
COPY --from=build /parts/admin-web ./
CMD ["node", "--enable-source-maps", "admin-web/dist/server/main.js"]
