import type { Answer, Schema } from './api-document.ts';
import { SCHEMAS } from './described.ts';
import { refersTo } from './schemas.ts';

const PICTURE = { 'image/*': { schema: { type: 'string', format: 'binary' } } };
export const TAGGED = { ETag: { description: 'Names the content.', schema: { type: 'string' } } };
const LOCATION = { Location: { description: 'Where it is.', schema: { type: 'string' } } };

const FILE: Record<number, Answer> = {
  200: { description: 'The file.', headers: TAGGED, content: PICTURE },
  206: {
    description: 'The part of the file that `Range` asked for.',
    headers: { ...TAGGED, 'Content-Range': { description: 'Which bytes of how many.', schema: { type: 'string' } } },
    content: PICTURE,
  },
  304: { description: 'The asker has the content that `If-None-Match` named.', headers: TAGGED },
};

/** A SiteEvent without its type, which is the event's name; `open` has no more than that. */
const EVENT_DATA: Schema = {
  anyOf: [...SCHEMAS.SiteEvent.anyOf.map(withoutType), { type: 'object', additionalProperties: false }],
};

function withoutType({ properties, required, ...rest }: { properties: object; required: string[] }): Schema {
  const named = Object.entries(properties).filter(([name]) => name !== 'type');
  return { ...rest, properties: Object.fromEntries(named), required: required.filter((name) => name !== 'type') };
}

const parts = (status: 'ok' | 'unavailable', worker: 'up' | 'down') => ({
  status,
  parts: { database: 'up', queue: 'up', worker, storage: 'up' },
});

const PART: Schema = { type: 'string', enum: ['up', 'down'] };
const PARTS = { database: PART, queue: PART, worker: PART, storage: PART };

const LIVE: Schema = {
  type: 'object',
  properties: { status: { type: 'string', enum: ['live'] } },
  required: ['status'],
  additionalProperties: false,
};

const READY: Schema = {
  type: 'object',
  properties: {
    status: { type: 'string', enum: ['ready', 'draining', 'unavailable'] },
    parts: { type: 'object', properties: PARTS, required: Object.keys(PARTS), additionalProperties: false },
  },
  required: ['status', 'parts'],
  additionalProperties: false,
};

/** What routes answer that is no view with one status, by the name that `@Answers` gives it. */
export const OTHER_RESPONSES = {
  /** A stored file, or a part of it. */
  File: FILE,
  /** The same, or the way to a newer version of it. */
  Rendition: {
    ...FILE,
    302: { description: 'The picture was rendered again: the same size at its new address.', headers: LOCATION },
  },
  /** Which parts of the site answer: the same view, whether they all do or not. */
  Health: {
    200: {
      description: 'Every part answers.',
      content: { 'application/json': { schema: refersTo('HealthView'), example: parts('ok', 'up') } },
    },
    503: {
      description: 'One part or more does not answer.',
      content: { 'application/json': { schema: refersTo('HealthView'), example: parts('unavailable', 'down') } },
    },
  },
  /** That this process serves. */
  Live: {
    200: {
      description: 'This process serves.',
      content: { 'application/json': { schema: LIVE, example: { status: 'live' } } },
    },
  },
  /** Whether this process is to be given requests: the same view, whether it is or not. */
  Ready: {
    200: {
      description: 'All that requests need answers.',
      content: { 'application/json': { schema: READY, example: { ...parts('ok', 'down'), status: 'ready' } } },
    },
    503: {
      description: 'Something that requests need does not answer, or this process is about to end.',
      content: { 'application/json': { schema: READY, example: { ...parts('ok', 'up'), status: 'draining' } } },
    },
  },
  /** Server-sent events without an end. */
  Events: {
    200: {
      description:
        'Server-sent events until one side leaves: the event is the type of a SiteEvent, the data the rest of it as JSON. ' +
        'An event `open`, without data of interest, says that events before it may have been missed.',
      content: {
        'text/event-stream': {
          schema: { type: 'string', contentMediaType: 'application/json', contentSchema: EVENT_DATA },
          example: 'event: photo.progress\ndata: {"photo_id":1,"percent":40}\n\n',
        },
      },
    },
  },
} satisfies Record<string, Record<number, Answer>>;
