import { ERRORS, type ErrorCode } from '@portfolio/contracts';
import { FakeEvents } from './fake-events.ts';

/** Recorded request. */
export interface ApiCall {
  /** Method and path below /api, such as `GET /photos`. */
  route: string;
  query: URLSearchParams;
  body: unknown;
  token: string | null;
  /** `If-Match` header. */
  ifMatch: string | null;
}

/** Response with a status other than 200, or with an ETag. */
export class FakeResponse {
  constructor(
    readonly status: number,
    readonly body: unknown,
    readonly etag: string | null = null,
  ) {}
}

/** Response of a failure, with the API's message. */
export const failing = (
  code: ErrorCode,
  errors?: Record<string, string>,
  current?: object,
  etag: string | null = null,
): FakeResponse => {
  const { status, message } = ERRORS[code];
  return new FakeResponse(status, { statusCode: status, message, code, errors, current }, etag);
};

/** Fails like a lost connection. */
export const unreachable = (): never => {
  throw new TypeError('Failed to fetch');
};

/** Message of a failure without a response. */
export const unreached = (sentence: string): string =>
  `${sentence}. The site cannot be reached right now. Please try again.`;

type Handler = (call: ApiCall) => unknown;

/** Routes of a resource with conditional saves. */
export function aVersionedResource<T extends object>(
  initial: T,
  {
    get,
    put,
    toResponse,
    toChanges,
  }: { get: string; put: string; toResponse: (current: T) => object; toChanges: (body: never) => object },
) {
  let [current, version] = [initial, 1];
  const etag = () => `"${version}"`;
  const save = (changes: object) => {
    current = { ...current, ...changes };
    version += 1;
  };
  return {
    /** Saved version. */
    current: () => current,
    saveElsewhere: save,
    routes: {
      [`GET ${get}`]: () => new FakeResponse(200, toResponse(current), etag()),
      [`PUT ${put}`]: ({ body, ifMatch }: ApiCall) => {
        if (ifMatch !== null && ifMatch !== etag())
          return failing('request.outdated', undefined, toResponse(current), etag());
        save(toChanges(body as never));
        return new FakeResponse(200, { ...toResponse(current), message: '' }, etag());
      },
    },
  };
}

/** Replaces `fetch`. Unknown routes respond with 404; `calls` records all requests. */
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
    const result = (await (routes[call.route] ?? (() => failing('route.not-found')))(call)) as unknown;
    if (result instanceof FakeEvents) {
      const body = { getReader: () => result.getReader(init.signal) };
      return { ok: true, status: 200, body } as unknown as Response;
    }
    const { status, body, etag } = result instanceof FakeResponse ? result : new FakeResponse(200, result);
    return {
      ok: status < 400,
      status,
      headers: { get: (name: string) => (name === 'etag' ? etag : null) } as unknown as Headers,
      json: async () => JSON.parse(JSON.stringify(body)),
      text: async () => String(body),
    } as Response;
  };
  return {
    calls,
    /** Replaces the handler of a route. */
    respond: (route: string, handler: Handler) => {
      routes[route] = handler;
    },
    ifMatchOf: (route: string) => calls.filter((call) => call.route === route).map(({ ifMatch }) => ifMatch),
    bodiesOf: (route: string) => calls.filter((call) => call.route === route).map(({ body }) => body),
  };
}
