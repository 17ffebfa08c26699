import { ApiError, type Api } from './http.ts';

/** Something with its version, which a change of it names. */
export interface Versioned<T> {
  value: T;
  /** Undefined where the API, or somebody on the way, sent none. */
  etag: string | undefined;
}

export const getVersioned = <T>(api: Api, path: string, signal?: AbortSignal): Promise<Versioned<T>> =>
  send<T>(api, ['GET', path, undefined, signal]);

/** @param etag version that the change was made from; without one, it is made whatever is there */
export const putVersioned = <T>(api: Api, path: string, body: unknown, etag?: string): Promise<Versioned<T>> =>
  send<T>(api, ['PUT', path, body, undefined], etag);

export const deleteVersioned = <T>(api: Api, path: string, etag?: string): Promise<Versioned<T>> =>
  send<T>(api, ['DELETE', path, undefined, undefined], etag);

/** Apart from `Api`, since visitors have no use for it. */
async function send<T>(
  api: Api,
  call: [method: string, path: string, body: unknown, signal: AbortSignal | undefined],
  ifMatch?: string,
): Promise<Versioned<T>> {
  let etag: string | undefined;
  const request: typeof fetch = async (address, init) => {
    const headers = { ...(init?.headers as Record<string, string>), ...(ifMatch && { 'if-match': ifMatch }) };
    const response = await fetch(address, { ...init, headers });
    // A gateway that compresses an answer calls its tag weak, which no `If-Match` matches. The API gives strong ones alone.
    etag = response.headers.get('etag')?.replace(/^W\//, '');
    return response;
  };
  try {
    return { value: await api.send<T>(...call, request), etag };
  } catch (error) {
    if (error instanceof ApiError && error.body?.current) error.current = { value: error.body.current, etag };
    throw error;
  }
}
