# One image per part from one build: docker build --target api .
FROM node:20.20.2-bookworm-slim AS build
WORKDIR /app
COPY . .
RUN npm ci && npm run build

FROM node:20.20.2-bookworm-slim AS part
WORKDIR /app
ENV NODE_ENV=production
COPY --from=build /app /app
USER node

FROM part AS api
CMD ["node", "--enable-source-maps", "api/dist/main.js"]

FROM part AS worker
ENV MALLOC_ARENA_MAX=2
CMD ["node", "--enable-source-maps", "worker/dist/main.js"]

FROM part AS public-web
CMD ["node", "--enable-source-maps", "public-web/dist/server/main.js"]

FROM part AS admin-web
CMD ["node", "--enable-source-maps", "admin-web/dist/server/main.js"]
