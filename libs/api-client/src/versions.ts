import { ApiError, type Api } from './http.ts';

/** A value with its version, for conditional saves. */
export interface Versioned<T> {
  value: T;
  /** Undefined if the response had none. */
  etag: string | undefined;
}

export const getVersioned = <T>(api: Api, path: string, signal?: AbortSignal): Promise<Versioned<T>> =>
  send<T>(api, ['GET', path, undefined, signal]);

export const postVersioned = <T>(api: Api, path: string, body: unknown): Promise<Versioned<T>> =>
  send<T>(api, ['POST', path, body, undefined]);

/** @param etag version that the change is based on; without one, the save is unconditional */
export const putVersioned = <T>(api: Api, path: string, body: unknown, etag?: string): Promise<Versioned<T>> =>
  send<T>(api, ['PUT', path, body, undefined], etag);

export const deleteVersioned = <T>(api: Api, path: string, etag?: string): Promise<Versioned<T>> =>
  send<T>(api, ['DELETE', path, undefined, undefined], etag);

/** Not a method of `Api`, which would add it to the visitors' bundle. */
async function send<T>(
  api: Api,
  call: [method: string, path: string, body: unknown, signal: AbortSignal | undefined],
  ifMatch?: string,
): Promise<Versioned<T>> {
  let etag: string | undefined;
  const request: typeof fetch = async (address, init) => {
    const headers = { ...(init?.headers as Record<string, string>), ...(ifMatch && { 'if-match': ifMatch }) };
    const response = await fetch(address, { ...init, headers });
    // Gateways weaken the ETag of a compressed response, and `If-Match` accepts strong ones only.
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
