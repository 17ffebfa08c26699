import type { IncomingMessage, ServerResponse } from 'node:http';
import { MAX_ID, RENDITION_FORMATS, type RenditionFormat } from '@portfolio/contracts';
import type { FastPath } from '@portfolio/telemetry';
import type { FastifyInstance } from 'fastify';
import type { ContentVersion } from '../backend/content-version.ts';
import { AppError } from '../http/app-error.ts';
import { MEDIA_SECURITY_HEADERS } from '../http/security-headers.ts';
import { BACKGROUND_MEDIA, type MediaKind, PHOTO_MEDIA } from './media-address.ts';
import type { MediaService, RenditionAddress } from './media.service.ts';

/** End of a canonical rendition address; other spellings take the fallback. */
const RENDITION = `([1-9]\\d{0,9})/([0-9a-f]{1,64})/([1-9]\\d{0,4})\\.(${RENDITION_FORMATS.join('|').replaceAll('.', '\\.')})`;

/** Request headers that need the framework. */
const FALLBACK_HEADERS = ['range', 'origin', 'authorization', 'content-length', 'transfer-encoding'];

/** Content version, read by the media cache of public-web. */
const CONTENT_VERSION_PATH = '/media/mark';
/** Validates cached media after a change of the content version. */
const SHOWN_PREFIX = '/media/shown?';
/** Limit of renditions in one `/media/shown` request. */
const MAX_SHOWN = 100;

/**
 * Media fast path: whole public renditions by their canonical address, past the framework. Each request checks the publication
 * rule. Everything else, and every error, falls back to the framework.
 */
export const mediaFastPaths = (media: MediaService, content: ContentVersion) => [
  renditions(media, PHOTO_MEDIA, '/media/:photoId/:version/:file'),
  renditions(media, BACKGROUND_MEDIA, '/media/background/:backgroundId/:version/:file'),
  ...internal(media, content),
];

/** Calls of public-web alone. */
const internal = (media: MediaService, content: ContentVersion) => [contentVersion(content), shown(media)];

/**
 * Adds routes for internal calls, which take the framework under tracing or debug logs, and after an error. Call it after
 * adding hooks.
 */
export function registerInternalMediaCalls(
  server: FastifyInstance,
  media: MediaService,
  content: ContentVersion,
): void {
  for (const { route, take } of internal(media, content)) {
    server.get(route, { exposeHeadRoute: false }, async (request, reply) => {
      const respond = take(request.raw, reply.raw);
      if (!respond) throw new AppError('route.not-found');
      await respond();
      // The response is sent already.
      reply.hijack();
    });
  }
}

function renditions(media: MediaService, kind: MediaKind, route: string): FastPath {
  const address = addressesOf(kind);
  return {
    route,
    take(request, response) {
      const rendition = isPlain(request) ? readAddress(address, request.url ?? '') : undefined;
      return rendition && (() => media.sendPublic(kind, rendition, request, response));
    },
  };
}

/** Responds with the content version, or an empty body where it is unknown. */
const contentVersion = (content: ContentVersion): FastPath => ({
  route: CONTENT_VERSION_PATH,
  take(request, response) {
    if (request.url !== CONTENT_VERSION_PATH || !isPlain(request)) return undefined;
    return async () => sendText(response, (await content.now()) ?? '');
  },
});

/**
 * `/media/shown?12/3f9a61c2e07b/640.avif&...` responds with a digit for each rendition. 0: not public, or not current.
 * Otherwise 1, plus 1 if unlisted, plus 2 if AI crawlers are refused. Cached headers are valid for one digit only.
 */
function shown(media: MediaService): FastPath {
  const kinds = [PHOTO_MEDIA, BACKGROUND_MEDIA].map((kind) => ({ kind, address: addressesOf(kind) }));
  const readAny = (url: string) => {
    for (const { kind, address } of kinds) {
      const rendition = readAddress(address, url);
      if (rendition) return { kind, rendition };
    }
    return undefined;
  };
  return {
    route: '/media/shown',
    take(request, response) {
      if (!request.url?.startsWith(SHOWN_PREFIX) || !isPlain(request)) return undefined;
      const names = request.url.slice(SHOWN_PREFIX.length).split('&');
      if (names.length > MAX_SHOWN) return undefined;
      return async () => {
        const addresses = names.map((name) => readAny(`/media/${name}`));
        const all = await Promise.all(addresses.map((one) => one && media.findPublic(one.kind, one.rendition)));
        const digits = all.map((found) => (found ? 1 + Number(found.isUnlisted) + 2 * Number(found.refusesAi) : 0));
        return sendText(response, digits.join(''));
      };
    },
  };
}

function sendText(response: ServerResponse, text: string): true {
  const described = ['content-type', 'text/plain', 'content-length', String(text.length)];
  response.writeHead(200, [...MEDIA_SECURITY_HEADERS, 'cache-control', 'no-store', ...described]).end(text);
  return true;
}

const addressesOf = ({ path }: MediaKind) => new RegExp(`^${path}/${RENDITION}$`);

const isPlain = ({ method, headers }: IncomingMessage) =>
  method === 'GET' &&
  !headers['if-none-match']?.includes('*') &&
  FALLBACK_HEADERS.every((name) => headers[name] === undefined);

function readAddress(address: RegExp, url: string): RenditionAddress | undefined {
  const [, id = '', version = '', width = '', format = ''] = address.exec(url) ?? [];
  if (id === '' || Number(id) > MAX_ID) return undefined;
  return { id: Number(id), version, width: Number(width), format: format as RenditionFormat };
}
