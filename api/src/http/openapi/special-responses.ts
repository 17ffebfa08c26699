import type { ApiResponse, Content, Schema } from './api-document.ts';
import { refersTo, SCHEMAS } from './schemas.ts';

const PICTURE = { 'image/*': { schema: { type: 'string', format: 'binary' } } };
export const ETAG = { ETag: { description: 'Version of the content.', schema: { type: 'string' } } };
const LOCATION = { Location: { description: 'Address of the file.', schema: { type: 'string' } } };

/** A stored file, or a part of it. */
const fileOf = (content: Record<string, { schema: Schema }>): Record<number, ApiResponse> => ({
  200: { description: 'The file.', headers: ETAG, content },
  206: {
    description: 'The part of the file that `Range` names.',
    headers: { ...ETAG, 'Content-Range': { description: 'First, last and total bytes.', schema: { type: 'string' } } },
    content,
  },
  304: { description: 'The client has the content that `If-None-Match` names.', headers: ETAG },
});

const FILE = fileOf(PICTURE);
const ARCHIVE = fileOf({ 'application/x-tar': { schema: { type: 'string', format: 'binary' } } });

const RENDITION: Record<number, ApiResponse> = {
  ...FILE,
  302: { description: 'The picture was rendered again: the same size at its new address.', headers: LOCATION },
};

/** A SiteEvent without its type, which is the event's name; `open` has an empty object. */
const EVENT_DATA: Schema = {
  anyOf: [...(SCHEMAS.SiteEvent!.anyOf as EventSchema[]).map(withoutType), object({})],
};

type EventSchema = { properties: Record<string, Schema>; required: string[] };

function withoutType({ properties: { type: _, ...properties }, required, ...rest }: EventSchema): Schema {
  return { ...rest, properties, required: required.filter((name) => name !== 'type') };
}

function object(properties: Record<string, Schema>): Schema {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

const PART: Schema = { type: 'string', enum: ['up', 'down'] };
const READY = object({
  status: { type: 'string', enum: ['ready', 'draining', 'unavailable'] },
  parts: object({ database: PART, queue: PART, worker: PART, storage: PART }),
});
const LIVE = object({ status: { type: 'string', enum: ['live'] } });

const health = (status: string, worker: 'up' | 'down') => ({
  status,
  parts: { database: 'up', queue: 'up', worker, storage: 'up' },
});

const json = (description: string, schema: Schema, example: unknown): ApiResponse => ({
  description,
  content: { 'application/json': { schema, example } satisfies Content },
});

/** Responses of the routes that return no view of the contracts with one status, by controller method. */
export const SPECIAL_RESPONSES: Record<string, Record<number, ApiResponse>> = {
  'MediaController.photo': RENDITION,
  'MediaController.background': RENDITION,
  'PublicViewsController.count': { 204: { description: 'Whether the view counts is not revealed.' } },
  'ViewsController.csv': {
    200: {
      description: 'Days, pages and referrers as RFC 4180 describes CSV.',
      content: { 'text/csv': { schema: { type: 'string' }, example: 'kind,name,title,views,visitors' } },
    },
  },
  'OriginalsController.photo': FILE,
  'OriginalsController.background': FILE,
  'PublicExportsController.download': ARCHIVE,
  'HealthController.check': {
    200: json('Every part is up.', refersTo('HealthView'), health('ok', 'up')),
    503: json('At least one part is down.', refersTo('HealthView'), health('unavailable', 'down')),
  },
  'HealthController.live': { 200: json('This process is live.', LIVE, { status: 'live' }) },
  'HealthController.ready': {
    200: json('Database, queue and storage are up.', READY, health('ready', 'down')),
    503: json('Database, queue or storage is down, or this process shuts down.', READY, health('draining', 'up')),
  },
  'EventsController.events': {
    200: {
      description:
        'Server-sent events without an end: the event is the type of a SiteEvent, the data the rest of it as JSON. ' +
        'An event `open`, with an empty object, says that events before it may have been missed.',
      content: {
        'text/event-stream': {
          schema: { type: 'string', contentMediaType: 'application/json', contentSchema: EVENT_DATA },
          example: 'event: photo.progress\ndata: {"photo_id":1,"percent":40}\n\n',
        },
      },
    },
  },
};
