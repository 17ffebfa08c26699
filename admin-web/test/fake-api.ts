import { ERRORS, type ErrorCode } from '@portfolio/contracts';
import { FakeEvents } from './fake-events.ts';

/** A request as the API would have got it. */
export interface ApiCall {
  /** Method and path below /api, such as `GET /photos`. */
  route: string;
  query: URLSearchParams;
  body: unknown;
  token: string | null;
  /** Version that a change was made from. */
  ifMatch: string | null;
}

/** An answer with a status other than 200, or with a version. */
export class Answer {
  constructor(
    readonly status: number,
    readonly body: unknown,
    readonly etag: string | null = null,
  ) {}
}

/** The API's answer to a failure, with its own sentence. */
export const failing = (
  code: ErrorCode,
  errors?: Record<string, string>,
  current?: object,
  etag: string | null = null,
): Answer => {
  const { status, message } = ERRORS[code];
  return new Answer(status, { statusCode: status, message, code, errors, current }, etag);
};

/** No answer at all, as when the line is down. */
export const unreachable = (): never => {
  throw new TypeError('Failed to fetch');
};

/** What is said of a failure then, after its own sentence. */
export const unreached = (sentence: string): string =>
  `${sentence}. The site cannot be reached right now. Please try again.`;

type Handler = (call: ApiCall) => unknown;

/** Something that the API tells and changes by versions, at one path or at a path for each. */
export function aVersioned<T extends object>(
  first: T,
  { get, put, show, change }: { get: string; put: string; show: (now: T) => object; change: (body: never) => object },
) {
  let [now, version] = [first, 1];
  const etag = () => `"${version}"`;
  const becomes = (changes: object) => {
    now = { ...now, ...changes };
    version += 1;
  };
  return {
    /** What is saved at present. */
    now: () => now,
    /** As in another tab. */
    becomes,
    routes: {
      [`GET ${get}`]: () => new Answer(200, show(now), etag()),
      [`PUT ${put}`]: ({ body, ifMatch }: ApiCall) => {
        if (ifMatch !== null && ifMatch !== etag()) return failing('request.outdated', undefined, show(now), etag());
        becomes(change(body as never));
        return new Answer(200, { ...show(now), message: '' }, etag());
      },
    },
  };
}

/** Stands at the edge of the network: what is not named here answers 404. `calls` tells what was asked. */
export function fakeApi(routes: Record<string, Handler>) {
  const calls: ApiCall[] = [];
  globalThis.fetch = async (input, init = {}) => {
    const url = new URL(String(input), location.origin);
    const call: ApiCall = {
      route: `${init.method ?? 'GET'} ${url.pathname.replace(/^\/api/, '')}`,
      query: url.searchParams,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      token: new Headers(init.headers).get('authorization'),
      ifMatch: new Headers(init.headers).get('if-match'),
    };
    calls.push(call);
    const answer = (await (routes[call.route] ?? (() => failing('route.not-found')))(call)) as unknown;
    if (answer instanceof FakeEvents) {
      const body = { getReader: () => answer.getReader(init.signal) };
      return { ok: true, status: 200, body } as unknown as Response;
    }
    const { status, body, etag } = answer instanceof Answer ? answer : new Answer(200, answer);
    return {
      ok: status < 400,
      status,
      headers: { get: (name: string) => (name === 'etag' ? etag : null) } as unknown as Headers,
      json: async () => JSON.parse(JSON.stringify(body)),
    } as Response;
  };
  return {
    calls,
    /** Changes what is answered from now on. */
    answer: (route: string, handler: Handler) => {
      routes[route] = handler;
    },
    versionsOf: (route: string) => calls.filter((call) => call.route === route).map(({ ifMatch }) => ifMatch),
    bodiesOf: (route: string) => calls.filter((call) => call.route === route).map(({ body }) => body),
  };
}
