import type { TestApi } from '../start-test-api.ts';
import type { Viewer } from './model.ts';

/** Private parts of rows, which no response to a visitor may contain. */
const PRIVATE = /ticket=|ruth@example\.com|author_email|password_?hash|original_key|originals\//i;

/** Gone rows are as missing as others. */
const MISSING = [404, 410];

export interface ClientResponse {
  status: number;
  body: Record<string, unknown>;
}

/** Client of the API as one viewer, without a socket. */
export class ViewerClient {
  constructor(
    private readonly api: TestApi,
    readonly viewer: Viewer,
    private readonly headers: Record<string, string> = {},
  ) {}

  async send(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object): Promise<ClientResponse> {
    const response = await this.api.app.inject({ method, url, headers: this.headers, ...(payload && { payload }) });
    if (response.statusCode >= 500)
      throw new Error(`${method} ${url} responded ${response.statusCode}: ${response.body}`);
    const leak = this.viewer !== 'administrator' && response.statusCode < 400 ? PRIVATE.exec(response.body) : null;
    if (leak) throw new Error(`${method} ${url} shows visitors ${leak[0]}: ${response.body}`);
    return { status: response.statusCode, body: response.json<Record<string, unknown>>() };
  }

  /** @returns content of the response; null for a 404 or 410, and the status for any other refusal */
  async get<T>(url: string, read: (body: Record<string, unknown>) => T): Promise<T | number | null> {
    const { status, body } = await this.send('GET', url);
    if (status === 200) return read(body);
    return MISSING.includes(status) ? null : status;
  }

  /** All pages of a list. @throws when totals differ or are exceeded, or a page other than the last is not full */
  async list<T>(url: string, name: string, limit: number, read: (item: never) => T) {
    const items: T[] = [];
    let total: unknown;
    let cursor: unknown;
    do {
      const joint = url.includes('?') ? '&' : '?';
      const page = `${url}${joint}limit=${limit}${cursor ? `&cursor=${String(cursor)}` : ''}`;
      const { status, body } = await this.send('GET', page);
      if (status !== 200) return MISSING.includes(status) ? null : status;
      const found = body[name] as never[];
      if (total !== undefined && total !== body.total)
        throw new Error(`${page} has another total than the page before`);
      if (body.next_cursor !== null && found.length !== limit) throw new Error(`${page} is no full page`);
      total = body.total;
      cursor = body.next_cursor;
      items.push(...found.map(read));
      if (items.length > Number(total)) throw new Error(`${page} exceeds the total of ${String(total)}`);
    } while (cursor !== null);
    return { items, total };
  }

  /** Whether GET and HEAD without a token return the file; a text where they differ. */
  async opens(url: string): Promise<boolean | string> {
    const { authorization: _, ...headers } = this.headers;
    const [get, head] = await Promise.all(
      (['GET', 'HEAD'] as const).map((method) => this.api.app.inject({ method, url, headers })),
    );
    const statuses = [get!.statusCode, head!.statusCode];
    if (statuses.every((status) => status === 200) && get!.body === 'picture') return true;
    if (statuses.every((status) => status === 404) && head!.body === '') return false;
    return `GET ${statuses[0]}, HEAD ${statuses[1]}: ${get!.body}`;
  }
}
