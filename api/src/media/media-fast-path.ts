import type { IncomingMessage, ServerResponse } from 'node:http';
import { MAX_ID, RENDITION_FORMATS, type RenditionFormat } from '@portfolio/contracts';
import { fastPath, type AnyFastPath } from '@portfolio/telemetry';
import type { ContentVersion } from '../backend/content-version.ts';
import { MEDIA_SECURITY_HEADERS } from '../http/security-headers.ts';
import { BACKGROUND_MEDIA, type MediaKind, PHOTO_MEDIA } from './media-kind.ts';
import type { MediaService, PlainRendition } from './media.service.ts';

/** The end of an address, as the site itself writes it; all other ways to write it go through the framework. */
const RENDITION = `([1-9]\\d{0,9})/([0-9a-f]{1,64})/([1-9]\\d{0,4})\\.(${RENDITION_FORMATS.join('|')})`;

/** With any of these the answer may be another one, or something is to be said about it. */
const ODD = ['range', 'origin', 'authorization', 'content-length', 'transfer-encoding'];

/** The server of the pages asks by this path whether anything has changed since it asked for the pictures that it keeps. */
const MARK = '/media/mark';
/** And by this one, where something has, which of them may still be shown. */
const SHOWN = '/media/shown?';
/** Pictures that are asked about at once. */
const MOST = 100;

/**
 * How pictures go past the framework: those that visitors see, whole, by the address that the site gives them. Each is still
 * judged by the publication rule after it was asked for. Everything else, and whatever goes wrong, is the framework's.
 */
export const mediaFastPaths = (media: MediaService, content: ContentVersion) => [
  pictures(media, PHOTO_MEDIA, '/media/:photoId/:version/:file'),
  pictures(media, BACKGROUND_MEDIA, '/media/background/:backgroundId/:version/:file'),
  mark(content),
  shown(media),
];

function pictures(media: MediaService, kind: MediaKind, route: string): AnyFastPath {
  const address = addressesOf(kind);
  return fastPath({
    route,
    read: (request) => (isPlain(request) ? readAddress(address, request.url ?? '') : undefined),
    answer: (rendition, request, response) => media.shownRendition(kind, rendition, request, response),
  });
}

/** Answered with the mark of the content; with nothing where that is not known. */
const mark = (content: ContentVersion): AnyFastPath =>
  fastPath({
    route: MARK,
    read: (request) => (request.url === MARK && isPlain(request) ? MARK : undefined),
    answer: async (_wanted, _request, response) => sendText(response, (await content.now()) ?? ''),
  });

/**
 * `/media/shown?12/3f9a61c2e07b/640.avif&...` is answered with a digit for each: 0 unless visitors see that picture and
 * today's version of it is that one, 2 where it is unlisted, else 1. It tells no more than asking for each of them does.
 */
function shown(media: MediaService): AnyFastPath {
  const kinds = [PHOTO_MEDIA, BACKGROUND_MEDIA].map((kind) => ({ kind, address: addressesOf(kind) }));
  const readAny = (url: string) => {
    for (const { kind, address } of kinds) {
      const rendition = readAddress(address, url);
      if (rendition) return { kind, rendition };
    }
    return undefined;
  };
  return fastPath({
    route: '/media/shown',
    read: (request) => {
      if (!request.url?.startsWith(SHOWN) || !isPlain(request)) return undefined;
      const names = request.url.slice(SHOWN.length).split('&');
      return names.length <= MOST ? names.map((name) => readAny(`/media/${name}`)) : undefined;
    },
    answer: async (wanted, _request, response) => {
      const all = await Promise.all(wanted.map((one) => one && media.findShown(one.kind, one.rendition)));
      const digits = all.map((found) => (found ? (found.isUnlisted ? 2 : 1) : 0));
      return sendText(response, digits.join(''));
    },
  });
}

function sendText(response: ServerResponse, text: string): true {
  const described = ['content-type', 'text/plain', 'content-length', String(text.length)];
  response.writeHead(200, [...MEDIA_SECURITY_HEADERS, 'cache-control', 'no-store', ...described]).end(text);
  return true;
}

const addressesOf = ({ path }: MediaKind) => new RegExp(`^${path}/${RENDITION}$`);

const isPlain = ({ method, headers }: IncomingMessage) =>
  method === 'GET' && !headers['if-none-match']?.includes('*') && ODD.every((name) => headers[name] === undefined);

function readAddress(address: RegExp, url: string): PlainRendition | undefined {
  const [, id = '', version = '', width = '', format = ''] = address.exec(url) ?? [];
  if (id === '' || Number(id) > MAX_ID) return undefined;
  return { id: Number(id), version, width: Number(width), format: format as RenditionFormat };
}
