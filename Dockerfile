# One image for each service, from one build: docker build --target api --build-arg VERSION=1.2.3 .
#
# Each has its own build and packages (deploy/collect-service.mjs), and runs unprivileged on a read-only file system, with
# a writable /tmp. .dockerignore leaves out files that no image needs, so that their changes leave the layers cached.
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
RUN npx nx run-many -t build -p @portfolio/api @portfolio/worker @portfolio/public-web @portfolio/admin-web
RUN for part in api worker public-web admin-web; do node deploy/collect-service.mjs "$part" "/parts/$part" || exit 1; done

FROM base AS part
ARG VERSION=unversioned
ARG REVISION=unknown
LABEL org.opencontainers.image.version=$VERSION \
  org.opencontainers.image.revision=$REVISION \
  org.opencontainers.image.licenses=MIT
ENV NODE_ENV=production METRICS_PORT=9464
STOPSIGNAL SIGTERM
USER node

FROM part AS api
LABEL org.opencontainers.image.title="Portfolio: API"
COPY --from=build /parts/api ./
CMD ["node", "--enable-source-maps", "api/dist/start.cjs"]

FROM part AS worker
LABEL org.opencontainers.image.title="Portfolio: worker"
# One glibc arena per thread would double the memory of rendering.
ENV MALLOC_ARENA_MAX=2
COPY --from=build /parts/worker ./
CMD ["node", "--enable-source-maps", "worker/dist/start.cjs"]

FROM part AS public-web
LABEL org.opencontainers.image.title="Portfolio: public site"
COPY --from=build /parts/public-web ./
CMD ["node", "--enable-source-maps", "public-web/dist/server/main.js"]

FROM part AS admin-web
LABEL org.opencontainers.image.title="Portfolio: back office"
COPY --from=build /parts/admin-web ./
CMD ["node", "--enable-source-maps", "admin-web/dist/server/main.js"]
